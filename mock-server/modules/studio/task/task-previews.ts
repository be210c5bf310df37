import type { RenderPreview } from '../../../adapters/render/port.ts';
import type { Ids } from '../../../ids.ts';
import type { Emptied } from '../../base/store.ts';

/** Largest preview that is kept, bytes; larger ones are left out. */
const mostBytes = 512 * 1024;
/** Most bytes of all previews together; beyond them the oldest go. */
const mostBytesOfAll = 32 * 1024 * 1024;

interface Kept {
  accountId: string;
  /** Unguessable, the same for all previews of a run. */
  token: string;
  /** Counts the previews of a run from 1. */
  number: number;
  bytes: Uint8Array;
  format: RenderPreview['format'];
}

export type TaskPreviews = ReturnType<typeof createTaskPreviews>;

/** The newest unfinished picture of each run, in memory until the run ends; never stored. */
export function createTaskPreviews({ store, ids }: { store: Emptied; ids: Pick<Ids, 'secret'> }) {
  /** By task, the one that was written longest ago first. */
  const kept = new Map<string, Kept>();
  let held = 0;
  store.whenEmptied(() => {
    kept.clear();
    held = 0;
  });

  function drop(taskId: string): void {
    held -= kept.get(taskId)?.bytes.byteLength ?? 0;
    kept.delete(taskId);
  }

  return {
    /** Keeps a picture in place of the former one of the task. Files that are too large or no JPEG or PNG are left out. */
    put(taskId: string, accountId: string, { bytes }: Pick<RenderPreview, 'bytes'>): void {
      const format = formatOf(bytes);
      if (!format || bytes.byteLength > mostBytes) return;
      const former = kept.get(taskId);
      drop(taskId);
      const token = former?.token ?? ids.secret();
      // A copy: what an engine hands over may be a window on a much larger buffer.
      const own = Uint8Array.from(bytes);
      kept.set(taskId, { accountId, token, number: (former?.number ?? 0) + 1, bytes: own, format });
      held += own.byteLength;
      for (const oldest of kept.keys()) {
        if (held <= mostBytesOfAll) break;
        drop(oldest);
      }
    },
    drop,
    /** Address of the newest preview of a task, another one for each; undefined where there is none. */
    urlOf(taskId: string): string | undefined {
      const found = kept.get(taskId);
      return found && `/api/ai/runPreviews/${found.token}?number=${found.number}`;
    },
    /** The newest preview of the account's run with this token. */
    find(accountId: string, token: string): Pick<Kept, 'bytes' | 'format'> | undefined {
      return [...kept.values()].find((each) => each.token === token && each.accountId === accountId);
    },
  };
}

function formatOf(bytes: Uint8Array): RenderPreview['format'] | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'jpg';
  return first === 0x89 && second === 0x50 && third === 0x4e ? 'png' : undefined;
}
