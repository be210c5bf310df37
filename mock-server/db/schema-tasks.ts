import type { Generated } from 'kysely';
import type { ResultQuality } from '#shared/domain/quality';
import type { TaskStatus } from '#shared/domain/task-status';
import type { TicketKind } from '#shared/domain/ticket-kind';

export interface TaskTable {
  id: string;
  account_id: string;
  tool: string;
  client_key: string;
  params: string;
  status: TaskStatus;
  seq: number;
  progress: number;
  /** Current step of the engine, and the share of the whole at which it ends; kept from one report to the next. */
  step_words: string | null;
  step_ends: number | null;
  engine: string;
  algorithm: string | null;
  quality: ResultQuality | null;
  /** Highest structure score of its outputs, 0–100 in tenths; null where none was measured. */
  score: Generated<number | null>;
  seed: number;
  ms: number | null;
  facts: string | null;
  ticket_kind: TicketKind;
  ticket_each: number;
  free_outputs: number;
  outputs: number;
  error_reason: string | null;
  error_message: string | null;
  retried_from: string | null;
  parent_id: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  deleted_at: number | null;
  project_id: string | null;
  /** Title given by its owner; empty while it goes by the tool's title. */
  title: Generated<string>;
  /** Title and prompt in lower case, for searching. */
  words: Generated<string>;
  /** Which words of the prompt took effect, as JSON; null while unknown or where the engine does not say. */
  words_read: string | null;
  /** Outputs that repeat an earlier one of the task. */
  doubles: Generated<number>;
  /** Key of the parameters that decide on the duration of a run; see `workloadOf`. */
  workload: Generated<string>;
  starred_at: number | null;
  /** When it was deleted for good: the row stays for the books, without content. */
  purged_at: number | null;
  /** Id of the request that started it, as it stands in the log; null for tasks of the program and of older versions. */
  request_id: Generated<string | null>;
  /** 1 for tasks that nobody has ordered, which connected engines never take. */
  is_unordered: Generated<number>;
}

/** A picture that a task's parameters name, and in which field. */
export interface TaskInputTable {
  task_id: string;
  field: string;
  image_id: string;
}

/** Reading of a picture of a task, as a file; another run of the same task uses it. */
export interface TaskReadingTable {
  task_id: string;
  image_id: string;
  sha256: string;
}

export interface TaskImageTable {
  task_id: string;
  place: number;
  image_id: string;
  /** Label of this output; null for those of earlier versions. */
  quality: ResultQuality | null;
  /** 1 where it should have been judged and could not. */
  is_unjudged: 1 | null;
  /** Structure beside the base, 0–100; null where its lines are not judged. */
  score: number | null;
  /** Measurements, and places where lines changed, as JSON; null where it was not judged. */
  judgement: string | null;
  /** Picture of its broken lines. */
  heat_image_id: string | null;
  /** `StructurePromise` as JSON; null where no score was wished for. */
  promise: string | null;
}

/** An output of a try whose task goes on; gone with the task's end. */
export interface TaskTryTable {
  task_id: string;
  /** From 1 on. */
  number: number;
  place: number;
  seed: number;
  sha256: string;
  /** Picture of its broken lines. */
  heat_sha256: string | null;
  /** The rest of the `FinishedOutput` as JSON. */
  output: string;
  /** Outcome of the try as JSON, at each of its outputs. */
  outcome: string;
}

export interface TaskEventTable {
  id: Generated<number>;
  account_id: string;
  task_id: string;
  seq: number;
  created_at: number;
}

export interface JobTable {
  id: Generated<number>;
  task_id: string;
  state: 'ready' | 'running' | 'done' | 'dead';
  attempt: number;
  run_at: number;
  /** The boot of the server that holds the lease. */
  lease_owner: string | null;
  /** Fencing token: every side effect of a run names it. */
  lease_token: string | null;
  lease_until: number | null;
  /** Key of the last start at the engine that may have begun; null where nothing was started. */
  start_key: string | null;
  /** The engine's operation, JSON. */
  operation: string | null;
  created_at: number;
  account_id: string;
  /** Place in the order of the queue: its virtual starting time; see `task-queue.ts`. */
  turn: number;
  /** Lane of the task's engine, see `laneOf`. */
  lane: string;
}

export interface TaskSchema {
  task: TaskTable;
  task_input: TaskInputTable;
  task_reading: TaskReadingTable;
  task_image: TaskImageTable;
  task_try: TaskTryTable;
  task_event: TaskEventTable;
  job: JobTable;
}
