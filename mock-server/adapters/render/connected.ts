import type { ConnectedEngine, EngineAdapterParts, EngineParts } from '#shared/contract/connected-engine-desk';
import { type EngineAdapter, engineAdapterNames, engineAdapters } from '#shared/domain/engine-adapters';
import { toolById } from '#shared/tools/registry';
import { type AdapterDesk, optionsOf } from './adapter-desk.ts';
import { GraphFile, type LicenceId, licenceIds, licences } from './comfyui/graph-file.ts';
import { shippedGraphs } from './comfyui/graphs.ts';
import { adapterOf, type FileSettings } from './engine-registry.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { RenderEngine } from './port.ts';
import { type FindGraph, faultsOf, readEngine } from './read-engine.ts';
import { type ConnectedNeeds, realEngine } from './real.ts';

/** Content of the operator's own graphs as JSON, by id. All of it was accepted by {@link readOwnGraph}. */
export type OwnGraphs = ReadonlyMap<string, string>;

/** Opens an engine that staff have set up. */
export const openConnected = (given: Parameters<typeof settingsOf>[0], needs: ConnectedNeeds): RenderEngine =>
  realEngine(settingsOf(given), needs);

/** Settings of an engine of the console. */
type DeskSettings = Omit<ConnectedEngine, 'source' | 'isEnabled' | 'keyHeader' | 'hasKey' | 'version' | 'updatedAt'>;

const deskOf = (adapter: EngineAdapter): AdapterDesk => adapterOf({ adapter }).desk;

/** Settings that an adapter alone has, with the values of its schema where the operator gives none. */
const usualSettings = Object.fromEntries(
  engineAdapterNames.map((adapter) => {
    const least = {
      name: 'usual',
      title: adapter.slice(0, 20),
      adapter,
      address: 'https://example.com',
      leavesHouse: true,
    };
    return [adapter, adapterOf({ adapter }).schema.parse(least) as Record<string, unknown>];
  }),
) as Record<EngineAdapter, Record<string, unknown>>;

const isOption = (adapter: EngineAdapter, setting: string): boolean =>
  deskOf(adapter).options.some(({ name }) => name === setting);

const isForGraphs = (adapter: EngineAdapter): boolean => adapter === 'comfyui';

/** A graph that the console offers: one that is shipped, or one of the operator's own. */
const graphFinder =
  (own: OwnGraphs): FindGraph =>
  (id) => {
    const graph = graphOf(id, own);
    return graph ? { graph } : { faults: [{ path: 'graphs', sentence: `没有图 ${id}` }] };
  };

function graphOf(id: string, own: OwnGraphs): GraphFile | undefined {
  const shipped = shippedGraphs.get(id);
  const content = own.get(id);
  // A newer version may refuse what an older one has accepted: such a graph is missing then.
  return shipped ?? (content === undefined ? undefined : GraphFile.safeParse(JSON.parse(content)).data);
}

/** Reads a graph of the operator's own; sentences about all that is wrong with it. */
export function readOwnGraph(given: unknown): { id: string } | { faults: string[] } {
  const read = GraphFile.safeParse(given, { reportInput: true });
  if (!read.success)
    return { faults: faultsOf(read.error).map(({ path, sentence }) => (path ? `${path}：${sentence}` : sentence)) };
  const { id } = read.data;
  return shippedGraphs.has(id) ? { faults: [`id：自带的图已叫 ${id}，请换一个`] } : { id };
}

/** Why an engine cannot be set up so, by the name of the setting; those of its adapter as `options.model`. */
export function connectedFaults(
  engine: Omit<DeskSettings, 'licences'>,
  own: OwnGraphs,
): Array<{ field: string; sentence: string }> {
  const { adapter, options } = engine;
  const foreign = Object.keys(options).filter((name) => !isOption(adapter, name));
  if (foreign.length > 0)
    return foreign.map((name) => ({ field: 'options', sentence: `这个适配器没有设置 ${name.slice(0, 40)}` }));
  return readEngine(writtenOf(engine), graphFinder(own)).faults.map(({ path, sentence }) => {
    const [setting = ''] = path.split('.');
    return { field: isOption(adapter, setting) ? `options.${setting}` : setting || 'options', sentence };
  });
}

/** Settings as the file of engines has them. */
function writtenOf(engine: Omit<DeskSettings, 'licences'>): object {
  const { id, options, graphs, models, tools, budget, plans, ...settings } = engine;
  const { title, adapter, address, priceFactor, laneSize, timeLimitSeconds, leavesHouse } = settings;
  return {
    ...{ name: id, title, adapter, address, priceFactor, laneSize, timeLimitSeconds, leavesHouse },
    ...(tools && { tools }),
    ...(budget && { budget }),
    ...(plans && { plans }),
    ...(graphs && { graphs }),
    ...((isForGraphs(adapter) || Object.keys(models).length > 0) && { models }),
    ...options,
  };
}

const toolParts = (ids: readonly string[]) => ids.map((id) => ({ id, title: toolById(id)?.title ?? id }));

function adapterParts(name: EngineAdapter): EngineAdapterParts {
  const desk = deskOf(name);
  const { address, keyScheme, leavesHouse, tools } = desk;
  return {
    ...{ name, title: engineAdapters[name].title, address, keyScheme, leavesHouse, hasGraphs: isForGraphs(name) },
    ...{ tools: toolParts(tools), options: optionsOf(desk, usualSettings[name]) },
  };
}

const adapters = engineAdapterNames.map(adapterParts);

type GraphPart = Omit<EngineParts['graphs'][number], 'own'>;

/** Adapters, and graphs that engines can be set up with: those that are shipped, then the operator's own. */
export function engineParts(own: OwnGraphs): { adapters: EngineAdapterParts[]; graphs: GraphPart[] } {
  const files = [...own.keys()].flatMap((id) => graphOf(id, own) ?? []);
  const graphs = [...shippedGraphs.values(), ...files].map(({ id, title, tools, needs, minVram, licence }) => ({
    ...{ id, title, minVram, models: needs.models.map(({ name }) => name), tools: toolParts(tools) },
    licence: licence === undefined ? null : { id: licence, sentence: licences[licence] },
  }));
  return { adapters, graphs };
}

const filesOf = (graphs: readonly string[] | null, own: OwnGraphs) =>
  graphs === null ? [...shippedGraphs.values()] : graphs.flatMap((id) => graphOf(id, own) ?? []);

export const isLicence = (id: string): id is LicenceId => licenceIds.some((known) => known === id);

/** An engine of the console with the settings that one of the file has. */
export function settingsOf({
  engine,
  headers = {},
  own = new Map(),
}: {
  engine: ConnectedEngine;
  /** Of every request, with the key. */
  headers?: Readonly<Record<string, string>>;
  own?: OwnGraphs;
}): FileSettings {
  const { id, title, address, adapter, priceFactor, laneSize, timeLimitSeconds, budget, plans, leavesHouse } = engine;
  const common = {
    ...{ name: id, title, address, priceFactor, laneSize, timeLimitSeconds, leavesHouse, headers: { ...headers } },
    ...(engine.tools && { tools: engine.tools }),
    ...(budget && { budget }),
    ...(plans && { plans }),
  };
  if (adapter === 'comfyui') {
    const confirmedLicences = engine.licences.map((licence) => licence.id).filter(isLicence);
    const graphs = { confirmedLicences, graphFiles: filesOf(engine.graphs, own), models: engine.models };
    return { ...common, adapter, ...graphs } satisfies EngineSettings;
  }
  // Not read by the schema again: an engine that a newer version would refuse must not keep the server from starting.
  const given = { ...usualSettings[adapter], ...engine.options };
  const options = Object.fromEntries(Object.entries(given).filter(([name]) => isOption(adapter, name)));
  return { ...options, ...common, adapter } as FileSettings;
}

/** An engine of the file as the console shows it. */
export function entryOf(settings: FileSettings): ConnectedEngine {
  const { name, headers, tools, budget, plans, title, adapter, address } = settings;
  const { priceFactor, laneSize, timeLimitSeconds, leavesHouse } = settings;
  const { graphs, models, confirmedLicences } =
    settings.adapter === 'comfyui' ? settings : { graphs: undefined, models: {}, confirmedLicences: [] };
  const ownKey = settings.adapter !== 'comfyui' && settings.key !== undefined ? 'authorization' : undefined;
  const [keyHeader = ownKey ?? ''] = Object.keys(headers);
  const { perRunFen, dayFen, monthFen } = budget ?? {};
  const options = Object.entries(settings).filter(([key, value]) => isOption(adapter, key) && value !== undefined);
  return {
    ...{ id: name, source: 'file', title, adapter, address, graphs: graphs ?? null, models, tools: tools ?? null },
    licences: confirmedLicences.map((licence) => ({ id: licence, by: null, at: null })),
    options: Object.fromEntries(options) as ConnectedEngine['options'],
    ...{ priceFactor, laneSize, timeLimitSeconds, plans: plans ?? null, leavesHouse, isEnabled: true },
    budget:
      perRunFen === undefined
        ? null
        : { perRunFen, ...(dayFen !== undefined && { dayFen }), ...(monthFen !== undefined && { monthFen }) },
    ...{ keyHeader, hasKey: keyHeader !== '', version: 0, updatedAt: null },
  };
}
