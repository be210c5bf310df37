import type { ConnectedEngine, EngineAdapterParts, EngineParts } from '#shared/contract/connected-engine-desk';
import { type EngineAdapter, engineAdapterNames, engineAdapters } from '#shared/domain/engine-adapters';
import { toolById } from '#shared/tools/registry';
import { type AdapterDesk, optionsOf } from './adapter-desk.ts';
import { shippedGraphs } from './comfyui/graphs.ts';
import { adapterOf, type FileSettings } from './engine-registry.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { RenderEngine } from './port.ts';
import { type FindGraph, readEngine } from './read-engine.ts';
import { type ConnectedNeeds, realEngine } from './real.ts';

/** Opens an engine that staff have set up. @param headers of every request, with the key */
export function openConnected(
  engine: ConnectedEngine,
  headers: Readonly<Record<string, string>>,
  needs: ConnectedNeeds,
): RenderEngine {
  return realEngine(settingsOf(engine, headers), needs);
}

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

/** A graph that the console offers. */
const findGraph: FindGraph = (id) => {
  const graph = shippedGraphs.get(id);
  return graph ? { graph } : { faults: [{ path: 'graphs', sentence: `没有图 ${id}` }] };
};

/** Why an engine cannot be set up so, by the name of the setting; those of its adapter as `options.model`. */
export function connectedFaults(engine: DeskSettings): Array<{ field: string; sentence: string }> {
  const { adapter, options } = engine;
  const foreign = Object.keys(options).filter((name) => !isOption(adapter, name));
  if (foreign.length > 0)
    return foreign.map((name) => ({ field: 'options', sentence: `这个适配器没有设置 ${name.slice(0, 40)}` }));
  return readEngine(writtenOf(engine), findGraph).faults.map(({ path, sentence }) => {
    const [setting = ''] = path.split('.');
    return { field: isOption(adapter, setting) ? `options.${setting}` : setting || 'options', sentence };
  });
}

/** Settings as the file of engines has them. */
function writtenOf({ id, options, graphs, models, tools, budget, plans, ...settings }: DeskSettings): object {
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

/** Things that engines can be set up with. */
export const engineParts: EngineParts = {
  adapters: engineAdapterNames.map(adapterParts),
  graphs: [...shippedGraphs.values()].map(({ id, title, tools, needs, minVram }) => ({
    ...{ id, title, minVram, models: needs.models.map(({ name }) => name), tools: toolParts(tools) },
  })),
};

const filesOf = (graphs: readonly string[] | null) =>
  graphs === null ? [...shippedGraphs.values()] : graphs.flatMap((id) => shippedGraphs.get(id) ?? []);

/** An engine of the console with the settings that one of the file has. */
export function settingsOf(engine: ConnectedEngine, headers: Readonly<Record<string, string>>): FileSettings {
  const { id, title, address, adapter, priceFactor, laneSize, timeLimitSeconds, budget, plans, leavesHouse } = engine;
  const common = {
    ...{ name: id, title, address, priceFactor, laneSize, timeLimitSeconds, leavesHouse, headers: { ...headers } },
    ...(engine.tools && { tools: engine.tools }),
    ...(budget && { budget }),
    ...(plans && { plans }),
  };
  if (adapter === 'comfyui') {
    // Staff confirm no licences: graphs that need it are for the file.
    const graphs = { confirmedLicences: [], graphFiles: filesOf(engine.graphs), models: engine.models };
    return { ...common, adapter, ...graphs } satisfies EngineSettings;
  }
  // Not read by the schema again: an engine that a newer version would refuse must not keep the server from starting.
  const own = { ...usualSettings[adapter], ...engine.options };
  const options = Object.fromEntries(Object.entries(own).filter(([name]) => isOption(adapter, name)));
  return { ...options, ...common, adapter } as FileSettings;
}

/** An engine of the file as the console shows it. */
export function entryOf(settings: FileSettings): ConnectedEngine {
  const { name, headers, tools, budget, plans, title, adapter, address } = settings;
  const { priceFactor, laneSize, timeLimitSeconds, leavesHouse } = settings;
  const { graphs, models } = settings.adapter === 'comfyui' ? settings : { graphs: undefined, models: {} };
  const ownKey = settings.adapter !== 'comfyui' && settings.key !== undefined ? 'authorization' : undefined;
  const [keyHeader = ownKey ?? ''] = Object.keys(headers);
  const { perRunFen, dayFen, monthFen } = budget ?? {};
  const options = Object.entries(settings).filter(([key, value]) => isOption(adapter, key) && value !== undefined);
  return {
    ...{ id: name, source: 'file', title, adapter, address, graphs: graphs ?? null, models, tools: tools ?? null },
    options: Object.fromEntries(options) as ConnectedEngine['options'],
    ...{ priceFactor, laneSize, timeLimitSeconds, plans: plans ?? null, leavesHouse, isEnabled: true },
    budget:
      perRunFen === undefined
        ? null
        : { perRunFen, ...(dayFen !== undefined && { dayFen }), ...(monthFen !== undefined && { monthFen }) },
    ...{ keyHeader, hasKey: keyHeader !== '', version: 0, updatedAt: null },
  };
}
