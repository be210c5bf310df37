import { z } from 'zod';
import { desk } from './desk.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './fields.ts';

/** Statements of one shape that took longer than the bound, since the start of the server. */
const SlowStatement = z.object({
  /** Verb and table, e.g. `select task`. */
  name: z.string(),
  /** SQL with every value left out. */
  shape: z.string(),
  /** Executions beyond the bound; those within it are not counted. */
  count: z.int(),
  totalMs: z.number(),
  longestMs: z.number(),
  lastMs: z.number(),
  lastAt: Instant,
});
export type SlowStatement = z.infer<typeof SlowStatement>;

const SlowRun = z.object({ taskId: Id, ms: z.int(), at: Instant });

/** Successful runs of one tool since the start of the server. */
const SlowTool = z.object({
  tool: z.string(),
  toolTitle: z.string(),
  /** Runs that the quantile is taken over; the newest ones. */
  runs: z.int(),
  /** Time that 95 % of them took at most, milliseconds. */
  p95Ms: z.int(),
  /** Runs that took much longer than the tool's runs before them did. */
  slow: z.int(),
  longest: SlowRun,
  last: SlowRun,
});
export type SlowTool = z.infer<typeof SlowTool>;

export const SlowState = z.object({
  since: Instant,
  /** Milliseconds above which a statement counts as slow. */
  boundMs: z.number(),
  /** Multiple of the tool's 95 % quantile above which a run counts as slow, and the runs that it takes. */
  factor: z.number(),
  leastRuns: z.int(),
  /** Those that took longest in total first. */
  statements: z.array(SlowStatement),
  /** Tools with slow runs, the ones with the most first. */
  tools: z.array(SlowTool),
});
export type SlowState = z.infer<typeof SlowState>;

export const slowDeskContract = {
  slowState: endpoint({
    ...desk,
    method: 'GET',
    path: '/api/admin/v1/slow',
    permission: 'engine.read',
    summary: '本次启动以来慢的数据库语句（不含数值）和明显慢于同一工具以往的任务',
    output: SlowState,
  }),
} as const;
