import { createHmac } from 'node:crypto';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { RequestFacts } from '../../base/caller.ts';
import type { Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { forgettable } from '../../records/audit/chain.ts';
import { bannedRefusal, isBanned } from '../account/account.rules.ts';
import type { AccountService } from '../account/account.service.ts';
import { isSameHash, type Passwords } from '../account/password.ts';
import * as auth from './auth.repository.ts';
import { checksAtOnce, checksWaiting, passwordLockMs } from './auth.rules.ts';
import { createLane } from './lane.ts';
import { type CountedTry, createPasswordGuard } from './password-guard.ts';

/** Reasons for refusals of the two kinds of password login. */
const reasons = {
  staff: { wrong: 'staff.wrong_password', locked: 'staff.locked' },
  user: { wrong: 'login.wrong_password', locked: 'login.locked' },
} as const;

type Kind = keyof typeof reasons;

export interface PasswordCheckDeps {
  store: Store;
  clock: Clock;
  ids: Ids;
  audit: AuditService;
  /** Secret of this installation. */
  codeKey: string;
  passwords: Passwords;
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;
type Candidate = Awaited<ReturnType<AccountService['find']>>;

/** A name and a password as somebody typed them, and where. */
export interface TypedPassword {
  name: string;
  password: string;
  facts: RequestFacts;
  /** Mark this browser got at its last login with a password. */
  deviceMark?: string | undefined;
}

/**
 * Checks passwords of staff and users. Who guesses is locked out or slowed down, and staff find it in the audit. Where
 * there is no account (or none of this kind) everything is the same as for a known one: words, counts and time.
 */
export function createPasswordCheck({ store, clock, ids, audit, codeKey, passwords }: PasswordCheckDeps) {
  const begin = createPasswordGuard({ store, clock });
  const lane = createLane({ atOnce: checksAtOnce });

  /** A browser that has logged in to an account shows it by a mark that nobody else can make. */
  const markOf = (accountId: string, device: string) =>
    `${device}.${createHmac('sha256', codeKey).update(`device:${accountId}:${device}`).digest('base64url')}`;

  function deviceOf(account: Candidate | undefined, mark: string | undefined): string | null {
    const [device = ''] = mark?.split('.') ?? [];
    return mark && isSameHash(mark, markOf(account?.id ?? '', device)) ? device : null;
  }

  async function countTry(kind: Kind, account: Candidate | undefined, typed: TypedPassword) {
    const { address } = typed.facts;
    const device = deviceOf(account, typed.deviceMark);
    const hasSession = await auth.hasSessionFrom(store.db, account?.id ?? '', address, clock.now());
    const isKnownPlace = device !== null || hasSession;
    const target = `${kind}:${account?.id ?? plainName(typed.name)}`;
    const counted = begin({ target, address, device, isKnownPlace });
    if ('waitMs' in counted) throw locked(kind, counted.waitMs);
    return { counted, device, isKnownPlace };
  }

  /** Bounded by the guard, which lets few tries of an account get here. */
  async function noteWrongTry(account: Candidate, { facts }: TypedPassword, { left, isSlowed }: CountedTry) {
    const note = (action: (typeof forgettable)[number], after: object) =>
      store.transact((tx) =>
        audit.record(tx, { caller: { accountId: '' }, facts, action, subject: account.id, after }),
      );
    await note('staff.login_failed', { left });
    if (left === 0) await note('staff.login_locked', { address: facts.address });
    if (isSlowed) await note('staff.login_slowed', {});
  }

  async function refuseTry(kind: Kind, account: Candidate | undefined, typed: TypedPassword, counted: CountedTry) {
    if (account && kind === 'staff') await noteWrongTry(account, typed, counted);
    if (counted.left === 0) return locked(kind, passwordLockMs);
    return new ProductError(reasons[kind].wrong, { fill: { left: counted.left } });
  }

  /**
   * The account that is found, if this is its password, and a mark for the browser. Throws the `wrong` and `locked` of the kind,
   * `login.busy`, `request.too_often` and `auth.banned`.
   */
  return async function check(
    kind: Kind,
    find: () => Promise<Candidate | undefined>,
    typed: TypedPassword,
  ): Promise<{ account: Candidate; deviceMark: string }> {
    // A flood is sent away before it costs anything; who may belong here is looked at.
    if (lane.isFull(typed.deviceMark ? 2 * checksWaiting : checksWaiting)) throw busy();
    const account = ofKind(kind, await find());
    const { counted, device, isKnownPlace } = await countTry(kind, account, typed);
    const compare = () => passwords.matches(typed.password, account?.password_hash ?? null);
    const isRight = await lane.run(compare, isKnownPlace ? 2 * checksWaiting : checksWaiting);
    if (isRight === null) {
      counted.takeBack();
      throw busy();
    }
    if (!account || !isRight) throw await refuseTry(kind, account, typed, counted);
    counted.forgive();
    if (isBanned(account, clock.now())) throw bannedRefusal(account);
    return { account, deviceMark: markOf(account.id, device ?? ids.secret()) };
  };
}

function ofKind(kind: Kind, candidate: Candidate | undefined): Candidate | undefined {
  return candidate && (candidate.user_type === 9) === (kind === 'staff') ? candidate : undefined;
}

function busy(): ProductError {
  return new ProductError('login.busy', { fill: { seconds: 2 }, retryAfter: 2 });
}

function locked(kind: Kind, waitMs: number): ProductError {
  const fill = { minutes: Math.ceil(waitMs / minute) };
  return new ProductError(reasons[kind].locked, { fill, retryAfter: waitMs / 1000 });
}

/** One spelling of a name nobody has, so that each spelling does not bring tries of its own. */
function plainName(name: string): string {
  const phoneNo = normalizePhone(name);
  return isPhone(phoneNo) ? phoneNo : name.trim().toLowerCase();
}
