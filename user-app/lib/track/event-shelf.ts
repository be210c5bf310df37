import type { BrowserStore } from '#shared/browser/stores';
import type { PageEvent } from '#shared/contract/system';
import { trackedEventsPrefix } from '../storage';

/** Events that wait, and how many were given up before them. */
export interface KeptEvents {
  events: PageEvent[];
  dropped: number;
}

interface Stored extends KeptEvents {
  /** When it was written, milliseconds since the epoch. */
  at: number;
}

/** A tab that has not written for so long is gone; where it is not, the server stores its events once all the same. */
const orphanAfterMs = 60_000;

/** Keeps events of closed tabs and of times without a network in local storage, under a key for each tab. Never fails. */
export function createEventShelf(ownKey: () => string, now: () => number, storage: BrowserStore) {
  const keyOf = (tab: string) => trackedEventsPrefix + tab;

  function take(key: string): KeptEvents {
    const kept = read(key);
    storage.removeItem(key);
    return { events: kept?.events ?? [], dropped: kept?.dropped ?? 0 };
  }

  function read(key: string): Stored | undefined {
    try {
      const value: Partial<Stored> | null = JSON.parse(storage.getItem(key) ?? 'null');
      const events = Array.isArray(value?.events)
        ? value.events.filter((event) => typeof event?.eventId === 'string')
        : [];
      return { events, dropped: Number(value?.dropped) || 0, at: Number(value?.at) || 0 };
    } catch {
      return undefined;
    }
  }

  return {
    save({ events, dropped }: KeptEvents): void {
      try {
        if (events.length + dropped === 0) storage.removeItem(keyOf(ownKey()));
        else storage.setItem(keyOf(ownKey()), JSON.stringify({ events, dropped, at: now() } satisfies Stored));
      } catch {
        // Then they live as long as the page.
      }
    },

    /** Events left by this tab when it was loaded last. */
    own(): KeptEvents {
      try {
        return take(keyOf(ownKey()));
      } catch {
        return { events: [], dropped: 0 };
      }
    },

    /** Events of closed tabs, oldest first. Only one tab at a time may ask. */
    orphans(): KeptEvents {
      try {
        const keys = storage.keys().filter((key) => key.startsWith(trackedEventsPrefix));
        const others = keys.filter((key) => key !== keyOf(ownKey()));
        const left = others.filter((key) => now() - (read(key)?.at ?? 0) > orphanAfterMs).map(take);
        return {
          events: left.flatMap(({ events }) => events).sort((one, other) => (one.at ?? 0) - (other.at ?? 0)),
          dropped: left.reduce((sum, { dropped }) => sum + dropped, 0),
        };
      } catch {
        return { events: [], dropped: 0 };
      }
    },
  };
}

export type EventShelf = ReturnType<typeof createEventShelf>;
