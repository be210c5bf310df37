import { minute } from '#shared/domain/time';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { Store } from '../../base/store.ts';
import * as figures from './engine-figures.repository.ts';

/** Runs of an engine that are looked at, and those of one tool that a median is taken over. */
const runsLookedAt = 500;
const runsCompared = 21;

/** Median times of an output by engine and tool, from the last runs; kept for a minute. */
export function createEngineSpeeds({ store, clock }: { store: Store; clock: Clock }) {
  const kept = new Map<string, { at: number; speeds: Promise<ReadonlyMap<string, number>> }>();
  store.whenEmptied(() => kept.clear());

  async function read(engine: string): Promise<ReadonlyMap<string, number>> {
    const rows = await figures.lastOutputs(store.db, engine, runsLookedAt);
    const byTool = Map.groupBy(rows, ({ tool }) => tool);
    return new Map(
      [...byTool].map(([tool, runs]) => {
        const times = runs.slice(0, runsCompared).map(({ ms }) => ms);
        return [tool, figures.middleOf(times)] as const;
      }),
    );
  }

  return {
    /** Milliseconds of an output by tool; tools that the engine has never run are left out. */
    of(engine: string): Promise<ReadonlyMap<string, number>> {
      const now = clock.now();
      const known = kept.get(engine);
      if (known && now >= known.at && now - known.at < minute) return known.speeds;
      const speeds = read(engine);
      kept.set(engine, { at: now, speeds });
      speeds.catch(() => kept.delete(engine));
      return speeds;
    },
  };
}
