import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createSeal } from '../modules/base/seal.ts';
import type { Store } from '../modules/base/store.ts';
import { createAccountDesk } from '../modules/identity/account/account-desk.service.ts';
import { createCredentialChanges } from '../modules/identity/account/credential-changes.ts';
import { accountsBehind, createPhoneHash } from '../modules/identity/account/former-phone.ts';
import { createPhoneSearches } from '../modules/identity/account/phone-search.service.ts';
import { createAgreementService } from '../modules/identity/agreement/agreement.service.ts';
import { createAgreementDesk } from '../modules/identity/agreement/agreement-desk.service.ts';
import { createAuthService } from '../modules/identity/auth/auth.service.ts';
import { serviceCheck } from '../modules/identity/auth/cas.rules.ts';
import { createCasService } from '../modules/identity/auth/cas.service.ts';
import { removeSessionsOf } from '../modules/identity/auth/session-ends.ts';
import { createImpersonationService } from '../modules/identity/impersonation/impersonation.service.ts';
import { createScanService } from '../modules/identity/scan/scan.service.ts';
import { createRoleService } from '../modules/identity/staff-security/role.service.ts';
import { createStaffSecurityService } from '../modules/identity/staff-security/security.service.ts';
import { isSeededStaff } from '../seed/staff.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import { installationKey } from './installation-key.ts';
import type { Records } from './records.ts';

export type Identity = ReturnType<typeof createIdentity>;

/** Logins, sessions, staff and their second factor, agreements, and what staff do to accounts. */
export function createIdentity(
  config: Config,
  log: Logger,
  store: Store,
  adapters: Adapters,
  { audit, changeSets, grants, pending, settings }: Records,
  { accounts, isSeededAdmin, memberships, products, reasons }: Accounts,
) {
  const { clock, ids, passwords, senders, qrLogin } = adapters;
  const codeKey = installationKey(config.dataDir);
  const endSessions = removeSessionsOf;
  const hashPhone = createPhoneHash(codeKey);
  const isExempt = (loginName: string) => config.mode === 'local' && isSeededStaff(loginName);
  const seal = createSeal(codeKey, 'second factor of staff');
  const security = createStaffSecurityService({ store, clock, ids, passwords, audit, seal, codeKey, isExempt });
  const roles = createRoleService({ store, audit, pending });
  const agreements = createAgreementService({ store, clock });
  const agreementDesk = createAgreementDesk({
    ...{ store, clock, agreements, audit, changeSets, pending },
    noticeDays: () => settings.limit('agreementNoticeDays'),
  });
  const { sessionDays, staffSessionDays, isEmailLoginOpen, isAccountLoginOpen } = config;
  const auth = createAuthService({
    ...{ store, clock, ids, accounts, agreements, passwords, audit, codeKey, security, isExempt },
    ...senders,
    isFree: isSeededAdmin,
    ...{ sessionDays, staffSessionDays, isEmailLoginOpen, isAccountLoginOpen },
  });
  const credentialChanges = createCredentialChanges({ clock, ...senders, log, pending, hashPhone, endSessions });
  const accountDesk = createAccountDesk({
    ...{ store, clock, accounts, memberships, audit, changeSets, passwords, endSessions },
    ...{ plans: products.plans, grants, reasons, pending, hashPhone, credentialChanges },
    sendCode: (phoneNo, facts) => auth.sendCode(phoneNo, facts, 'change'),
    provePhone: (phoneNo, code) => auth.consumeCode(phoneNo, code, 'change'),
  });
  accountDesk.watchPasswords(security.notePasswordByOthers);
  const readService = serviceCheck(config.casServices, config.mode === 'local');
  const scans = createScanService({ store, clock, ids, accounts, auth, provider: qrLogin });
  return {
    ...{ hashPhone, endSessions, security, roles, agreements, agreementDesk, auth, accountDesk, scans },
    cas: createCasService({ store, clock, ids, accounts, auth, readService }),
    impersonations: createImpersonationService({ store, clock, ids, accounts, audit, staffOf: auth.staffOf }),
    phone: adapters.phoneFor({ look: scans.look, emit: scans.receive }),
    phoneSearches: createPhoneSearches({ store, clock, audit }),
    leadsTo: (typed: string) => accountsBehind(store.db, typed, hashPhone),
  };
}
