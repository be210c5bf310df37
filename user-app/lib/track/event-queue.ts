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
/** Largest overhead of a message and of each event in it, bytes. */
const envelopeBytes = 200;
const sealBytes = 50;
const longestPauseMs = 60_000;
/** After so many tries in vain they wait for the network's return or the next page. */
const mostTries = 8;
/** Answers that the same message would get again. */
const refusals = [400, 413, 422];

const utf8 = new TextEncoder();

/**
 * Gathers events and sends ten at a time, or what there is after five seconds. What cannot be sent is kept for later;
 * nothing is lost but the oldest of very many. The same event may be sent twice: the server stores it once. It begins
 * with what this tab and tabs that are gone have left.
 */
export class EventQueue {
  readonly #ports: QueuePorts;
  #waiting: Entry[] = [];
  /** Events given up that the server was not told of yet. */
  #dropped = 0;
  #inFlight: ReadonlySet<Entry> = new Set();
  #tries = 0;
  #stopTimer: (() => void) | undefined;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#takeOver(ports.shelf.own());
    ports.alone(() => this.#takeOver(ports.shelf.orphans()));
  }

  put(...events: PageEvent[]): void {
    this.#add(events, false);
    this.#save();
    if (this.#waiting.length >= fullAt && this.#tries === 0) this.#endTimer();
    this.#wake();
  }

  /** The page may be gone in a moment. While the server cannot be reached, what waits is kept for the next page. */
  leave(): void {
    while (this.#tries === 0 && this.#ports.isOnLine()) {
      const batch = this.#nextBatch();
      if (batch.length === 0) break;
      const isUnderWay = this.#inFlight.size > 0;
      if (!this.#ports.beacon(this.#messageOf(batch, isUnderWay ? 0 : this.#dropped))) {
        void this.#send();
        break;
      }
      if (!isUnderWay) this.#dropped = 0;
      this.#remove(batch);
    }
    this.#save();
  }

  /** The network is back. */
  readonly resume = (): void => {
    this.#tries = 0;
    this.#endTimer();
    void this.#send();
  };

  #save(): void {
    this.#ports.shelf.save({ events: this.#waiting.map(({ event }) => event), dropped: this.#dropped });
  }

  #add(events: readonly PageEvent[], isFirst: boolean): void {
    const entries = events.map((event) => ({ event, bytes: utf8.encode(JSON.stringify(event)).length }));
    this.#waiting = isFirst ? [...entries, ...this.#waiting] : [...this.#waiting, ...entries];
    let bytes = this.#waiting.reduce((sum, entry) => sum + entry.bytes, 0);
    while (this.#waiting.length > mostKept.events || bytes > mostKept.bytes) {
      bytes -= this.#waiting.shift()?.bytes ?? 0;
      this.#dropped += 1;
    }
  }

  /** The next message, of what is not under way. */
  #nextBatch(): Entry[] {
    const batch: Entry[] = [];
    let bytes = envelopeBytes;
    for (const entry of this.#waiting) {
      if (this.#inFlight.has(entry)) continue;
      bytes += entry.bytes + sealBytes;
      if (batch.length > 0 && (bytes > eventBatchLimits.bytes || batch.length === eventBatchLimits.events)) break;
      batch.push(entry);
    }
    return batch;
  }

  #messageOf(batch: readonly Entry[], lost: number): string {
    const sentAt = this.#ports.now();
    const events = batch.map(({ event }, index) => ({
      ...event,
      sentAt,
      ...(index === 0 && lost ? { dropped: lost } : {}),
    }));
    return JSON.stringify({ events, deviceId: this.#ports.deviceId() });
  }

  #remove(batch: readonly Entry[]): void {
    const gone = new Set(batch);
    this.#waiting = this.#waiting.filter((entry) => !gone.has(entry));
  }

  #wake(): void {
    const { event } = this.#waiting[0] ?? {};
    if (!event || this.#stopTimer || this.#tries > 0 || this.#inFlight.size > 0) return;
    if (this.#waiting.length >= fullAt) return void this.#send();
    this.#startTimer(Math.min(gatherMs, Math.max(0, (event.at ?? 0) + gatherMs - this.#ports.now())));
  }

  #startTimer(milliseconds: number): void {
    this.#stopTimer = this.#ports.setTimer(() => {
      this.#stopTimer = undefined;
      void this.#send();
    }, milliseconds);
  }

  #endTimer(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  async #send(): Promise<void> {
    if (this.#inFlight.size > 0 || !this.#ports.isOnLine()) return;
    this.#endTimer();
    const batch = this.#nextBatch();
    if (batch.length === 0) return;
    this.#inFlight = new Set(batch);
    const told = this.#dropped;
    const status = await this.#ports.post(this.#messageOf(batch, told)).catch(() => 0);
    this.#inFlight = new Set();
    if (status >= 200 && status < 300) {
      this.#dropped -= told;
      this.#tries = 0;
      this.#remove(batch);
    } else if (refusals.includes(status)) {
      this.#dropped += batch.length;
      this.#tries = 0;
      this.#remove(batch);
    } else if (++this.#tries < mostTries && !this.#stopTimer) {
      const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** this.#tries);
      this.#startTimer(pauseMs * (0.75 + this.#ports.random() / 4));
    }
    this.#save();
    this.#wake();
  }

  #takeOver({ events, dropped: lost }: KeptEvents): void {
    if (events.length + lost === 0) return;
    this.#dropped += lost;
    this.#add(events, true);
    this.#save();
    this.#wake();
  }
}
