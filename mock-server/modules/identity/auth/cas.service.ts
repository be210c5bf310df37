import { isPhone, normalizePhone } from '#shared/domain/phone';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, UserCaller } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AccountService } from '../account/account.service.ts';
import { hashSecret } from '../account/password.ts';
import type { AuthService } from './auth.service.ts';
import * as cas from './cas.repository.ts';
import {
  isSet,
  newLoginMs,
  type ServiceCheck,
  serviceTicketLifetime,
  serviceTicketLimit,
  type Validation,
  withTicket,
} from './cas.rules.ts';

export interface CasDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  accounts: AccountService;
  auth: AuthService;
  readService: ServiceCheck;
}

export type CasService = ReturnType<typeof createCasService>;

export interface CasCredentials {
  username?: string | undefined;
  password?: string | undefined;
  phoneNo?: string | undefined;
  verifyCode?: string | undefined;
}

type Session = NonNullable<Awaited<ReturnType<AuthService['findSession']>>>;

interface CasParts extends CasDeps {
  issued: ReturnType<typeof createCounter>;
}

/** Single sign-on for other programs: a session's TGT buys service tickets, which a service redeems once. */
export function createCasService(deps: CasDeps) {
  const { store, clock, readService } = deps;
  const issued = createCounter({ store, clock, ...serviceTicketLimit });
  const parts: CasParts = { ...deps, issued };
  return {
    ...withDeps(parts, { createTicket, createServiceTicket, enter, validate }),
    /** Address for a browser after a logout; home unless an allowed service is named. */
    afterLogout: (service: string | undefined): string => readService(service ?? '')?.href ?? '/',
    /** Removes old service tickets. They outlive the time in which they tell that a login is not new any more. */
    sweep: () => store.slices.run((rows) => cas.removeServiceTickets(store.db, clock.now() - newLoginMs, rows)),
  };
}

/**
 * Logs in with a password or a code; the login's ticket resource is `/cas/v1/tickets/TGT-…`.
 * Throws `request.malformed` where fields are missing and `cas.refused` for every other reason.
 */
async function createTicket(deps: CasDeps, fields: CasCredentials, facts: RequestFacts): Promise<string> {
  try {
    return (await logIn(deps, readCredentials(fields), facts)).answer.redirectUrl;
  } catch (error) {
    if (!(error instanceof ProductError) || error.reason === 'request.malformed' || error.status >= 500) throw error;
    throw new ProductError('cas.refused', { fill: { why: error.message } });
  }
}

/** Throws `cas.unknown_ticket`, `cas.service_not_allowed`. */
async function createServiceTicket(deps: CasParts, tgt: string, service: string | undefined): Promise<string> {
  const session = await deps.auth.findSession({ ticketHash: hashSecret(tgt) });
  if (!session) throw new ProductError('cas.unknown_ticket');
  const url = deps.readService(service ?? '');
  if (!url) throw new ProductError('cas.service_not_allowed');
  return issue(deps, session, url);
}

/**
 * Address for a browser that a service sent to log in. `renew` requires credentials entered just now: an older login
 * ends (`isEnding`), since the login page lets those pass who are logged in. Throws `cas.service_not_allowed`.
 */
async function enter(
  deps: CasParts,
  caller: UserCaller | null,
  {
    service,
    renew,
    gateway,
  }: { service?: string | undefined; renew?: string | undefined; gateway?: string | undefined },
): Promise<{ location: string; isEnding: boolean }> {
  const { readService, auth, store } = deps;
  const url = service ? readService(service) : undefined;
  if (url === null) throw new ProductError('cas.service_not_allowed');
  const session = caller ? await auth.findSession({ tokenHash: caller.sessionHash }) : null;
  const isRenewing = isSet(renew);
  if (session && (!isRenewing || (await isNewLogin(deps, store.db, session))))
    return { location: url ? withTicket(url, await issue(deps, session, url)) : '/', isEnding: false };
  if (url && isSet(gateway) && !isRenewing) return { location: url.href, isEnding: false };
  const query = new URLSearchParams({
    ...(url ? { service: url.href } : {}),
    ...(isRenewing ? { renew: 'true' } : {}),
  });
  const back = url ? `?redirect=${encodeURIComponent(`/cas/login?${query}`)}` : '';
  return { location: `/user/login${back}`, isEnding: session !== null };
}

/** Redeems a service ticket. Whatever the answer, the ticket is used up. */
async function validate(
  { store, clock, auth, readService, accounts }: CasDeps,
  fields: {
    service?: string | undefined;
    ticket?: string | undefined;
    renew?: string | undefined;
  },
): Promise<Validation> {
  const { service, ticket } = fields;
  if (!service || !ticket) return { code: 'INVALID_REQUEST', description: '缺少 service 或 ticket' };
  const row = await cas.redeemServiceTicket(store.db, hashSecret(ticket), clock.now());
  const session = row && (await auth.findSession({ ticketHash: row.session_ticket_hash }));
  if (!row || !session || row.expires_at <= clock.now())
    return { code: 'INVALID_TICKET', description: '服务票据不存在、已使用或已过期' };
  if (readService(service)?.href !== row.service)
    return { code: 'INVALID_SERVICE', description: '服务票据不属于这个服务' };
  const isFromNewLogin = row.is_from_new_login === 1;
  if (isSet(fields.renew) && !isFromNewLogin)
    return { code: 'INVALID_TICKET', description: '服务票据不是由新的登录取得' };
  const [info, vip] = await Promise.all([accounts.userInfo(row.account_id), accounts.vipInfo(row.account_id)]);
  return {
    user: info.userId,
    attributes: {
      authenticationDate: new Date(session.openedAt).toISOString(),
      longTermAuthenticationRequestTokenUsed: false,
      isFromNewLogin,
      userId: info.userId,
      nickName: info.nickName,
      phoneNo: info.phoneNo,
      userType: String(info.userType),
      plan: vip.plan,
    },
  };
}

/** Throws `request.too_often`. */
async function issue(deps: CasParts, session: Session, service: URL): Promise<string> {
  const { clock, ids, store, issued } = deps;
  issued.count(session.ticketHash);
  const now = clock.now();
  const ticket = `ST-${ids.secret()}`;
  await store.transact(async (tx) => {
    await cas.insertServiceTicket(tx, {
      ticket_hash: hashSecret(ticket),
      session_ticket_hash: session.ticketHash,
      account_id: session.accountId,
      service: service.href,
      is_from_new_login: (await isNewLogin(deps, tx, session)) ? 1 : 0,
      used_at: null,
      created_at: now,
      expires_at: now + serviceTicketLifetime,
    });
  });
  return ticket;
}

/** Returns true when no service has used this login yet, and it was not long ago. */
async function isNewLogin(deps: CasDeps, handle: Db, { openedAt, ticketHash }: Session): Promise<boolean> {
  return deps.clock.now() - openedAt < newLoginMs && !(await cas.hasServiceTickets(handle, ticketHash));
}

function readCredentials({ username, password, phoneNo, verifyCode }: CasCredentials) {
  if (username && password) return { username, password };
  if (phoneNo && verifyCode) return { phoneNo: normalizePhone(phoneNo), verifyCode };
  throw new ProductError('request.malformed');
}

async function logIn(deps: CasDeps, credentials: ReturnType<typeof readCredentials>, facts: RequestFacts) {
  if (credentials.username !== undefined)
    return deps.auth.loginByAccount(credentials.username, credentials.password, { facts });
  if (!isPhone(credentials.phoneNo)) throw new ProductError('phone.invalid');
  return deps.auth.login(credentials, { facts });
}
