import { inChina, midnightOf, startOfDay } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Db, Store } from '../../base/store.ts';
import * as records from './engine.repository.ts';
import type { EngineTermsByName } from './engine-terms.ts';

export type EngineBudgets = ReturnType<typeof createEngineBudgets>;

/**
 * Budgets of engines whose runs cost the operator money. A run reserves its cost with the note of its start; the real
 * cost takes its place at the end where the service tells it.
 */
export function createEngineBudgets({ store, clock, terms }: { store: Store; clock: Clock; terms: EngineTermsByName }) {
  /** Why one more run would be too much, a Chinese sentence; undefined while there is budget. */
  async function usedUp(handle: Db, engine: string): Promise<string | undefined> {
    const budget = terms.get(engine)?.budget;
    if (!budget) return undefined;
    const { perRunFen, dayFen, monthFen } = budget;
    const now = clock.now();
    const isOver = async (limit: number | undefined, since: number) =>
      limit !== undefined && (await records.costSince(handle, engine, since)) + perRunFen > limit;
    if (await isOver(dayFen, startOfDay(now))) return '今天的预算已用完，明天恢复';
    if (await isOver(monthFen, startOfMonth(now))) return '本月的预算已用完，下月恢复';
    return undefined;
  }

  return {
    closedBy: (engine: string) => usedUp(store.db, engine),

    /** Cost of the engine's runs since a moment, reserved ones included, fen. */
    costSince: (engine: string, since: number) => records.costSince(store.db, engine, since),

    /** Budget of the engine and how much of it is used; undefined where it has none. */
    async use(engine: string) {
      const budget = terms.get(engine)?.budget;
      if (!budget) return undefined;
      const now = clock.now();
      const { perRunFen, dayFen = null, monthFen = null } = budget;
      return {
        perRunFen,
        day: { usedFen: await records.costSince(store.db, engine, startOfDay(now)), limitFen: dayFen },
        month: { usedFen: await records.costSince(store.db, engine, startOfMonth(now)), limitFen: monthFen },
        closedBy: (await usedUp(store.db, engine)) ?? null,
      };
    },

    /** Reserves the cost of a run of the task; false when the budget does not allow it. */
    async reserve(tx: Db, engine: string, taskId: string): Promise<boolean> {
      const budget = terms.get(engine)?.budget;
      if (!budget) return true;
      if ((await usedUp(tx, engine)) !== undefined) return false;
      await records.changeCost(tx, taskId, budget.perRunFen);
      return true;
    },

    /** The run of the task has cost nothing. */
    release: (tx: Db, taskId: string) => records.changeCost(tx, taskId, null),
  };
}

function startOfMonth(now: number): number {
  const local = inChina(now);
  return midnightOf(local.getUTCFullYear(), local.getUTCMonth() + 1, 1);
}
