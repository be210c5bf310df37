/** Messages from the benchmark to the measured program. */
export type Question = 'jobs' | JobQuestion;

/** Starts a job and measures it until it ends, at most for `patienceMs` milliseconds. */
export interface JobQuestion {
  job: string;
  patienceMs: number;
}

/** Measurements of a job on the thread that answers requests; all times in milliseconds. */
export interface Ran {
  ms: number;
  isOver: boolean;
  /** Statement with the longest processor time. */
  statement: { ms: number; sql: string };
  /** Longest commit, including the wait for the disk. */
  commitMs: number;
  /** Longest processor time of a turn of the event loop, including requests answered in it. */
  turnMs: number;
  error?: string;
}
