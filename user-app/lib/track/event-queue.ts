import type { PageEvent } from '#shared/contract/system';
import { eventBatchLimits } from '#shared/domain/page-event';
import type { EventShelf, KeptEvents } from './event-shelf';

export interface QueuePorts {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** @returns calls it off */
  setTimer: (act: () => void, milliseconds: number) => () => void;
  /** From 0 to below 1. */
  random: () => number;
  isOnLine: () => boolean;
  /** Hands a message to the browser, which sends it after the page is gone too; false where it does not take it. */
  beacon: (body: string) => boolean;
  /** Sends a message; resolves with the status of the answer, rejects without one. */
  post: (body: string) => Promise<number>;
  deviceId: () => string;
  shelf: EventShelf;
  /** Runs what only one tab of the browser may do at a time. */
  alone: (act: () => void) => void;
}

interface Entry {
  event: PageEvent;
  bytes: number;
}

const fullAt = 10;
const gatherMs = 5_000;
/** Kept at most while nothing can be sent. */
const mostKept = { events: 1_000, bytes: 512 * 1024 };
/** What stands around the events of a message, and what each gets when it is sent, bytes at most. */
const envelopeBytes = 200;
const sealBytes = 50;
const longestPauseMs = 60_000;
/** After so many tries in vain they wait for the network's return or the next page. */
const mostTries = 8;
/** Answers that the same message would get again. */
const refusals = [400, 413, 422];

const utf8 = new TextEncoder();

export type EventQueue = ReturnType<typeof createEventQueue>;

/**
 * Gathers events and sends ten at a time, or what there is after five seconds. What cannot be sent is kept for later;
 * nothing is lost but the oldest of very many. The same event may be sent twice: the server stores it once. It begins
 * with what this tab and tabs that are gone have left.
 */
export function createEventQueue(ports: QueuePorts) {
  let waiting: Entry[] = [];
  /** Given up and not yet told. */
  let dropped = 0;
  let inFlight: ReadonlySet<Entry> = new Set();
  let tries = 0;
  let stopTimer: (() => void) | undefined;

  function save(): void {
    ports.shelf.save({ events: waiting.map(({ event }) => event), dropped });
  }

  function add(events: readonly PageEvent[], isFirst: boolean): void {
    const entries = events.map((event) => ({ event, bytes: utf8.encode(JSON.stringify(event)).length }));
    waiting = isFirst ? [...entries, ...waiting] : [...waiting, ...entries];
    let bytes = waiting.reduce((sum, entry) => sum + entry.bytes, 0);
    while (waiting.length > mostKept.events || bytes > mostKept.bytes) {
      bytes -= waiting.shift()?.bytes ?? 0;
      dropped += 1;
    }
  }

  /** The next message, of what is not under way. */
  function nextBatch(): Entry[] {
    const batch: Entry[] = [];
    let bytes = envelopeBytes;
    for (const entry of waiting) {
      if (inFlight.has(entry)) continue;
      bytes += entry.bytes + sealBytes;
      if (batch.length > 0 && (bytes > eventBatchLimits.bytes || batch.length === eventBatchLimits.events)) break;
      batch.push(entry);
    }
    return batch;
  }

  function messageOf(batch: readonly Entry[], lost: number): string {
    const sentAt = ports.now();
    const events = batch.map(({ event }, place) => ({
      ...event,
      sentAt,
      ...(place === 0 && lost ? { dropped: lost } : {}),
    }));
    return JSON.stringify({ events, deviceId: ports.deviceId() });
  }

  function remove(batch: readonly Entry[]): void {
    const gone = new Set(batch);
    waiting = waiting.filter((entry) => !gone.has(entry));
  }

  function wake(): void {
    const { event } = waiting[0] ?? {};
    if (!event || stopTimer || tries > 0 || inFlight.size > 0) return;
    if (waiting.length >= fullAt) return void send();
    const restMs = Math.min(gatherMs, Math.max(0, (event.at ?? 0) + gatherMs - ports.now()));
    startTimer(restMs);
  }

  function startTimer(milliseconds: number): void {
    stopTimer = ports.setTimer(() => {
      stopTimer = undefined;
      void send();
    }, milliseconds);
  }

  async function send(): Promise<void> {
    if (inFlight.size > 0 || !ports.isOnLine()) return;
    stopTimer?.();
    stopTimer = undefined;
    const batch = nextBatch();
    if (batch.length === 0) return;
    inFlight = new Set(batch);
    const told = dropped;
    const status = await ports.post(messageOf(batch, told)).catch(() => 0);
    inFlight = new Set();
    if (status >= 200 && status < 300) {
      dropped -= told;
      tries = 0;
      remove(batch);
    } else if (refusals.includes(status)) {
      dropped += batch.length;
      tries = 0;
      remove(batch);
    } else if (++tries < mostTries && !stopTimer) {
      const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** tries);
      startTimer(pauseMs * (0.75 + ports.random() / 4));
    }
    save();
    wake();
  }

  function takeOver({ events, dropped: lost }: KeptEvents): void {
    if (events.length + lost === 0) return;
    dropped += lost;
    add(events, true);
    save();
    wake();
  }

  takeOver(ports.shelf.own());
  ports.alone(() => takeOver(ports.shelf.orphans()));
  return {
    put(...events: PageEvent[]): void {
      add(events, false);
      save();
      if (waiting.length >= fullAt && tries === 0) {
        stopTimer?.();
        stopTimer = undefined;
      }
      wake();
    },

    /** The page may be gone in a moment. While the server cannot be reached, what waits is kept for the next page. */
    leave(): void {
      while (tries === 0 && ports.isOnLine()) {
        const batch = nextBatch();
        if (batch.length === 0) break;
        if (!ports.beacon(messageOf(batch, inFlight.size > 0 ? 0 : dropped))) {
          void send();
          break;
        }
        if (inFlight.size === 0) dropped = 0;
        remove(batch);
      }
      save();
    },

    /** The network is back. */
    resume(): void {
      tries = 0;
      stopTimer?.();
      stopTimer = undefined;
      void send();
    },
  };
}
