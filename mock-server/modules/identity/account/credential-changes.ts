import { maskEmail, maskPhone } from '#shared/domain/phone';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { EmailSender } from '../../../adapters/email/port.ts';
import { noticeTexts, type SmsSender } from '../../../adapters/sms/port.ts';
import type { Db } from '../../base/store.ts';
import type { PendingChanges } from '../../records/pending/pending-change.service.ts';
import type { AccountRow } from './account.repository.ts';
import * as accounts from './account.repository.ts';
import type { PhoneHash } from './former-phone.ts';

/** New values of the credentials of an account, by column; the password is hashed. */
export type CredentialChange = Partial<Pick<AccountRow, 'phone_no' | 'email' | 'login_name' | 'password_hash'>>;

export interface CredentialChangeDeps {
  clock: Clock;
  sms: SmsSender;
  email: EmailSender;
  log: { warn(fact: object, sentence: string): void };
  pending: PendingChanges;
  hashPhone: PhoneHash;
  /** Deletes all sessions of an account, inside the caller's transaction. */
  endSessions: (tx: Db, accountId: string) => Promise<void>;
}

export type CredentialChanges = ReturnType<typeof createCredentialChanges>;

/**
 * Credential changes of accounts: carried out after approval, with a notice to the previous phone number and e-mail
 * address.
 */
export function createCredentialChanges({
  clock,
  sms,
  email,
  log,
  pending,
  hashPhone,
  endSessions,
}: CredentialChangeDeps) {
  async function requireFree(tx: Db, accountId: string, change: CredentialChange): Promise<void> {
    const { phone_no: phoneNo, login_name: loginName, email: address } = change;
    const others = [
      [phoneNo ? await accounts.findByPhone(tx, phoneNo) : undefined, 'account.phone_taken'],
      [loginName ? await accounts.findByLoginName(tx, loginName) : undefined, 'account.name_taken'],
      [address ? await accounts.findByEmail(tx, address) : undefined, 'account.email_taken'],
    ] as const;
    for (const [other, reason] of others) if (other && other.id !== accountId) throw new ProductError(reason);
  }

  /**
   * Sends a notice of a credential change to the previous phone number and e-mail address. Failures are only logged:
   * the change stays.
   */
  async function tellBefore({ phone_no, email: address }: Pick<AccountRow, 'phone_no' | 'email'>): Promise<void> {
    const at = clock.now();
    const warn = (fact: object) => (error: unknown) => log.warn({ error, ...fact }, '登录方式变更的通知没有发出');
    await Promise.all([
      phone_no &&
        sms
          .sendNotice({ phoneNo: phone_no, notice: 'doors_changed', at })
          .catch(warn({ phoneNo: maskPhone(phone_no) })),
      address &&
        email
          .sendNotice({ email: address, text: noticeTexts.doors_changed, at })
          .catch(warn({ email: maskEmail(address) })),
    ]);
  }

  pending.register<CredentialChange>('account', {
    async carryOut(tx, { subject, version, change }) {
      const account = await accounts.findAccount(tx, subject);
      if (!account || account.deleted_at !== null || account.version !== version)
        throw new ProductError('pending.stale');
      await requireFree(tx, subject, change);
      const patch = { ...change, version: version + 1, updated_at: clock.now() };
      await accounts.updateDoors(tx, subject, patch, { hash: hashPhone, now: clock.now() });
      await endSessions(tx, subject);
      return {
        before: valuesOf(account, change),
        after: valuesOf(change, change),
        afterwards: () => tellBefore(account),
      };
    },
  });

  return { tellBefore };
}

/** Phone number, e-mail address and login name of `row` that the change sets, by their API field names. */
function valuesOf(row: CredentialChange, change: CredentialChange): Record<string, unknown> {
  return {
    ...(change.phone_no === undefined ? {} : { phoneNo: row.phone_no }),
    ...(change.email === undefined ? {} : { email: row.email }),
    ...(change.login_name === undefined ? {} : { loginName: row.login_name }),
  };
}
