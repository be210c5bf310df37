/** What the bench asks the program. */
export type Question = 'jobs' | JobQuestion;

/** The job is begun and looked at until it is over, or for so long. */
export interface JobQuestion {
  job: string;
  patienceMs: number;
}

/** How a job went, on the thread that answers requests; milliseconds. */
export interface Ran {
  ms: number;
  isOver: boolean;
  /** That took longest of the processor. */
  statement: { ms: number; sql: string };
  /** The longest wait for the disk. */
  commitMs: number;
  /** The longest turn of the event loop, of the processor, with the answers given meanwhile. */
  turnMs: number;
  error?: string;
}
