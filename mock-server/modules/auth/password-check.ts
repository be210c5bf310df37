import { ProductError } from '#shared/errors';
import type { Clock } from '../../adapters/clock/port.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Store } from '../store.ts';
import { passwordLockMs, passwordTries } from './auth.rules.ts';
import type { Passwords } from './password.ts';

/** How the two kinds of password login are refused. */
const reasons = {
  staff: { wrong: 'staff.wrong_password', locked: 'staff.locked' },
  user: { wrong: 'login.wrong_password', locked: 'login.locked' },
} as const;

export interface PasswordCheckDeps {
  store: Store;
  clock: Clock;
  accounts: AccountService;
  passwords: Passwords;
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
type Candidate = Awaited<ReturnType<AccountService['find']>>;

/**
 * Checks passwords of staff and users: five wrong tries lock an account for a quarter of an hour. Where there is no
 * account (or none of this kind) the answer is that of a known one at its first wrong try, after the same time.
 */
export function createPasswordCheck({ store, clock, accounts, passwords }: PasswordCheckDeps) {
  /**
   * Counts a try before the slow comparison, so that many at once are not more than five; the last one locks. The
   * login that follows a right password forgets them.
   */
  async function countTry(accountId: string, lockedReason: 'staff.locked' | 'login.locked'): Promise<number> {
    return store.transact(async (tx) => {
      const { locked_until, failed_logins } = await accounts.find(tx, accountId);
      const now = clock.now();
      if (locked_until && locked_until > now) throw locked(lockedReason, locked_until - now);
      const tries = (failed_logins % passwordTries) + 1;
      await accounts.noteFailedLogin(tx, accountId, tries, tries >= passwordTries ? now + passwordLockMs : null);
      return tries;
    });
  }

  /** The account whose password this is. Throws the `wrong` and `locked` of the kind, and `auth.banned`. */
  return async (kind: keyof typeof reasons, candidate: Candidate | undefined, password: string): Promise<Candidate> => {
    const account = candidate && (candidate.user_type === 9) === (kind === 'staff') ? candidate : undefined;
    const tries = account ? await countTry(account.id, reasons[kind].locked) : 1;
    const isRight = await passwords.matches(password, account?.password_hash ?? null);
    if (account && isRight) {
      if (account.status === 'active') return account;
      await accounts.noteFailedLogin(store.db, account.id, 0, null);
      throw new ProductError('auth.banned', { fill: { why: account.status_reason || '请联系客服' } });
    }
    if (tries >= passwordTries) throw locked(reasons[kind].locked, passwordLockMs);
    throw new ProductError(reasons[kind].wrong, { fill: { left: passwordTries - tries } });
  };
}

function locked(reason: 'staff.locked' | 'login.locked', leftMs: number): ProductError {
  return new ProductError(reason, { fill: { minutes: Math.ceil(leftMs / 60_000) }, retryAfter: leftMs / 1000 });
}
