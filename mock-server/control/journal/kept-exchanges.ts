import type { MemoryRoom, Sharer } from '../../memory-room.ts';
import type { Emptied } from '../../modules/base/store.ts';
import type { Exchange, Head, Message } from './exchange.ts';
import { withoutBody } from './exchange.ts';
import { noBody, type RecordedBody } from './recorder.ts';

/** An exchange as it was recorded: nothing of it is read. */
export interface Recorded {
  number: number;
  /** Milliseconds of the product's clock. */
  at: number;
  requestId: string;
  method: string;
  url: string;
  status: number;
  ms: number;
  reason: string;
  accountId: string | null;
  isPlane: boolean;
  /** Names and values in turn, as those of the answer. */
  requestHeaders: readonly string[];
  requestBody: Readonly<RecordedBody>;
  answerHeaders: ReadonlyArray<string | number | string[]>;
  answerBody: Readonly<RecordedBody>;
}

export interface Kept {
  /** Until its bodies are first read. */
  recorded: Recorded | undefined;
  /** Once it was asked for. */
  head: Head | undefined;
  read: Promise<Exchange> | undefined;
  /** Bytes of the bodies. */
  bytes: number;
}

/** Most bytes of bodies that are kept; the oldest bodies go first. */
const mostBytes = 16 * 1024 * 1024;

/**
 * The last exchanges in the order in which their answers ended. Not one more is held: what outlives two collections of
 * young memory costs several times what recording does.
 *
 * @param most how many there are
 */
export function createKeptExchanges(store: Emptied, most: number, room: MemoryRoom) {
  /** The exchange with the count `n` stands at `n % most`. */
  let ring: Kept[] = [];
  let added = 0;
  /** Exchanges before this count have no body. */
  let withBody = 0;
  let bytes = 0;
  store.whenEmptied(clear);
  const sharer: Sharer = {
    bytes: () => bytes,
    forgetOldest() {
      while (withBody < added && (ring[withBody % most]?.bytes ?? 0) === 0) withBody++;
      const oldest = ring[withBody % most];
      if (oldest) forget(oldest);
    },
  };
  room.join(sharer);

  const all = (): readonly Kept[] => {
    const oldest = added % most;
    return ring.length < most ? [...ring] : [...ring.slice(oldest), ...ring.slice(0, oldest)];
  };

  function clear(): readonly Kept[] {
    const removed = all();
    ring = [];
    added = 0;
    withBody = 0;
    bytes = 0;
    return removed;
  }

  function forget(kept: Kept): void {
    if (kept.bytes === 0) return;
    bytes -= kept.bytes;
    kept.bytes = 0;
    const { recorded } = kept;
    if (recorded)
      kept.recorded = {
        ...recorded,
        requestBody: emptied(recorded.requestBody),
        answerBody: emptied(recorded.answerBody),
      };
    kept.read = kept.read?.then((read) => ({
      ...read,
      request: withoutBody(read.request),
      answer: withoutBody(read.answer),
    }));
  }

  return {
    add(kept: Kept): void {
      const replaced = ring[added % most];
      if (replaced) bytes -= replaced.bytes;
      ring[added % most] = kept;
      added += 1;
      bytes += kept.bytes;
      withBody = Math.max(withBody, added - most);
      for (; bytes > mostBytes; withBody++) forget(ring[withBody % most] as Kept);
      room.keepWithin();
    },

    /** Gives its memory up. */
    close(): void {
      clear();
      room.leave(sharer);
    },

    /** Oldest first. */
    all,

    /** Returns what it removed. */
    clear,
  };
}

/** A body of which only type and length are known. */
const emptied = ({ type, bytes }: Readonly<RecordedBody>): Readonly<RecordedBody> => ({ ...noBody, type, bytes });

/** Bytes that the bodies of a read exchange take. */
export const bytesOf = ({ request, answer }: Exchange): number => lengthOf(request) + lengthOf(answer);

const lengthOf = ({ text, parts = [] }: Message) =>
  (text?.length ?? 0) + parts.reduce((sum, { value = '', data = '' }) => sum + value.length + data.length, 0);
