import type { Clock } from '../../../adapters/clock/port.ts';
import { createCounter, createMemory, networkOf } from '../../base/limits.ts';
import type { Emptied } from '../../base/store.ts';
import {
  networkTries,
  passwordLockMs,
  passwordTries,
  slowedAfter,
  slowedFirstMs,
  slowedForgottenMs,
  slowedMostMs,
} from './auth.rules.ts';

/** A try to log in with a password. */
export interface PasswordTry {
  /** Whose password it would be: an account, or a name nobody has. */
  target: string;
  address: string;
  /** The browser, where one shows that this account has logged in with it before. */
  device: string | null;
  /** True when this device or address has logged in to the account before. */
  isKnownPlace: boolean;
}

/** Milliseconds to wait; then nothing was counted. */
export type Refused = { waitMs: number };

export interface CountedTry {
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
export function createPasswordGuard({ store, clock }: { store: Emptied; clock: Clock }) {
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
