import { createHmac } from 'node:crypto';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Ids } from '../../../ids.ts';
import type { RequestFacts } from '../../base/caller.ts';
import { createCounter, createMemory, networkOf } from '../../base/limits.ts';
import type { Emptied, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { forgettable } from '../../records/audit/chain.ts';
import { bannedRefusal, isBanned } from '../account/account.rules.ts';
import type { AccountService } from '../account/account.service.ts';
import { isSameHash, type Passwords } from '../account/password.ts';
import * as auth from './auth.repository.ts';
import {
  checksAtOnce,
  checksWaiting,
  networkTries,
  passwordLockMs,
  passwordTries,
  slowedAfter,
  slowedFirstMs,
  slowedForgottenMs,
  slowedMostMs,
} from './auth.rules.ts';
import { createLane } from './lane.ts';

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

/** A try to log in with a password. */
interface PasswordTry {
  /** Id of the account, or the name that was typed where no account has it. */
  target: string;
  address: string;
  /** The browser, where one shows that this account has logged in with it before. */
  device: string | null;
  /** True when this device or address has logged in to the account before. */
  isKnownPlace: boolean;
}

/** Milliseconds to wait; then nothing was counted. */
type Refused = { waitMs: number };

interface CountedTry {
  /** Tries left at this place; 0 has locked it. */
  left: number;
  /** True when the try has made the account slow for all places it does not know. */
  isSlowed: boolean;
  /** As if it had not been. */
  takeBack(): void;
  /** The password was right: the place's tries are forgotten, those of other places are not. */
  forgive(): void;
}

/**
 * Locks out the guesser and not the owner ([0013](../../../docs/decisions/0013-names-and-passwords-at-the-door.md)).
 * Five wrong tries lock an account for the place they came from: a known device, or else a network. Wrong tries from
 * places the account does not know slow all such places down, however many there are. A network has limits over all
 * accounts. All of it is in memory and the same for names that nobody has.
 */
function createPasswordGuard({ store, clock }: { store: Emptied; clock: Clock }) {
  const places = createMemory<{ wrong: number; lastAt: number; lockedUntil: number }>(store);
  const targets = createMemory<{ wrong: number; lastAt: number; slowUntil: number }>(store);
  const networks = createCounter({ store, clock, ...networkTries });

  /** Counts a try before the slow comparison, so that many at once are no more than five. Throws `request.too_often`. */
  return function begin({ target, address, device, isKnownPlace }: PasswordTry): CountedTry | Refused {
    const now = clock.now();
    const network = networkOf(address);
    const place = `${target}|${device ?? network}`;
    const atPlace = places.get(place);
    if (atPlace && atPlace.lockedUntil > now) return { waitMs: atPlace.lockedUntil - now };
    const onTarget = targets.get(target);
    if (!isKnownPlace && onTarget && onTarget.slowUntil > now) return { waitMs: onTarget.slowUntil - now };
    if (!device) networks.count(network);

    const isRecent = atPlace && atPlace.lockedUntil === 0 && now - atPlace.lastAt < passwordLockMs;
    const wrong = (isRecent ? atPlace.wrong : 0) + 1;
    const isLast = wrong >= passwordTries;
    places.set(place, { wrong, lastAt: now, lockedUntil: isLast ? now + passwordLockMs : 0 });

    const isOld = !onTarget || now - onTarget.lastAt >= slowedForgottenMs;
    const before = isOld ? { wrong: 0, lastAt: now, slowUntil: 0 } : onTarget;
    const strangers = before.wrong + 1;
    if (!isKnownPlace) targets.set(target, { wrong: strangers, lastAt: now, slowUntil: now + slowdownMs(strangers) });

    function takeBack(): void {
      if (!device) networks.forgive(network);
      const present = places.get(place);
      if (present) places.set(place, { ...present, wrong: present.wrong - 1, lockedUntil: 0 });
      const slowed = targets.get(target);
      if (!isKnownPlace && slowed)
        targets.set(target, { ...slowed, wrong: slowed.wrong - 1, slowUntil: before.slowUntil });
    }

    return {
      left: passwordTries - wrong,
      isSlowed: !isKnownPlace && strangers === slowedAfter + 1,
      takeBack,
      forgive() {
        takeBack();
        places.remove(place);
      },
    };
  };
}

/** Delay for unknown browsers after a number of wrong tries, milliseconds: 0 at first, then growing. */
function slowdownMs(wrong: number): number {
  const beyond = wrong - slowedAfter;
  return beyond <= 0 ? 0 : Math.min(slowedMostMs, slowedFirstMs * 2 ** (beyond - 1));
}
