/** Messages from the benchmark to the measured program. `longest` reads and resets the longest block. */
export type Question = 'jobs' | 'longest' | JobQuestion;

/** Starts a job and measures it until it ends, at most for `patienceMs` milliseconds. */
export interface JobQuestion {
  job: string;
  patienceMs: number;
}

/** Longest blocks of the thread that answers requests since the last question; all times in milliseconds. */
export interface Longest {
  /** Statement with the longest processor time. */
  statement: { ms: number; sql: string };
  /** Longest commit, including the wait for the disk. */
  commitMs: number;
  /** Longest processor time of a turn of the event loop, including requests answered in it. */
  turnMs: number;
  /** Rows that statements returned or changed. */
  rows: number;
}

/** Measurements of a job on the thread that answers requests. */
export interface Ran extends Longest {
  ms: number;
  isOver: boolean;
  error?: string;
}
