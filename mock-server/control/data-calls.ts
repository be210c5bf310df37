import { ProductError } from '#shared/errors';
import { copyPlainFiles } from '../backup/backup.ts';
import { userCookie } from '../http/cookies.ts';
import type { Handlers } from '../http/mount.ts';
import type { SeededIds } from '../ids.ts';
import type { Runner } from '../worker/runner.ts';
import type { LargeTemplates } from '../worlds/large-templates.ts';
import type { Fill, Worlds } from '../worlds/registry.ts';
import { writeState } from '../worlds/state.ts';
import type { controlContract } from './contract.ts';
import { Fault } from './fault-contract.ts';
import { createFaultRules } from './faults/rules.ts';
import { accountsOf, type ScenarioName, scenarioNames, scenarioOf } from './scenarios.ts';
import type { Occasion, StateDeps } from './state/context.ts';
import { makeState } from './state/make-state.ts';
import { StateInput } from './state-contract.ts';
import { newState, type WorldState } from './world-state.ts';

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
  /** Undefined where the world cannot be exchanged, as in parts of tests. */
  largeTemplates: LargeTemplates | undefined;
  /** Folder of this world. */
  dataDir: string;
  exchange: ((fill: Fill) => Promise<void>) | undefined;
}

/** Begins a world anew, and looks at all of them. */
export function dataCalls(
  deps: DataCallDeps,
): Pick<Handlers<typeof controlContract>, 'reset' | 'scenarios' | 'removeTemplate' | 'spaces' | 'removeSpace'> {
  const { world, worlds } = deps;
  return {
    async reset({ input: { scenario, seed }, response }) {
      const answer = { ok: true as const, scenario, accounts: accountsOf(scenario) };
      const preparing = isLarge(scenario) ? await prepareLarge(deps, scenario) : undefined;
      if (preparing) {
        response.status(202);
        return { ...answer, preparing };
      }
      if (world && worlds) await replaceWorld(worlds, world, scenario, seed);
      else if (isLarge(scenario)) await exchangeHere(deps, scenario, seed);
      else await resetHere(deps, scenario, seed);
      return answer;
    },
    scenarios: () =>
      Promise.all(
        scenarioNames.map(async (name) => {
          const { title, description } = scenarioOf(name);
          const template = isLarge(name) ? ((await deps.largeTemplates?.stateOf(name)) ?? null) : null;
          return { name, title, description, template };
        }),
      ),
    async removeTemplate({ params: { name } }) {
      const scenario = scenarioNames.find((known) => known === name);
      if (!scenario) throw new ProductError('scenario.not_found');
      const isThere = isLarge(scenario) && (await deps.largeTemplates?.stateOf(scenario))?.state !== 'none';
      if (!isThere) throw new ProductError('scenario.no_template');
      await deps.largeTemplates?.remove(scenario);
      return { ok: true };
    },
    spaces: () => ({ current: world?.name ?? null, spaces: worlds?.list() ?? [] }),
    async removeSpace({ params: { name } }) {
      if (!worlds) throw new ProductError('space.not_found');
      await worlds.remove(name, name === world?.name ? 1 : 0);
      return { ok: true };
    },
  };
}

const isLarge = (scenario: ScenarioName): boolean => scenarioOf(scenario).bulk !== undefined;

/** Undefined once the template of the scenario is there. */
async function prepareLarge({ largeTemplates }: DataCallDeps, scenario: ScenarioName) {
  if (!largeTemplates) throw new ProductError('request.not_found');
  const { state, progress, step } = await largeTemplates.begin(scenario);
  return state === 'ready' ? undefined : { progress, step };
}

/** Too many rows to write while others wait: the unnamed world is exchanged. Its keys and lists of the operator stay. */
async function exchangeHere(deps: DataCallDeps, scenario: ScenarioName, seed: string | undefined): Promise<void> {
  const { exchange, largeTemplates, dataDir } = deps;
  if (!exchange || !largeTemplates) throw new ProductError('request.not_found');
  await exchange(async (folder) => {
    await largeTemplates.fill(scenario, folder);
    await copyPlainFiles(dataDir, folder);
    await writeState(folder, stateOf(scenario, seed));
  });
}

function replaceWorld(
  worlds: Worlds,
  world: PlaneWorld,
  scenario: ScenarioName,
  seed: string | undefined,
): Promise<void> {
  const fill = async (folder: string) => {
    await world.fill(scenario, folder);
    await writeState(folder, stateOf(scenario, seed));
  };
  return worlds.replace(world.name, fill, 1);
}

/** Part of a world that lies in memory, as it begins with the scenario. */
function stateOf(scenario: ScenarioName, seed: string | undefined): WorldState {
  const { isPayLineDown = false } = scenarioOf(scenario);
  return { ...newState(Date.now(), seed), isPayLineDown, faults: faultsOf(scenario) };
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
