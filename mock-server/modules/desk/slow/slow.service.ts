import type { SlowState } from '#shared/contract/slow-desk';
import { toolById } from '#shared/tools/registry';
import type { Clock } from '../../../adapters/clock/port.ts';
import { leastRuns, type SlowRuns, slowFactor } from './slow-runs.ts';
import { nameOfShape, type SlowStatements } from './slow-statements.ts';

export interface SlowDeskDeps {
  clock: Clock;
  slowStatements: SlowStatements;
  slowRuns: SlowRuns;
}

export type SlowDesk = ReturnType<typeof createSlowDesk>;

/** Slow statements and slow tasks for staff. */
export function createSlowDesk({ clock, slowStatements, slowRuns }: SlowDeskDeps) {
  const startedAt = performance.now();
  /** Statements run before there is a product's clock: their moments are on the monotonic one. */
  const onClock = (moment: number) => Math.round(clock.now() - (performance.now() - moment));
  return {
    state: (): SlowState => ({
      ...{ since: onClock(startedAt), boundMs: slowStatements.boundMs, factor: slowFactor, leastRuns },
      statements: slowStatements.list().map(({ seenAt, ...times }) => {
        return { name: nameOfShape(times.shape), ...times, lastAt: onClock(seenAt) };
      }),
      tools: slowRuns.list().map((times) => ({ ...times, toolTitle: toolById(times.tool)?.title ?? times.tool })),
    }),
  };
}
