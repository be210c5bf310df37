import type { ConnectedEngine, EngineParts } from '#shared/contract/connected-engine-desk';
import { toolById } from '#shared/tools/registry';
import { shippedGraphs } from './comfyui/graphs.ts';
import type { FileSettings } from './engine-registry.ts';
import { type EngineSettings, graphFaults } from './engine-settings.ts';
import type { RenderEngine } from './port.ts';
import { type ConnectedNeeds, realEngine } from './real.ts';

/** Opens an engine that staff have set up. @param headers of every request, with the key */
export function openConnected(
  engine: ConnectedEngine,
  headers: Readonly<Record<string, string>>,
  needs: ConnectedNeeds,
): RenderEngine {
  return realEngine(settingsOf(engine, headers), needs);
}

/** Why settings that are each well-formed do not fit together, by the name of the setting. */
export function connectedFaults({
  graphs,
  tools,
  models,
}: Pick<ConnectedEngine, 'graphs' | 'tools' | 'models'>): Array<{ field: string; sentence: string }> {
  const unknown = (graphs ?? []).filter((id) => !shippedGraphs.has(id));
  const found = graphFaults({ graphs, tools, models }, filesOf(graphs));
  return [
    ...unknown.map((id) => ({ field: 'graphs', sentence: `没有图 ${id}` })),
    ...found.map(({ path, sentence }) => ({ field: path.split('.')[0] ?? path, sentence })),
  ];
}

/** Things that engines can be set up with. */
export const engineParts: EngineParts = {
  graphs: [...shippedGraphs.values()].map(({ id, title, tools, needs, minVram }) => ({
    ...{ id, title, minVram, models: needs.models.map(({ name }) => name) },
    tools: tools.map((tool) => ({ id: tool, title: toolById(tool)?.title ?? tool })),
  })),
};

const filesOf = (graphs: readonly string[] | null) =>
  graphs === null ? [...shippedGraphs.values()] : graphs.flatMap((id) => shippedGraphs.get(id) ?? []);

/** An engine of the console with the settings that one of the file has. */
export function settingsOf(
  { id, title, address, graphs, models, tools, ...terms }: ConnectedEngine,
  headers: Readonly<Record<string, string>>,
): EngineSettings {
  const { priceFactor, laneSize, timeLimitSeconds, budget, plans, leavesHouse } = terms;
  return {
    ...{ name: id, title, adapter: 'comfyui', address, models, priceFactor, laneSize, timeLimitSeconds, leavesHouse },
    ...(tools && { tools }),
    ...(budget && { budget }),
    ...(plans && { plans }),
    // Staff confirm no licences: graphs that need it are for the file.
    confirmedLicences: [],
    headers: { ...headers },
    graphFiles: filesOf(graphs),
  };
}

/** An engine of the file as the console shows it. */
export function entryOf(settings: FileSettings): ConnectedEngine {
  const { name, headers, tools, budget, plans, title, adapter, address } = settings;
  const { priceFactor, laneSize, timeLimitSeconds, leavesHouse } = settings;
  const { graphs, models } = settings.adapter === 'comfyui' ? settings : { graphs: undefined, models: {} };
  const ownKey = settings.adapter !== 'comfyui' && settings.key !== undefined ? 'authorization' : undefined;
  const [keyHeader = ownKey ?? ''] = Object.keys(headers);
  const { perRunFen, dayFen, monthFen } = budget ?? {};
  return {
    ...{ id: name, source: 'file', title, adapter, address, graphs: graphs ?? null, models, tools: tools ?? null },
    ...{ priceFactor, laneSize, timeLimitSeconds, plans: plans ?? null, leavesHouse, isEnabled: true },
    budget:
      perRunFen === undefined
        ? null
        : { perRunFen, ...(dayFen !== undefined && { dayFen }), ...(monthFen !== undefined && { monthFen }) },
    ...{ keyHeader, hasKey: keyHeader !== '', version: 0, updatedAt: null },
  };
}
