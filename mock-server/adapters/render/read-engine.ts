import type { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import { engineAdapterNames } from '#shared/domain/engine-adapters';
import type { GraphFile } from './comfyui/graph-file.ts';
import { shippedGraphs } from './comfyui/graphs.ts';
import { engineRegistry, type FileSettings } from './engine-registry.ts';
import { type EngineSettings, graphFaults } from './engine-settings.ts';

/** A fault of a setting, with its path in dots; empty where no single setting is at fault. */
export interface SettingFault {
  path: string;
  sentence: string;
}

/** A graph by its name among the settings, or why there is none. */
export type FindGraph = (name: string) => { graph: GraphFile } | { faults: SettingFault[] };

/** Reads the settings of one engine, of the file or of the console. The engine is there where no fault is. */
export function readEngine(given: unknown, findGraph: FindGraph): { faults: SettingFault[]; engine?: FileSettings } {
  const read = schemaFor(given).safeParse(given, { reportInput: true });
  if (!read.success) return { faults: faultsOf(read.error) };
  const settings = read.data as Exclude<FileSettings, EngineSettings> | z.infer<typeof EngineSettings>;
  if (settings.adapter !== 'comfyui') return { faults: [], engine: settings };
  const graphs = (settings.graphs ?? [...shippedGraphs.keys()]).map(findGraph);
  const files = graphs.flatMap((each) => ('graph' in each ? [each.graph] : []));
  const faults = graphs.flatMap((each) => ('faults' in each ? each.faults : []));
  if (faults.length > 0) return { faults };
  return { faults: graphFaults(settings, files), engine: { ...settings, graphFiles: files } };
}

/** Faults of a schema as sentences. */
export function faultsOf({ issues }: z.ZodError): SettingFault[] {
  return issues.map((issue) => ({
    path: issue.path.join('.'),
    // The key of a record is at fault, not its value.
    sentence: issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? sentenceOf(issue)) : sentenceOf(issue),
  }));
}

/** The schema of the adapter that is named; an unknown name is refused by the one of ComfyUI. */
function schemaFor(given: unknown): z.ZodType {
  const name = (given as { adapter?: unknown } | null)?.adapter;
  const known = engineAdapterNames.find((each) => each === name);
  return engineRegistry[known ?? 'comfyui'].schema;
}
