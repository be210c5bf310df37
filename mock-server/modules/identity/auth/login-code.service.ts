import { isPhone } from '#shared/domain/phone';
import { day } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { EmailSender } from '../../../adapters/email/port.ts';
import { NumberRefused, type SmsSender } from '../../../adapters/sms/port.ts';
import type { Ids } from '../../../ids.ts';
import type { RequestFacts } from '../../base/caller.ts';
import { limitHit, networkOf } from '../../base/limits.ts';
import type { Db, Store } from '../../base/store.ts';
import { hashCode, isSameHash } from '../account/password.ts';
import * as auth from './auth.repository.ts';
import { addressLimit, codeLifetime, codeTries, emailLimits, phoneLimits, resendAfterSeconds } from './auth.rules.ts';

export interface LoginCodeDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  sms: SmsSender;
  email: EmailSender;
  /** Secret of this installation for hashing codes. */
  codeKey: string;
}

export type LoginCodeService = ReturnType<typeof createLoginCodeService>;

/** Purpose of a code: a code for `change` cannot be used to log in. */
export type CodePurpose = 'login' | 'change';

/** Codes of six digits that prove a phone number or an e-mail address; both follow the same rules. */
export function createLoginCodeService(deps: LoginCodeDeps) {
  const { store, clock, ids, codeKey } = deps;
  const { db, transact } = store;
  const hashOf = (target: string, purpose: CodePurpose, code: string) =>
    hashCode(codeKey, purpose === 'login' ? target : `${purpose} ${target}`, code);

  async function sendingRefusal(tx: Db, target: string, network: string): Promise<ProductError | null> {
    const now = clock.now();
    const limits = isPhone(target) ? phoneLimits : emailLimits;
    const byTarget = limitHit<(typeof limits)[number]>(limits, await auth.codeTimes(tx, { target }, now - day), now);
    const byAddress = limitHit(
      [addressLimit],
      await auth.codeTimes(tx, { address: network }, now - addressLimit.windowMs),
      now,
    );
    const hit = byTarget ?? byAddress;
    return hit && new ProductError(hit.limit.reason, { fill: { seconds: hit.seconds }, retryAfter: hit.seconds });
  }

  /** Stores the code before it is sent and takes it back when the provider refuses, so that a failure costs no try. */
  async function send(
    target: string,
    facts: RequestFacts,
    deliver: (code: string, at: number) => Promise<void>,
    failure: 'sms.failed' | 'email.failed',
    purpose: CodePurpose = 'login',
  ): Promise<{ resendAfter: number }> {
    const code = String(ids.number(1_000_000)).padStart(6, '0');
    const now = clock.now();
    const id = await transact(async (tx) => {
      const network = networkOf(facts.address);
      const refusal = await sendingRefusal(tx, target, network);
      if (refusal) throw refusal;
      return auth.insertCode(tx, {
        target,
        address: network,
        code_hash: hashOf(target, purpose, code),
        wrong_tries: 0,
        used_at: null,
        expires_at: now + codeLifetime,
        created_at: now,
      });
    });
    try {
      await deliver(code, now);
    } catch (cause) {
      await auth.removeCode(db, id);
      throw new ProductError(cause instanceof NumberRefused ? 'sms.number_refused' : failure, { cause });
    }
    return { resendAfter: resendAfterSeconds };
  }

  /**
   * Compares with the newest code of a target and counts a wrong try. Refusals are returned and not thrown, so that
   * the caller's transaction keeps the count. A code that was right is not used up by looking.
   */
  async function examineCode(
    tx: Db,
    target: string,
    verifyCode: string,
    purpose: CodePurpose = 'login',
  ): Promise<{ refusal: ProductError } | { refusal: null; spend: () => Promise<void> }> {
    const code = await auth.newestCode(tx, target);
    const now = clock.now();
    if (!code || code.used_at !== null || code.expires_at <= now) return { refusal: new ProductError('code.expired') };
    if (code.wrong_tries >= codeTries) return { refusal: new ProductError('code.void') };
    if (!isSameHash(code.code_hash, hashOf(target, purpose, verifyCode))) {
      await auth.countWrongTry(tx, code.id);
      const left = codeTries - code.wrong_tries - 1;
      return { refusal: left > 0 ? new ProductError('code.wrong', { fill: { left } }) : new ProductError('code.void') };
    }
    return { refusal: null, spend: () => auth.markUsed(tx, code.id, now) };
  }

  return {
    sendCode: (phoneNo: string, facts: RequestFacts, purpose?: CodePurpose) =>
      send(phoneNo, facts, (code, at) => deps.sms.sendCode({ phoneNo, code, at }), 'sms.failed', purpose),

    /** @param email in lower case */
    sendEmailCode: (email: string, facts: RequestFacts) =>
      send(email, facts, (code, at) => deps.email.sendCode({ email, code, at }), 'email.failed'),

    examineCode,

    /**
     * Uses up the newest code of a phone number or an e-mail address. Throws `code.wrong`, `code.expired`,
     * `code.void`; a wrong try is counted even then.
     */
    async consumeCode(target: string, verifyCode: string, purpose?: CodePurpose): Promise<void> {
      const refusal = await transact(async (tx) => {
        const examined = await examineCode(tx, target, verifyCode, purpose);
        if (!examined.refusal) await examined.spend();
        return examined.refusal;
      });
      if (refusal) throw refusal;
    },
  };
}
