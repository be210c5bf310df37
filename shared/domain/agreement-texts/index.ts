import { type AgreementKey, writeAgreement } from '../agreement.ts';
import type { AgreementText } from './agreement-text.ts';
import { markNotice } from './mark.ts';
import { memberAgreement } from './member.ts';
import { privacyPolicy } from './privacy.ts';
import { userAgreement } from './user.ts';

const toVersion = ({ lead, sections, effectiveAt }: AgreementText) => ({
  effectiveOn: effectiveAt,
  text: writeAgreement({ lead: [lead], sections }),
});

/** The agreements as every installation has them at first; what staff publish comes after. */
export const firstAgreements: Readonly<Record<AgreementKey, { effectiveOn: string; text: string }>> = {
  user: toVersion(userAgreement),
  privacy: toVersion(privacyPolicy),
  member: toVersion(memberAgreement),
  mark: toVersion(markNotice),
};
