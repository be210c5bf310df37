import type { EngineHealth, EngineTest } from '#shared/contract/engine-desk';
import { hour, minute } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { ChatAdapter } from '../../../adapters/chat/port.ts';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RenderEngine } from '../../../adapters/render/port.ts';
import { withDeps } from '../../../with-deps.ts';
import { createCounter } from '../../base/limits.ts';
import type { Store } from '../../base/store.ts';
import type { EnvironmentSetting } from '../../records/setting/setting.service.ts';
import type { CallFigures, CallMeter } from './call-meter.ts';
import * as records from './engine.repository.ts';
import { createEngineFigures, type EngineFiguresDeps } from './engine-figures.ts';
import { chatProbe, type Probe, tried } from './engine-probes.ts';

/** A provider outside, as the desk looks at it. */
export interface OutsideService {
  id: string;
  kind: EngineHealth['kind'];
  title: string;
  /** Undefined where it is switched off. */
  provider: { name: string; isSimulated: boolean } | undefined;
  /** Undefined where nothing can be tried without an effect. */
  probe: Probe | undefined;
  testWords: string;
}

export interface EngineDeskDeps extends EngineFiguresDeps {
  store: Store;
  clock: Clock;
  renderEngines: readonly RenderEngine[];
  chatAdapters: readonly ChatAdapter[];
  services: readonly OutsideService[];
  meter: CallMeter;
  environment: readonly EnvironmentSetting[];
}

export type EngineDesk = ReturnType<typeof createEngineDesk>;

interface Entry {
  about: Pick<EngineHealth, 'id' | 'kind' | 'title' | 'provider' | 'isSimulated' | 'abilities' | 'testWords'>;
  unavailable: string | undefined;
  figures: CallFigures;
  since: number | null;
  probe: Probe | undefined;
}

const probesAMinute = 10;

interface EngineDeskParts extends EngineDeskDeps {
  probes: ReturnType<typeof createCounter>;
}

/** Engines and services for staff: state, recent figures, and a test of each. */
export function createEngineDesk(deps: EngineDeskDeps) {
  const { store, clock } = deps;
  const probes = createCounter({ store, clock, windowMs: minute, most: probesAMinute });
  const parts: EngineDeskParts = { ...deps, probes };
  return {
    ...withDeps(parts, { test }),
    ...createEngineFigures(deps),
    list: { all: () => all(deps), idOf: ({ id }: EngineHealth) => id },
    /** Health of the render engines by name. */
    async renderHealth(): Promise<Map<string, EngineHealth>> {
      const found = await Promise.all(deps.renderEngines.map((engine) => renderEntry(deps, engine)));
      return new Map(found.map((entry) => [entry.about.provider, toHealth(deps, entry)]));
    },
    find: async (id: string) => toHealth(deps, await mustFind(deps, id)),
  };
}

/** Tries it once and says how it went; a failure is an answer. Throws `engine.no_test`, `request.too_often`. */
async function test(deps: EngineDeskParts, staffId: string, id: string): Promise<EngineTest> {
  const { probe } = await mustFind(deps, id);
  if (!probe) throw new ProductError('engine.no_test');
  deps.probes.count(staffId);
  return tried(probe);
}

async function engineFigures(deps: EngineDeskDeps, engine: string): Promise<CallFigures> {
  const { store, clock } = deps;
  const rows = await records.attemptsSince(store.db, engine, clock.now() - hour);
  const success = await records.lastAttempt(store.db, engine, true);
  const failure = await records.lastAttempt(store.db, engine, false);
  return {
    calls: rows.map(({ outcome, ms }) => ({ ms, isOk: outcome === 'succeeded' })),
    lastSuccessAt: success?.ended_at ?? null,
    lastFailureAt: failure?.ended_at ?? null,
    lastFailure: failure?.message ?? '',
  };
}

async function renderEntry(deps: EngineDeskDeps, engine: RenderEngine): Promise<Entry> {
  const { title, tools, unavailable } = await engine.describe();
  const abilities = tools.map(({ tool, algorithm }) => ({
    ...{ id: tool, title: toolById(tool)?.title ?? tool, note: algorithm },
  }));
  return {
    about: {
      ...{ id: `render-${engine.name}`, kind: 'render', title, provider: engine.name, isSimulated: false, abilities },
      testWords: engine.probe.words,
    },
    ...{
      unavailable: unavailable ?? (await deps.budgets.closedBy(engine.name)),
      since: null,
      figures: await engineFigures(deps, engine.name),
      probe: engine.probe.run,
    },
  };
}

function chatEntry(deps: EngineDeskDeps, adapter: ChatAdapter): Entry {
  const id = `chat-${adapter.name}`;
  const abilities = adapter.models().map((model) => ({ id: model.id, title: model.title, note: model.note }));
  const title = adapter.name === 'offline' ? '离线助手' : '对话模型';
  return {
    about: {
      ...{ id, kind: 'chat', title, provider: adapter.name, isSimulated: false, abilities },
      testWords: '问候一句，听到开头就停；不收券，外部模型会计一点用量。',
    },
    ...{ unavailable: undefined, since: deps.meter.since, figures: deps.meter.figures(id), probe: chatProbe(adapter) },
  };
}

function serviceEntry(deps: EngineDeskDeps, { id, kind, title, provider, probe, testWords }: OutsideService): Entry {
  const { name = '', isSimulated = false } = provider ?? {};
  return {
    about: { id, kind, title, provider: name, isSimulated, abilities: [], testWords },
    ...{ unavailable: undefined, since: deps.meter.since, figures: deps.meter.figures(id) },
    probe: provider && probe,
  };
}

async function entries(deps: EngineDeskDeps): Promise<Entry[]> {
  const { renderEngines, chatAdapters, services } = deps;
  return [
    ...(await Promise.all(renderEngines.map((engine) => renderEntry(deps, engine)))),
    ...chatAdapters.map((adapter) => chatEntry(deps, adapter)),
    ...services.map((given) => serviceEntry(deps, given)),
  ];
}

function toHealth(deps: EngineDeskDeps, { about, unavailable, figures, since, probe }: Entry): EngineHealth {
  const { calls, lastSuccessAt, lastFailureAt, lastFailure } = figures;
  const good = calls
    .filter(({ isOk }) => isOk)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  const isFailing = lastFailureAt !== null && lastFailureAt >= (lastSuccessAt ?? Number.NEGATIVE_INFINITY);
  const isOff = about.provider === '';
  return {
    ...about,
    state: isOff ? 'off' : unavailable !== undefined ? 'unavailable' : isFailing ? 'failing' : 'ok',
    detail: unavailable ?? (isFailing ? lastFailure : ''),
    calls: calls.length,
    errorRate: calls.length === 0 ? null : 1 - good.length / calls.length,
    ...{ p50: quantile(good, 0.5), p90: quantile(good, 0.9), lastSuccessAt, lastFailureAt, since },
    canTest: probe !== undefined,
    settings: deps.environment
      .filter(({ service }) => service === about.kind)
      .map(({ variable, shown, source }) => ({ variable, shown, source })),
  };
}

const all = async (deps: EngineDeskDeps) => (await entries(deps)).map((given) => toHealth(deps, given));

async function mustFind(deps: EngineDeskDeps, id: string): Promise<Entry> {
  const entry = (await entries(deps)).find(({ about }) => about.id === id);
  if (!entry) throw new ProductError('engine.not_found');
  return entry;
}

/** The value below which a share of them lies. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}
