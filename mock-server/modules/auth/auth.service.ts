import type { LoginAnswer } from '#shared/contract/auth';
import type { StaffInfo } from '#shared/contract/staff';
import { permissionsOf } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { SmsSender } from '../../adapters/sms/port.ts';
import type { Authenticator, RequestFacts } from '../../http/context.ts';
import type { Ids } from '../../ids.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Db, Store } from '../store.ts';
import * as auth from './auth.repository.ts';
import {
  addressLimit,
  codeLifetime,
  codeTries,
  day,
  limitHit,
  phoneLimits,
  resendAfterSeconds,
  staffLockMs,
  staffTries,
} from './auth.rules.ts';
import { hashCode, hashSecret, isPassword, isSameHash } from './password.ts';

export interface AuthDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  sms: SmsSender;
  accounts: AccountService;
  /** Secret of this installation for hashing codes. */
  codeKey: string;
  sessionDays: number;
  staffSessionDays: number;
}

export type AuthService = ReturnType<typeof createAuthService>;

export interface LoginRequest {
  phoneNo: string;
  verifyCode: string;
  source?: object | undefined;
  inviteCode?: string | undefined;
  agreementVersion?: string | undefined;
  deviceId?: string | undefined;
}

const ticketPath = '/cas/v1/tickets/';

export function createAuthService(deps: AuthDeps) {
  const { store, clock, ids, sms, accounts, codeKey, sessionDays, staffSessionDays } = deps;
  const { db, transact } = store;

  async function openSession(
    tx: Db,
    kind: 'user' | 'staff',
    accountId: string,
    facts: RequestFacts,
    deviceId: string | null = null,
  ) {
    const token = ids.secret();
    const ticket = kind === 'user' ? `TGT-${ids.secret()}` : null;
    const now = clock.now();
    await auth.insertSession(tx, {
      token_hash: hashSecret(token),
      kind,
      account_id: accountId,
      ticket_hash: ticket && hashSecret(ticket),
      address: facts.address,
      user_agent: facts.userAgent,
      device_id: deviceId,
      created_at: now,
      expires_at: now + (kind === 'user' ? sessionDays : staffSessionDays) * day,
    });
    await accounts.noteLogin(tx, accountId);
    return { token, redirectUrl: ticket ? ticketPath + ticket : '' };
  }

  /** The newest code of a number, used up; a wrong try is counted even though the login is refused. */
  async function consumeCode(phoneNo: string, verifyCode: string): Promise<void> {
    const refusal = await transact(async (tx) => {
      const code = await auth.newestCode(tx, phoneNo);
      const now = clock.now();
      if (!code || code.used_at !== null || code.expires_at <= now) return new ProductError('code.expired');
      if (code.wrong_tries >= codeTries) return new ProductError('code.void');
      if (!isSameHash(code.code_hash, hashCode(codeKey, phoneNo, verifyCode))) {
        await auth.countWrongTry(tx, code.id);
        const left = codeTries - code.wrong_tries - 1;
        return left > 0 ? new ProductError('code.wrong', { fill: { left } }) : new ProductError('code.void');
      }
      await auth.markUsed(tx, code.id, now);
      return null;
    });
    if (refusal) throw refusal;
  }

  async function codeRefusal(tx: Db, phoneNo: string, address: string): Promise<ProductError | null> {
    const now = clock.now();
    const byPhone = limitHit(phoneLimits, await auth.codeTimes(tx, { phoneNo }, now - day), now);
    const byAddress = limitHit([addressLimit], await auth.codeTimes(tx, { address }, now - addressLimit.windowMs), now);
    const hit = byPhone ?? byAddress;
    return hit && new ProductError(hit.limit.reason, { fill: { seconds: hit.seconds }, retryAfter: hit.seconds });
  }

  async function login(request: LoginRequest, facts: RequestFacts): Promise<{ token: string; answer: LoginAnswer }> {
    const { phoneNo, verifyCode, source, inviteCode, agreementVersion } = request;
    if (inviteCode && !(await accounts.findByInviteCode(db, inviteCode))) {
      throw new ProductError('invite.unknown', { fields: { inviteCode: ['邀请码不存在'] } });
    }
    await consumeCode(phoneNo, verifyCode);
    return transact(async (tx) => {
      const known = await accounts.findByPhone(tx, phoneNo);
      if (known?.status === 'banned')
        throw new ProductError('auth.banned', { fill: { why: known.status_reason || '请联系客服' } });
      const inviter = !known && inviteCode ? await accounts.findByInviteCode(tx, inviteCode) : undefined;
      const account = known ?? (await accounts.create(tx, { phoneNo, source, invitedBy: inviter?.id }));
      const { token, redirectUrl } = await openSession(tx, 'user', account.id, facts, request.deviceId ?? null);
      if (agreementVersion) {
        await auth.recordConsent(tx, {
          account_id: account.id,
          agreement_version: agreementVersion,
          address: facts.address,
          created_at: clock.now(),
        });
      }
      const answer: LoginAnswer = {
        userInfo: accounts.toUserInfo(account),
        inviteCode: account.invite_code,
        isNew: !known,
        redirectUrl,
      };
      return { token, answer };
    });
  }

  async function staffLogin(
    loginName: string,
    password: string,
    facts: RequestFacts,
  ): Promise<{ token: string; info: StaffInfo }> {
    const account = await accounts.findByLoginName(db, loginName);
    const now = clock.now();
    if (account?.locked_until && account.locked_until > now) {
      const seconds = (account.locked_until - now) / 1000;
      throw new ProductError('staff.locked', { fill: { minutes: Math.ceil(seconds / 60) }, retryAfter: seconds });
    }
    const isRight = await isPassword(password, account?.password_hash ?? null);
    if (!account?.role || !isRight) throw await refuseStaffLogin(account?.id);
    if (account.status === 'banned')
      throw new ProductError('auth.banned', { fill: { why: account.status_reason || '请联系管理员' } });
    const { token } = await transact((tx) => openSession(tx, 'staff', account.id, facts));
    return { token, info: toStaffInfo(account) };
  }

  /** Counts the wrong try; the last one locks. An unknown name is answered like a known one at its first try. */
  async function refuseStaffLogin(accountId: string | undefined): Promise<ProductError> {
    const tries = accountId
      ? await transact(async (tx) => {
          const account = await accounts.find(tx, accountId);
          const failed = (account.failed_logins % staffTries) + 1;
          await accounts.noteFailedLogin(
            tx,
            accountId,
            failed,
            failed >= staffTries ? clock.now() + staffLockMs : null,
          );
          return failed;
        })
      : 1;
    if (tries < staffTries) return new ProductError('staff.wrong_password', { fill: { left: staffTries - tries } });
    return new ProductError('staff.locked', {
      fill: { minutes: staffLockMs / 60_000 },
      retryAfter: staffLockMs / 1000,
    });
  }

  function toStaffInfo(account: auth.AccountRow): StaffInfo {
    const role = account.role ?? 'viewer';
    return {
      accountId: account.id,
      loginName: account.login_name ?? '',
      nickName: account.nick_name,
      role,
      permissions: [...permissionsOf(role)],
    };
  }

  const authenticator: Authenticator = {
    async user(token) {
      const sessionHash = hashSecret(token);
      const row = await auth.liveSession(db, sessionHash, 'user', clock.now());
      if (!row || row.status === 'banned') return null;
      return { kind: 'user', accountId: row.account_id, sessionHash };
    },
    async staff(token) {
      const sessionHash = hashSecret(token);
      const row = await auth.liveSession(db, sessionHash, 'staff', clock.now());
      if (!row?.role || row.status === 'banned') return null;
      return { kind: 'staff', accountId: row.account_id, role: row.role, sessionHash };
    },
  };

  return {
    authenticator,
    login,
    staffLogin,

    /** Stores the code before it is sent and takes it back when the provider refuses, so that a failure costs no try. */
    async sendCode(phoneNo: string, facts: RequestFacts): Promise<{ resendAfter: number }> {
      const code = String(ids.number(1_000_000)).padStart(6, '0');
      const now = clock.now();
      const id = await transact(async (tx) => {
        const refusal = await codeRefusal(tx, phoneNo, facts.address);
        if (refusal) throw refusal;
        return auth.insertCode(tx, {
          phone_no: phoneNo,
          address: facts.address,
          code_hash: hashCode(codeKey, phoneNo, code),
          wrong_tries: 0,
          used_at: null,
          expires_at: now + codeLifetime,
          created_at: now,
        });
      });
      try {
        await sms.sendCode({ phoneNo, code, at: now });
      } catch (cause) {
        await auth.removeCode(db, id);
        throw new ProductError('sms.failed', { cause });
      }
      return { resendAfter: resendAfterSeconds };
    },

    /** A session without a code, for the control plane. */
    openTestSession: (accountId: string, facts: RequestFacts) =>
      transact((tx) => openSession(tx, 'user', accountId, facts)),

    /** Whether a user's session still counts. */
    async isLive(sessionHash: string): Promise<boolean> {
      const row = await auth.liveSession(db, sessionHash, 'user', clock.now());
      return row !== undefined && row.status !== 'banned';
    },

    async staffInfo(accountId: string): Promise<StaffInfo> {
      return toStaffInfo(await accounts.find(db, accountId));
    },

    async endSession(token: string): Promise<void> {
      await auth.removeSession(db, hashSecret(token));
    },

    /** Ends the session behind a CAS ticket; one that has ended already is fine. */
    async endSessionByTicket(ticket: string): Promise<void> {
      await auth.removeSessionByTicket(db, hashSecret(ticket));
    },

    /** Removes what has expired; run now and then. */
    async sweep(): Promise<void> {
      await auth.removeExpired(db, clock.now(), clock.now() - 2 * day);
    },
  };
}
