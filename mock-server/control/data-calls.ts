import { ProductError } from '#shared/errors';
import { userCookie } from '../http/cookies.ts';
import type { Handlers } from '../http/mount.ts';
import type { SeededIds } from '../ids.ts';
import type { Runner } from '../worker/runner.ts';
import type { Worlds } from '../worlds/registry.ts';
import { writeState } from '../worlds/state.ts';
import type { controlContract } from './contract.ts';
import { Fault } from './fault-contract.ts';
import { createFaultRules } from './faults/rules.ts';
import { accountsOf, type ScenarioName, scenarioOf } from './scenarios.ts';
import type { Occasion, StateDeps } from './state/context.ts';
import { makeState } from './state/make-state.ts';
import { StateInput } from './state-contract.ts';
import { newState } from './world-state.ts';

/** The named world that a control plane belongs to. */
export interface PlaneWorld {
  name: string;
  /** Fills the empty folder of a world with the data of a scenario. */
  fill(scenario: ScenarioName, folder: string): Promise<void>;
}

export interface DataCallDeps extends StateDeps {
  ids: SeededIds;
  runner: Runner;
  /** Ends answers that are being written. */
  chatRuns: { close(): Promise<void> };
  /** Runs `work` while no job of a tick is running. */
  betweenTicks: (work: () => Promise<void>) => Promise<void>;
  reseed: (scenario: 'seed' | 'empty') => Promise<void>;
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
      return { ok: true, scenario, accounts: accountsOf(scenario) };
    },
    spaces: () => ({ current: world?.name ?? null, spaces: worlds?.list() ?? [] }),
    async removeSpace({ params: { name } }) {
      if (!worlds) throw new ProductError('space.not_found');
      await worlds.remove(name, name === world?.name ? 1 : 0);
      return { ok: true };
    },
  };
}

function replaceWorld(
  worlds: Worlds,
  world: PlaneWorld,
  scenario: ScenarioName,
  seed: string | undefined,
): Promise<void> {
  const { isPayLineDown } = scenarioOf(scenario);
  const fill = async (folder: string) => {
    await world.fill(scenario, folder);
    await writeState(folder, { ...newState(Date.now(), seed), isPayLineDown, faults: faultsOf(scenario) });
  };
  return worlds.replace(world.name, fill, 1);
}

/** The unnamed world keeps its folder, which others lie in. */
async function resetHere(deps: DataCallDeps, scenario: ScenarioName, seed: string | undefined): Promise<void> {
  const { store, clock, ids, runner, faults } = deps;
  // A rule about the database would strike the reset itself.
  faults.clear();
  await deps.chatRuns.close();
  await deps.betweenTicks(() =>
    runner.pause(async () => {
      clock.set({ now: Date.now(), isFrozen: false });
      ids.follow(seed);
      await store.empty();
      await deps.reseed(scenario === 'seed' ? 'seed' : 'empty');
      await prepareScenario(deps, scenario);
      const { isPayLineDown = false } = scenarioOf(scenario);
      deps.simulatedPayment?.setOutage(isPayLineDown);
      faults.load(faultsOf(scenario));
    }),
  );
}

/** Makes the records of a scenario in a world that has none. */
export async function prepareScenario(deps: StateDeps, scenario: ScenarioName): Promise<void> {
  const { state } = scenarioOf(scenario);
  if (state) await makeState(deps, StateInput.parse(state(deps.clock.now())), nobodyAsked);
}

/** Scenarios are no work of a request. */
const nobodyAsked: Occasion = {
  origin: 'http://localhost',
  sessionCookie: userCookie,
  facts: { requestId: '', address: '127.0.0.1', userAgent: 'control plane', isSecure: false },
};

/** Rules of faults as a world keeps them. */
function faultsOf(scenario: ScenarioName) {
  const { faults, seed } = scenarioOf(scenario).faults ?? { faults: [], seed: 1 };
  const rules = createFaultRules();
  rules.set(
    faults.map((fault) => Fault.parse(fault)),
    seed,
  );
  return rules.save();
}
