import type { Logger } from 'pino';
import { type Config, environmentOf } from '../config.ts';
import { createAccountService } from '../modules/account/account.service.ts';
import { createDoorChanges } from '../modules/account/door-changes.ts';
import { accountsBehind, createPhoneHash } from '../modules/account/former-phone.ts';
import { createManageService } from '../modules/account/manage.service.ts';
import { createPhoneSearches } from '../modules/account/phone-search.service.ts';
import { createAccountPage } from '../modules/account-page/account-page.service.ts';
import { createAgreementService } from '../modules/agreement/agreement.service.ts';
import { createAgreementDesk } from '../modules/agreement/agreement-desk.service.ts';
import { createAuditService } from '../modules/audit/audit.service.ts';
import { createChangeSets } from '../modules/audit/change-sets.service.ts';
import { createAuthService } from '../modules/auth/auth.service.ts';
import { serviceCheck } from '../modules/auth/cas.rules.ts';
import { createCasService } from '../modules/auth/cas.service.ts';
import { removeSessionsOf } from '../modules/auth/session-ends.ts';
import { createBulk } from '../modules/bulk.ts';
import { createGrants } from '../modules/grant/grant.service.ts';
import { createReasons } from '../modules/grant/reasons.ts';
import { uploadsPerDay } from '../modules/image/image.rules.ts';
import { createImpersonationService } from '../modules/impersonation/impersonation.service.ts';
import { createMembershipService } from '../modules/membership/membership.service.ts';
import { createNoticeService } from '../modules/notice/notice.service.ts';
import { createNoticeDesk } from '../modules/notice/notice-desk.service.ts';
import { createPendingChanges } from '../modules/pending/pending-change.service.ts';
import { createProductService } from '../modules/product/product.service.ts';
import { createScanService } from '../modules/scan/scan.service.ts';
import { createSeal } from '../modules/seal.ts';
import { createSearchService } from '../modules/search/search.service.ts';
import { createSettingService } from '../modules/setting/setting.service.ts';
import { settingSpecs } from '../modules/setting/setting-specs.ts';
import { createRoleService } from '../modules/staff-security/role.service.ts';
import { createStaffSecurityService } from '../modules/staff-security/security.service.ts';
import type { Store } from '../modules/store.ts';
import { createTicketService } from '../modules/ticket/ticket.service.ts';
import { createViewService } from '../modules/view/view.service.ts';
import { firstAdmin, isSeededStaff } from '../seed/staff.ts';
import type { Adapters } from './adapters.ts';
import { installationKey } from './installation-key.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Who somebody is, what they have, and how they come in. */
export function createAccounts(config: Config, log: Logger, store: Store, adapters: Adapters) {
  const { clock, ids, passwords, senders, qrLogin } = adapters;
  const audit = createAuditService({ store, clock, installationKey: installationKey(config.dataDir) });
  const changeSets = createChangeSets({ store, clock, ids, audit });
  const environment = environmentOf(config, process.env);
  const bulk = createBulk({ store, clock, changeSets });
  /** Chat tickets are of use while a chat model has a price. */
  const usableTickets = () =>
    adapters.chatModels.list().some(({ isPriced }) => isPriced)
      ? (['normal', 'live', 'gpt'] as const)
      : (['normal', 'live'] as const);
  const products = createProductService({ store, clock, usableTickets });
  const { plans } = products;
  const tickets = createTicketService({ store, clock, ids, plans });
  const accounts = createAccountService({ store, clock, ids, tickets, plans });
  const memberships = createMembershipService({ store, clock, ids, tickets, accounts, products });
  const endSessions = removeSessionsOf;
  const isSeededAdmin = (loginName: string) => config.mode === 'local' && loginName === firstAdmin;
  const grants = createGrants({ clock, ceiling: () => settings.limit('giftCeiling') });
  const reasons = createReasons(accounts, isSeededAdmin);
  const pending = createPendingChanges({
    ...{ store, clock, ids, audit, isTrusted: reasons.isTrusted, isAlone: config.isSingleStaff },
    proveOwn: (tx, accountId, code) => security.proveOwn(tx, accountId, code),
    guard: (accountId, work) => security.guardLogin(accountId, work),
  });
  const settings = createSettingService({
    ...{ store, clock, audit, changeSets, pending, environment },
    specs: settingSpecs({ ...config, uploadsPerDay }),
    engineChoices: (tool) => enginesOf(adapters.renderEngines, tool),
  });
  const codeKey = installationKey(config.dataDir);
  const hashPhone = createPhoneHash(codeKey);
  const doorChanges = createDoorChanges({ clock, ...senders, log, pending, hashPhone, endSessions });
  const manage = createManageService({
    store,
    clock,
    accounts,
    memberships,
    audit,
    changeSets,
    passwords,
    endSessions,
    plans,
    grants,
    reasons,
    pending,
    hashPhone,
    doorChanges,
    sendCode: (phoneNo, facts) => auth.sendCode(phoneNo, facts, 'change'),
    provePhone: (phoneNo, code) => auth.consumeCode(phoneNo, code, 'change'),
  });
  const phoneSearches = createPhoneSearches({ store, clock, audit });
  const isExempt = (loginName: string) => config.mode === 'local' && isSeededStaff(loginName);
  const seal = createSeal(codeKey, 'second factor of staff');
  const security = createStaffSecurityService({ store, clock, passwords, audit, seal, codeKey, isExempt });
  manage.watchPasswords(security.notePasswordByOthers);
  const roles = createRoleService({ store, audit, pending });
  const agreements = createAgreementService({ store, clock });
  const agreementDesk = createAgreementDesk({
    ...{ store, clock, agreements, audit, changeSets, pending },
    noticeDays: () => settings.limit('agreementNoticeDays'),
  });
  const notices = createNoticeService({ store, clock, accounts });
  const noticeDesk = createNoticeDesk({ store, clock, ids, notices, audit, changeSets });
  const auth = createAuthService({
    store,
    clock,
    ids,
    ...senders,
    accounts,
    agreements,
    passwords,
    audit,
    codeKey,
    security,
    isExempt,
    isFree: isSeededAdmin,
    sessionDays: config.sessionDays,
    staffSessionDays: config.staffSessionDays,
    isEmailLoginOpen: config.isEmailLoginOpen,
    isAccountLoginOpen: config.isAccountLoginOpen,
  });
  const readService = serviceCheck(config.casServices, config.mode === 'local');
  const impersonations = createImpersonationService({ store, clock, ids, accounts, audit, staffOf: auth.staffOf });
  const cas = createCasService({ store, clock, ids, accounts, auth, readService });
  const scans = createScanService({ store, clock, ids, accounts, auth, provider: qrLogin });
  const phone = adapters.phoneFor({ look: scans.look, emit: scans.receive });
  const views = createViewService({ store, clock, ids, audit });
  const leadsTo = (typed: string) => accountsBehind(store.db, typed, hashPhone);
  const search = createSearchService({ store, leadsTo });
  const accountPage = createAccountPage({ store, clock, ids, accounts, audit, changeSets });
  return {
    audit,
    environment,
    settings,
    changeSets,
    bulk,
    phoneSearches,
    hashPhone,
    leadsTo,
    grants,
    reasons,
    pending,
    products,
    tickets,
    accounts,
    memberships,
    manage,
    accountPage,
    auth,
    impersonations,
    cas,
    scans,
    phone,
    views,
    search,
    security,
    roles,
    agreements,
    agreementDesk,
    notices,
    noticeDesk,
  };
}

/** Engines that can run a tool now, the default first. */
async function enginesOf(engines: Adapters['renderEngines'], tool: string) {
  const described = await Promise.all(
    engines.map(async (engine) => ({ name: engine.name, about: await engine.describe() })),
  );
  return described
    .filter(({ about }) => about.unavailable === undefined && about.tools.some((each) => each.tool === tool))
    .map(({ name, about }) => ({ value: name, label: about.title }));
}
