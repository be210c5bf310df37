import type { Generated } from 'kysely';

/** Outcome of an attempt at a task. `lost`: its lease ran out; `released`: the server stopped and gave it back. */
export type AttemptOutcome = 'succeeded' | 'failed' | 'retried' | 'canceled' | 'lost' | 'released';

export interface JobAttemptTable {
  id: Generated<number>;
  task_id: string;
  /** From 1 on, over all attempts at the task. */
  number: number;
  engine: string;
  /** The boot of the server that ran it. */
  lease_owner: string;
  started_at: number;
  /** Null while it runs. */
  ended_at: number | null;
  outcome: AttemptOutcome | null;
  /** The account that ended it; null where nobody did. */
  ended_by: string | null;
  /** Reason in the error catalogue; null where it went well. */
  reason: string | null;
  message: string | null;
  /** Amount that the engine's service charged, fen; null where it is not known or nothing. */
  cost_fen: number | null;
}

/** Lines of the engine and the runner on a task. */
export interface TaskLogTable {
  id: Generated<number>;
  task_id: string;
  /** Number of the attempt. */
  attempt: number;
  words: string;
  /** 0–1; null where the line is not about progress. */
  progress: number | null;
  created_at: number;
}

/** At most one row: the queue begins nothing new. */
export interface QueuePauseTable {
  id: number;
  reason: string;
  /** Notice for people who wait. */
  notice: string;
  paused_by: string;
  paused_at: number;
}

/** A setting of staff over the environment's value or the default. */
export interface SettingTable {
  id: string;
  /** JSON; null once it was put back. */
  chosen: string | null;
  version: number;
  updated_by: string;
  updated_at: number;
}

export interface WorksSchema {
  job_attempt: JobAttemptTable;
  task_log: TaskLogTable;
  queue_pause: QueuePauseTable;
  setting: SettingTable;
}
