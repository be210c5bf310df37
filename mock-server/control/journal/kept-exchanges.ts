import type { MemoryRoom, Sharer } from '../../memory-room.ts';
import type { Emptied } from '../../modules/base/store.ts';
import { type Exchange, type Head, type Message, withoutBody } from './exchange.ts';
import type { RawMessage } from './recorder.ts';

export interface Kept {
  head: Head;
  /** Both sides as they went over the wire, until they are first read. */
  raw: { request: RawMessage; answer: RawMessage } | undefined;
  read: Promise<Exchange> | undefined;
  /** Bytes of the bodies. */
  bytes: number;
}

/** Most bytes of bodies that are kept; the oldest bodies go first. */
const mostBytes = 16 * 1024 * 1024;

/** The last exchanges in the order in which their answers ended. @param most how many there are */
export function createKeptExchanges(store: Emptied, most: number, room: MemoryRoom) {
  /** Sometimes more than are kept. */
  let written: Kept[] = [];
  let bytes = 0;
  store.whenEmptied(clear);
  const sharer: Sharer = {
    bytes: () => bytes,
    forgetOldest() {
      const oldest = written.find((kept) => kept.bytes > 0);
      if (oldest) forget(oldest);
    },
  };
  room.join(sharer);

  function clear(): readonly Kept[] {
    const removed = written.slice(-most);
    written = [];
    bytes = 0;
    return removed;
  }

  function forget(kept: Kept): void {
    if (kept.bytes === 0) return;
    bytes -= kept.bytes;
    kept.bytes = 0;
    for (const message of kept.raw ? [kept.raw.request, kept.raw.answer] : [])
      Object.assign(message, { chunks: [], kept: 0 });
    kept.read = kept.read?.then((read) => ({
      ...read,
      request: withoutBody(read.request),
      answer: withoutBody(read.answer),
    }));
  }

  return {
    add(kept: Kept): void {
      written.push(kept);
      bytes += kept.bytes;
      if (written.length >= 2 * most) for (const old of written.splice(0, written.length - most)) forget(old);
      for (const old of written) {
        if (bytes <= mostBytes) break;
        forget(old);
      }
      room.keepWithin();
    },

    /** Gives its memory up. */
    close(): void {
      clear();
      room.leave(sharer);
    },

    /** Oldest first. */
    all: (): readonly Kept[] => written.slice(-most),

    /** Returns what it removed. */
    clear,
  };
}

/** Bytes that the bodies of a read exchange take. */
export const bytesOf = ({ request, answer }: Exchange): number => lengthOf(request) + lengthOf(answer);

const lengthOf = ({ text, parts = [] }: Message) =>
  (text?.length ?? 0) + parts.reduce((sum, { value = '', data = '' }) => sum + value.length + data.length, 0);
