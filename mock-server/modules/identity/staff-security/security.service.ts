import QrCode from 'qrcode';
import type { StaffSecurity, StaffSession } from '#shared/contract/staff-desk';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import { createCounter } from '../../base/limits.ts';
import type { Seal } from '../../base/seal.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import { badPassword, hashCode, type Passwords, requireGoodPassword } from '../account/password.ts';
import * as doors from './security.repository.ts';
import {
  authenticatorUrl,
  newRecoveryCode,
  newSecret,
  recoveryCodesGiven,
  setUpsOf,
  spelledRecoveryCode,
  stepOfCode,
  triesAtCodes,
} from './security.rules.ts';

export interface StaffSecurityDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  passwords: Passwords;
  audit: AuditService;
  seal: Seal;
  /** Secret of this installation. */
  codeKey: string;
  /** Returns true for the example staff of local mode, who are exempt from all checks. */
  isExempt: (loginName: string) => boolean;
}

export type StaffSecurityService = ReturnType<typeof createStaffSecurityService>;

interface StaffSecurityParts extends StaffSecurityDeps {
  tries: ReturnType<typeof createCounter>;
}

/** The doors of staff: second factors, passwords, and where somebody is logged in. */
export function createStaffSecurityService(deps: StaffSecurityDeps) {
  const { store, clock } = deps;
  const tries = createCounter({ store, clock, ...triesAtCodes });
  const parts: StaffSecurityParts = { ...deps, tries };
  return {
    ...withDeps(parts, {
      passFactor,
      startFactor,
      confirmFactor,
      removeFactor,
      newRecoveryCodes,
      changePassword,
      notePasswordByOthers,
      proveOwn,
      endMySession,
      endMyOtherSessions,
      endStaffSessions,
      resetFactor,
      requireNewPassword,
      security,
      sessions,
    }),
    guardLogin: <T>(accountId: string, work: () => Promise<T>): Promise<T> => guarded(parts, accountId, work),
    /** Steps to take before anything else is open to an account of staff. */
    mustSetUp: async (accountId: string) => (await security(deps, accountId)).mustSetUp,
  };
}

/**
 * The second factor at the door, inside the transaction that opens the session; nothing where there is none.
 * Throws `staff.totp_needed`, `staff.totp_wrong`. Tries are counted by {@link guardLogin}.
 */
async function passFactor(deps: StaffSecurityDeps, tx: Db, accountId: string, code: string | undefined): Promise<void> {
  const factor = await doors.findFactor(tx, accountId);
  if (!factor?.confirmed_at) return;
  if (code === undefined) throw new ProductError('staff.totp_needed');
  await takeCode(deps, tx, accountId, factor, code);
}

async function startFactor(deps: StaffSecurityParts, caller: StaffCaller, password: string) {
  const { store, seal, clock } = deps;
  return guarded(deps, caller.accountId, async () => {
    await requireOwnPassword(deps, caller.accountId, password);
    const secret = newSecret(deps.ids);
    const { login_name } = await door(store.db, caller.accountId);
    await store.transact(async (tx) => {
      if ((await doors.findFactor(tx, caller.accountId))?.confirmed_at) throw new ProductError('staff.factor_on');
      await doors.putFactor(tx, {
        account_id: caller.accountId,
        sealed_secret: seal.seal(secret),
        confirmed_at: null,
        last_step: 0,
        created_at: clock.now(),
      });
    });
    const url = authenticatorUrl(secret, login_name ?? '');
    return { secret, url, qrImage: await QrCode.toDataURL(url, { margin: 1, width: 240 }) };
  });
}

async function confirmFactor(deps: StaffSecurityParts, caller: StaffCaller, code: string, facts: RequestFacts) {
  const { store, clock, audit } = deps;
  const { accountId } = caller;
  return guarded(deps, accountId, () =>
    store.transact(async (tx) => {
      const factor = await doors.findFactor(tx, accountId);
      if (!factor) throw new ProductError('staff.factor_off');
      if (factor.confirmed_at !== null) throw new ProductError('staff.factor_on');
      await takeCode(deps, tx, accountId, factor, code);
      await doors.confirmFactor(tx, accountId, clock.now());
      await doors.endSessions(tx, accountId, caller.sessionHash);
      await audit.record(tx, { caller, facts, action: 'staff.factor_on', subject: accountId });
      return giveRecoveryCodes(deps, tx, accountId);
    }),
  );
}

async function removeFactor(
  deps: StaffSecurityParts,
  caller: StaffCaller,
  typed: { password: string; totpCode: string },
  facts: RequestFacts,
) {
  const { store, isExempt, audit } = deps;
  const { accountId } = caller;
  await guarded(deps, accountId, async () => {
    await requireOwnPassword(deps, accountId, typed.password);
    await store.transact(async (tx) => {
      const row = await door(tx, accountId);
      const factor = await requireFactor(tx, accountId);
      if (row.is_factor_needed === 1 && !isExempt(row.login_name ?? '')) throw new ProductError('staff.factor_needed');
      await takeCode(deps, tx, accountId, factor, typed.totpCode);
      await doors.removeFactor(tx, accountId);
      await audit.record(tx, { caller, facts, action: 'staff.factor_off', subject: accountId });
    });
  });
  return null;
}

async function newRecoveryCodes(deps: StaffSecurityParts, caller: StaffCaller, code: string, facts: RequestFacts) {
  const { accountId } = caller;
  return guarded(deps, accountId, () =>
    deps.store.transact(async (tx) => {
      await takeCode(deps, tx, accountId, await requireFactor(tx, accountId), code);
      await deps.audit.record(tx, { caller, facts, action: 'staff.recovery_codes', subject: accountId });
      return giveRecoveryCodes(deps, tx, accountId);
    }),
  );
}

async function changePassword(
  deps: StaffSecurityParts,
  caller: StaffCaller,
  typed: { password: string; newPassword: string },
  facts: RequestFacts,
) {
  const { store, passwords, clock, audit } = deps;
  const { accountId } = caller;
  await guarded(deps, accountId, async () => {
    await requireOwnPassword(deps, accountId, typed.password);
    const row = await door(store.db, accountId);
    requireGoodPassword(typed.newPassword, [row.login_name ?? '', row.nick_name], 'newPassword');
    if (typed.newPassword === typed.password) throw badPassword('newPassword', '新密码不能与当前密码相同');
    const hash = await passwords.hash(typed.newPassword);
    await store.transact(async (tx) => {
      await doors.setPassword(tx, accountId, hash);
      await doors.putPasswordNote(tx, accountId, false, clock.now());
      await doors.endSessions(tx, accountId, caller.sessionHash);
      await audit.record(tx, { caller, facts, action: 'staff.password', subject: accountId });
    });
  });
  return null;
}

/**
 * Records that another member of staff set the password of a staff account: it has to be changed at the next login,
 * and the two accounts count as one person for approvals.
 */
async function notePasswordByOthers(
  { clock }: StaffSecurityDeps,
  tx: Db,
  accountId: string,
  by: string,
): Promise<void> {
  if (await doors.findDoor(tx, accountId)) await doors.putPasswordNote(tx, accountId, true, clock.now(), by);
}

/**
 * Consumes a code of the member's own authenticator. For use inside a transaction. Throws `staff.factor_off`,
 * `staff.totp_needed`, `staff.totp_wrong`.
 */
async function proveOwn(deps: StaffSecurityDeps, tx: Db, accountId: string, code: string | undefined): Promise<void> {
  const factor = await requireFactor(tx, accountId);
  if (code === undefined) throw new ProductError('staff.totp_needed');
  await takeCode(deps, tx, accountId, factor, code);
}

async function endMySession(
  { store, clock, audit }: StaffSecurityDeps,
  caller: StaffCaller,
  id: string,
  facts: RequestFacts,
) {
  await store.transact(async (tx) => {
    const rows = await doors.staffSessions(tx, caller.accountId, clock.now());
    const found = rows.find((row) => publicId(row.token_hash) === id);
    if (!found) throw new ProductError('staff.session_not_found');
    await doors.endSession(tx, found.token_hash);
    const after = { address: found.address };
    await audit.record(tx, { caller, facts, action: 'staff.session_end', subject: caller.accountId, after });
  });
  return null;
}

async function endMyOtherSessions({ store, audit }: StaffSecurityDeps, caller: StaffCaller, facts: RequestFacts) {
  return store.transact(async (tx) => {
    const ended = await doors.endSessions(tx, caller.accountId, caller.sessionHash);
    const after = { ended };
    await audit.record(tx, { caller, facts, action: 'staff.session_end', subject: caller.accountId, after });
    return { ended };
  });
}

async function endStaffSessions(
  { store, audit }: StaffSecurityDeps,
  caller: StaffCaller,
  id: string,
  reason: string,
  facts: RequestFacts,
) {
  return store.transact(async (tx) => {
    await door(tx, id);
    const ended = await doors.endSessions(tx, id, caller.accountId === id ? caller.sessionHash : undefined);
    const after = { reason, ended };
    await audit.record(tx, { caller, facts, action: 'staff.session_end', subject: id, after });
    return { ended };
  });
}

async function resetFactor(
  { store, audit }: StaffSecurityDeps,
  caller: StaffCaller,
  id: string,
  reason: string,
  facts: RequestFacts,
) {
  requireOther(caller, id);
  await store.transact(async (tx) => {
    await door(tx, id);
    await requireFactor(tx, id);
    await doors.removeFactor(tx, id);
    await doors.endSessions(tx, id);
    await audit.record(tx, { caller, facts, action: 'staff.factor_reset', subject: id, after: { reason } });
  });
  return null;
}

async function requireNewPassword(
  { store, clock, audit }: StaffSecurityDeps,
  caller: StaffCaller,
  id: string,
  reason: string,
  facts: RequestFacts,
) {
  requireOther(caller, id);
  await store.transact(async (tx) => {
    await door(tx, id);
    await doors.putPasswordNote(tx, id, true, clock.now());
    await audit.record(tx, { caller, facts, action: 'staff.password_needed', subject: id, after: { reason } });
  });
  return null;
}

async function door(handle: Db, accountId: string) {
  const row = await doors.findDoor(handle, accountId);
  if (!row) throw new ProductError('account.not_found');
  return row;
}

/** Takes a code of the authenticator or a recovery code, each once. Throws `staff.totp_wrong`, `request.too_often`. */
async function takeCode(
  deps: StaffSecurityDeps,
  tx: Db,
  accountId: string,
  factor: doors.FactorRow,
  code: string,
): Promise<void> {
  const { seal, clock, codeKey } = deps;
  const isRight = /^\d{6}$/.test(code)
    ? await takeStep(tx, accountId, stepOfCode(seal.open(factor.sealed_secret), code, clock.now()))
    : await doors.spendRecoveryCode(tx, accountId, hashCode(codeKey, accountId, code), clock.now());
  if (isRight) return;
  throw new ProductError('staff.totp_wrong', { fields: { totpCode: ['动态码不正确或已经用过'] } });
}

async function takeStep(tx: Db, accountId: string, step: number | null) {
  return step !== null && doors.spendStep(tx, accountId, step);
}

/** Runs something that guesses could be made at, and counts its refusals. */
async function guarded<T>(deps: StaffSecurityParts, accountId: string, work: () => Promise<T>): Promise<T> {
  deps.tries.check(accountId);
  try {
    return await work();
  } catch (error) {
    const isGuess =
      error instanceof ProductError && ['staff.totp_wrong', 'staff.wrong_own_password'].includes(error.reason);
    if (isGuess) deps.tries.note(accountId);
    throw error;
  }
}

async function requireOwnPassword(deps: StaffSecurityDeps, accountId: string, password: string): Promise<void> {
  const { password_hash } = await door(deps.store.db, accountId);
  if (!(await deps.passwords.matches(password, password_hash)))
    throw new ProductError('staff.wrong_own_password', { fields: { password: ['当前密码不正确'] } });
}

async function requireFactor(tx: Db, accountId: string): Promise<doors.FactorRow> {
  const factor = await doors.findFactor(tx, accountId);
  if (!factor?.confirmed_at) throw new ProductError('staff.factor_off');
  return factor;
}

async function giveRecoveryCodes(
  deps: StaffSecurityDeps,
  tx: Db,
  accountId: string,
): Promise<{ recoveryCodes: string[] }> {
  const codes = Array.from({ length: recoveryCodesGiven }, () => newRecoveryCode(deps.ids));
  await doors.replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => hashCode(deps.codeKey, accountId, code)),
  );
  return { recoveryCodes: codes.map(spelledRecoveryCode) };
}

async function security(deps: StaffSecurityDeps, accountId: string): Promise<StaffSecurity> {
  const { store, isExempt } = deps;
  const row = await door(store.db, accountId);
  return {
    mustSetUp: setUpsOf(row, isExempt(row.login_name ?? '')),
    isFactorNeeded: row.is_factor_needed === 1 && !isExempt(row.login_name ?? ''),
    factorSince: row.confirmed_at,
    recoveryCodesLeft: await doors.countRecoveryCodes(store.db, accountId),
    passwordSetAt: row.set_at,
  };
}

async function sessions(deps: StaffSecurityDeps, accountId: string, current?: string): Promise<StaffSession[]> {
  const rows = await doors.staffSessions(deps.store.db, accountId, deps.clock.now());
  return rows.map((row) => ({
    id: publicId(row.token_hash),
    address: row.address,
    userAgent: row.user_agent,
    isCurrent: row.token_hash === current,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

function requireOther(caller: StaffCaller, id: string): void {
  if (caller.accountId === id) throw new ProductError('staff.own_door');
}

/** Names a session without telling what a cookie would be compared with. */
function publicId(tokenHash: string): string {
  return hashCode('session', '', tokenHash).slice(0, 16);
}
