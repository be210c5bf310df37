import { ProductError } from '#shared/errors';
import type { AdjustableClock } from '../adapters/clock/port.ts';
import type { Handlers } from '../http/mount.ts';
import type { SeededIds } from '../ids.ts';
import type { Store } from '../modules/base/store.ts';
import type { Runner } from '../worker/runner.ts';
import type { Worlds } from '../worlds/registry.ts';
import { writeState } from '../worlds/state.ts';
import type { controlContract, scenarios } from './contract.ts';
import type { Faults } from './faults.ts';
import { newState } from './world-state.ts';

export type Scenario = (typeof scenarios)[number];

/** The named world that a control plane belongs to. */
export interface PlaneWorld {
  name: string;
  /** Fills the empty folder of a world with the data of a scenario. */
  fill(scenario: Scenario, folder: string): Promise<void>;
}

export interface DataCallDeps {
  store: Store;
  clock: AdjustableClock;
  ids: SeededIds;
  runner: Runner;
  faults: Faults;
  /** Ends answers that are being written. */
  chatRuns: { close(): Promise<void> };
  /** Runs `work` while no job of a tick is running. */
  betweenTicks: (work: () => Promise<void>) => Promise<void>;
  reseed: (scenario: Scenario) => Promise<void>;
  /** Undefined for the plane of the unnamed world. */
  world: PlaneWorld | undefined;
  worlds: Worlds | undefined;
}

/** Begins a world anew, and looks at all of them. */
export function dataCalls(
  deps: DataCallDeps,
): Pick<Handlers<typeof controlContract>, 'reset' | 'spaces' | 'removeSpace'> {
  const { world, worlds } = deps;
  return {
    async reset({ input: { scenario, seed } }) {
      if (world && worlds) await replaceWorld(worlds, world, scenario, seed);
      else await resetHere(deps, scenario, seed);
      return { ok: true, scenario };
    },
    spaces: () => ({ current: world?.name ?? null, spaces: worlds?.list() ?? [] }),
    async removeSpace({ params: { name } }) {
      if (!worlds) throw new ProductError('space.not_found');
      await worlds.remove(name, name === world?.name ? 1 : 0);
      return { ok: true };
    },
  };
}

function replaceWorld(worlds: Worlds, world: PlaneWorld, scenario: Scenario, seed: string | undefined): Promise<void> {
  const fill = async (folder: string) => {
    await world.fill(scenario, folder);
    await writeState(folder, newState(Date.now(), seed));
  };
  return worlds.replace(world.name, fill, 1);
}

/** The unnamed world keeps its folder, which others lie in. */
async function resetHere(deps: DataCallDeps, scenario: Scenario, seed: string | undefined): Promise<void> {
  const { store, clock, ids, runner, faults } = deps;
  // A rule about the database would strike the reset itself.
  faults.clear();
  await deps.chatRuns.close();
  await deps.betweenTicks(() =>
    runner.pause(async () => {
      clock.set({ now: Date.now(), isFrozen: false });
      ids.follow(seed);
      await store.empty();
      await deps.reseed(scenario);
    }),
  );
}
