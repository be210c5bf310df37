import { day } from '#shared/domain/time';
import type { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';

import type { Db, Store } from '../../base/store.ts';
import * as attempts from './attempt.repository.ts';

/** Lines that are kept of one task, over all its attempts; what comes after them is not written. */
const mostLines = 200;
const linesKeptMs = 30 * day;
const longestLine = 500;

/** End of an attempt, and its cause. */
export interface AttemptEnd {
  outcome: attempts.AttemptOutcome;
  /** The account that ended it. */
  by?: string;
  error?: ProductError;
  /** Amount that the engine's service charged, fen; null for none. */
  costFen?: number | null | undefined;
}

export type TaskJournal = ReturnType<typeof createTaskJournal>;

/** Journal of a task for staff: its attempts, and the lines of engine and runner. */
export function createTaskJournal({ store, clock }: { store: Store; clock: Clock }) {
  const { db } = store;

  async function write(
    tx: Db,
    taskId: string,
    attempt: number,
    words: string,
    { progress = null, at = clock.now() }: { progress?: number | null; at?: number } = {},
  ): Promise<void> {
    if ((await attempts.countLines(tx, taskId)) >= mostLines) return;
    const line = { task_id: taskId, attempt, words: words.slice(0, longestLine), progress, created_at: at };
    await attempts.insertLine(tx, line);
  }

  return {
    write,

    /** Opens an attempt; returns its number. */
    async open(tx: Db, taskId: string, engine: string, owner: string): Promise<number> {
      const attempt = { task_id: taskId, engine, lease_owner: owner, started_at: clock.now() };
      const number = await attempts.openAttempt(tx, attempt);
      await write(tx, taskId, number, `第 ${number} 次尝试开始，引擎 ${engine}`);
      return number;
    },

    /** Ends the attempt under way; nothing where none is. */
    async end(tx: Db, taskId: string, { outcome, by, error, costFen }: AttemptEnd, words: string): Promise<void> {
      const message = error?.message.slice(0, longestLine) ?? null;
      const number = await attempts.changeOpenAttempt(tx, taskId, {
        ended_at: clock.now(),
        outcome,
        ended_by: by ?? null,
        reason: error?.reason ?? null,
        message,
        // Without a cost from the service the reserved amount stays. An interrupted run gives it back: its next one
        // reserves it again.
        ...(costFen !== undefined && { cost_fen: costFen }),
        ...((outcome === 'released' || outcome === 'lost') && { cost_fen: null }),
      });
      if (number !== undefined) await write(tx, taskId, number, words);
    },

    wereAllPutOffFor: attempts.wereAllPutOffFor,
    attemptsOf: (handle: Db, taskId: string) => attempts.attemptsOf(handle, taskId),
    linesOf: (handle: Db, taskId: string) => attempts.linesOf(handle, taskId),
    sweep: () => store.slices.run((rows) => attempts.removeLinesBefore(db, clock.now() - linesKeptMs, rows)),
  };
}
