import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { repeated } from '#shared/contract/engine-fields';
import { sentenceOf } from '#shared/contract/sentence';
import { engineAdapterNames } from '#shared/domain/engine-adapters';
import { StartRefusal } from '../../start-refusal.ts';
import { GraphFile } from './comfyui/graph-file.ts';
import { shippedGraphs } from './comfyui/graphs.ts';
import { engineRegistry, type FileSettings } from './engine-registry.ts';
import { type EngineSettings, graphFaults } from './engine-settings.ts';

const mostEngines = 20;

const EnginesFile = z.strictObject({ engines: z.array(z.unknown()).max(mostEngines) });

/** Reads the operator's engines. Throws {@link StartRefusal} with a sentence for every fault. */
export function readEnginesFile(file: string): FileSettings[] {
  const content = jsonOf(file);
  if ('fault' in content) refuse(file, [content.fault]);
  if (Array.isArray(content.json)) refuse(file, ['最外层应为 {"engines": [ … ]}，不是列表']);
  const outer = EnginesFile.safeParse(content.json, { reportInput: true });
  if (!outer.success) refuse(file, sentencesOf(outer.error));
  const engines: FileSettings[] = [];
  const faults = outer.data.engines.flatMap((given, index) => {
    const read = engineOf(given, file);
    if ('engine' in read) engines.push(read.engine);
    const words = nameOf(given);
    const head = `第 ${index + 1} 个引擎${words === '' ? '' : ` ${words}`}，`;
    return read.faults.map((fault) => `${head}${fault}`);
  });
  const twice = [
    ...repeated(outer.data.engines.map(nameOf).filter(Boolean)).map((name) => `引擎 ${name} 写了两次`),
    ...repeated(engines.map(({ title }) => title)).map((title) => `有两个引擎都叫「${title}」，用户分不清`),
  ];
  if (faults.length + twice.length > 0) refuse(file, [...faults, ...twice]);
  return engines;
}

function engineOf(given: unknown, file: string): { faults: string[] } | { faults: string[]; engine: FileSettings } {
  const read = schemaFor(given).safeParse(given, { reportInput: true });
  if (!read.success) return { faults: sentencesOf(read.error) };
  const settings = read.data as Exclude<FileSettings, EngineSettings> | z.infer<typeof EngineSettings>;
  if (settings.adapter !== 'comfyui') return { faults: [], engine: settings };
  const graphs = (settings.graphs ?? [...shippedGraphs.keys()]).map((name) => graphOf(name, file));
  const files = graphs.flatMap((each) => ('graph' in each ? [each.graph] : []));
  const faults = graphs.flatMap((each) => ('faults' in each ? each.faults : []));
  if (faults.length > 0) return { faults };
  const unfit = graphFaults(settings, files).map(({ path: at, sentence }) => `${at}：${sentence}`);
  return { faults: unfit, engine: { ...settings, graphFiles: files } };
}

/** A graph by its id, or from the operator's file beside the file of engines. */
function graphOf(name: string, file: string): { graph: GraphFile } | { faults: string[] } {
  const shipped = shippedGraphs.get(name);
  if (shipped) return { graph: shipped };
  if (!name.endsWith('.json'))
    return {
      faults: [`graphs：没有图 ${name}；自带的有 ${[...shippedGraphs.keys()].join('、')}，自己的图写文件路径`],
    };
  const content = jsonOf(path.resolve(path.dirname(file), name));
  const read = 'json' in content ? GraphFile.safeParse(content.json, { reportInput: true }) : undefined;
  if (read?.success) return { graph: read.data };
  const faults = 'fault' in content ? [content.fault] : read?.error ? sentencesOf(read.error) : [];
  return { faults: faults.map((fault) => `图文件 ${name}：${fault}`) };
}

/** Content of a file; a byte-order mark at its beginning, which some editors write, is left out. */
function jsonOf(file: string): { json: unknown } | { fault: string } {
  try {
    return { json: JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { fault: code === 'ENOENT' ? '没有这个文件' : error instanceof SyntaxError ? '不是 JSON' : '无法读取' };
  }
}

function sentencesOf({ issues }: z.ZodError): string[] {
  return issues.map((issue) => {
    const at = issue.path.join('.');
    // The key of a record is at fault, not its value.
    const sentence = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? sentenceOf(issue)) : sentenceOf(issue);
    return at === '' ? sentence : `${at}：${sentence}`;
  });
}

/** The schema of the adapter that is named; an unknown name is refused by the one of ComfyUI. */
function schemaFor(given: unknown): z.ZodType {
  const name = (given as { adapter?: unknown } | null)?.adapter;
  const known = engineAdapterNames.find((each) => each === name);
  return engineRegistry[known ?? 'comfyui'].schema;
}

function nameOf(given: unknown): string {
  const name = (given as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? name.slice(0, 40) : '';
}

function refuse(file: string, faults: readonly string[]): never {
  throw new StartRefusal(`引擎文件 ${file} 不能使用：\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
}
