import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { repeated } from '#shared/contract/engine-fields';
import { StartRefusal } from '../../start-refusal.ts';
import { GraphFile } from './comfyui/graph-file.ts';
import { shippedGraphs } from './comfyui/graphs.ts';
import type { FileSettings } from './engine-registry.ts';
import { type FindGraph, faultsOf, readEngine, type SettingFault } from './read-engine.ts';

const mostEngines = 20;

const EnginesFile = z.strictObject({ engines: z.array(z.unknown()).max(mostEngines) });

/** Reads the operator's engines. Throws {@link StartRefusal} with a sentence for every fault. */
export function readEnginesFile(file: string): FileSettings[] {
  const content = jsonOf(file);
  if ('fault' in content) refuse(file, [content.fault]);
  if (Array.isArray(content.json)) refuse(file, ['最外层应为 {"engines": [ … ]}，不是列表']);
  const outer = EnginesFile.safeParse(content.json, { reportInput: true });
  if (!outer.success) refuse(file, sentencesOf(faultsOf(outer.error)));
  const engines: FileSettings[] = [];
  const faults = outer.data.engines.flatMap((given, index) => {
    const read = readEngine(given, (name) => graphOf(name, file));
    if (read.engine) engines.push(read.engine);
    const words = nameOf(given);
    const head = `第 ${index + 1} 个引擎${words === '' ? '' : ` ${words}`}，`;
    return sentencesOf(read.faults).map((fault) => `${head}${fault}`);
  });
  const twice = [
    ...repeated(outer.data.engines.map(nameOf).filter(Boolean)).map((name) => `引擎 ${name} 写了两次`),
    ...repeated(engines.map(({ title }) => title)).map((title) => `有两个引擎都叫「${title}」，用户分不清`),
  ];
  if (faults.length + twice.length > 0) refuse(file, [...faults, ...twice]);
  return engines;
}

/** A graph by its id, or from the operator's file beside the file of engines. */
function graphOf(name: string, file: string): ReturnType<FindGraph> {
  const shipped = shippedGraphs.get(name);
  if (shipped) return { graph: shipped };
  if (!name.endsWith('.json')) {
    const sentence = `没有图 ${name}；自带的有 ${[...shippedGraphs.keys()].join('、')}，自己的图写文件路径`;
    return { faults: [{ path: 'graphs', sentence }] };
  }
  const content = jsonOf(path.resolve(path.dirname(file), name));
  const read = 'json' in content ? GraphFile.safeParse(content.json, { reportInput: true }) : undefined;
  if (read?.success) return { graph: read.data };
  const faults = 'fault' in content ? [content.fault] : read?.error ? sentencesOf(faultsOf(read.error)) : [];
  return { faults: faults.map((fault) => ({ path: '', sentence: `图文件 ${name}：${fault}` })) };
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

const sentencesOf = (faults: readonly SettingFault[]): string[] =>
  faults.map(({ path: at, sentence }) => (at === '' ? sentence : `${at}：${sentence}`));

function nameOf(given: unknown): string {
  const name = (given as { name?: unknown } | null)?.name;
  return typeof name === 'string' ? name.slice(0, 40) : '';
}

function refuse(file: string, faults: readonly string[]): never {
  throw new StartRefusal(`引擎文件 ${file} 不能使用：\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
}
