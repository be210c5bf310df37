import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { agreementContract } from '#shared/contract/agreement';
import type { agreementDeskContract } from '#shared/contract/agreement-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { AgreementService } from './agreement.service.ts';
import type { AgreementDesk } from './agreement-desk.service.ts';

type AgreementRoutes = Handlers<typeof agreementContract> &
  Omit<Handlers<typeof agreementDeskContract>, 'staffAgreements'>;

export function agreementRoutes(agreements: AgreementService, desk: AgreementDesk): AgreementRoutes {
  const cached = <T>(response: Response, answer: T): T => {
    const etag = createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22);
    response.set({ 'cache-control': 'public, max-age=60, must-revalidate', etag: `"${etag}"` });
    return answer;
  };
  return {
    agreements: ({ response }) => cached(response, agreements.list()),
    agreementVersion: ({ params, response }) => cached(response, agreements.version(params.key, params.edition)),
    acceptAgreements: async ({ caller, input, facts }) => {
      await agreements.accept(caller.accountId, input.versions, facts.address);
      return null;
    },
    staffAgreement: ({ params }) => desk.detail(params.id),
    updateAgreement: ({ caller, params, input, facts }) => desk.saveDraft({ caller, facts }, params.id, input),
    publishAgreement: ({ caller, params, input, facts }) => desk.publish({ caller, facts }, params.id, input),
  };
}
