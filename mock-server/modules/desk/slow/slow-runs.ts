import { second } from '#shared/domain/time';
import type { CountedRun } from '../../../adapters/metrics/port.ts';
import type { Emptied } from '../../base/store.ts';

/** A run that succeeded: its duration, and the moment of its end, in milliseconds. */
interface EndedRun {
  taskId: string;
  ms: number;
  at: number;
}

/** Slow runs of one tool, and the quantile of its newest runs in milliseconds. */
export interface ToolTimes {
  tool: string;
  runs: number;
  p95Ms: number;
  slow: number;
  longest: EndedRun;
  last: EndedRun;
}

export type SlowRuns = ReturnType<typeof createSlowRuns>;

/** Newest runs of a tool that its quantile is taken over. */
const mostRuns = 200;
/** Runs before which nothing is called slow. */
export const leastRuns = 20;
/** Multiple of the quantile above which a run is slow: of a steady tool 1 run in 20 is beyond the quantile itself. */
export const slowFactor = 1.5;
const share = 0.95;

/**
 * Remembers the times of successful runs by tool, and which took much longer than those before them.
 * @param now the product's clock
 */
export function createSlowRuns(now: () => number) {
  const times = new Map<string, number[]>();
  const slow = new Map<string, Pick<ToolTimes, 'slow' | 'longest' | 'last'>>();
  const p95Of = (runs: readonly number[]) => {
    const sorted = runs.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  };

  return {
    note({ tool, task, outcome, seconds }: Pick<CountedRun, 'tool' | 'task' | 'outcome' | 'seconds'>): void {
      if (outcome !== 'succeeded') return;
      const ms = Math.round(seconds * second);
      const before = times.get(tool) ?? [];
      if (before.length >= leastRuns && ms > p95Of(before) * slowFactor) {
        const last = { taskId: task, ms, at: now() };
        const known = slow.get(tool);
        const longest = known && known.longest.ms >= ms ? known.longest : last;
        slow.set(tool, { slow: (known?.slow ?? 0) + 1, longest, last });
      }
      times.set(tool, [...before.slice(1 - mostRuns), ms]);
    },

    list: (): ToolTimes[] =>
      [...slow]
        .map(([tool, found]) => {
          const runs = times.get(tool) ?? [];
          return { tool, runs: runs.length, p95Ms: p95Of(runs), ...found };
        })
        .toSorted((a, b) => b.slow - a.slow),

    forgetWith(store: Emptied): void {
      store.whenEmptied(() => times.clear());
      store.whenEmptied(() => slow.clear());
    },
  };
}
