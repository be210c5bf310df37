import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { sentenceOf } from '#shared/contract/sentence';
import { plans } from '#shared/domain/plan';
import { toolById } from '#shared/tools/registry';
import { StartRefusal } from '../../start-refusal.ts';
import { GraphFile } from './comfyui/graph-file.ts';
import { shippedGraphs } from './comfyui/graphs.ts';

/** An engine that the operator connects, as it stands in the file that `ENGINES_FILE` names. */
export const EngineSettings = z.strictObject({
  /** Kept with tasks: it must not change while tasks name it. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,31}$/, '名称用小写字母开头，只含小写字母、数字和连字符，2–32 个字符')
    .refine((name) => name !== 'embedded' && name !== 'test', '名称 embedded 和 test 已被占用'),
  title: z.string().min(1).max(20),
  adapter: z.enum(['comfyui'], '现在支持的适配器：comfyui'),
  address: z
    .url({ protocol: /^https?$/, message: '请填写完整的地址，如 http://127.0.0.1:8188' })
    .transform((address) => address.replace(/(?<!\/)\/+$/, '')),
  /** Headers of every request, for services behind a gate; kept secret. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Graphs by id, or paths of files of the operator's, from the folder of this file; all that are shipped when absent. */
  graphs: z.array(z.string().min(1)).min(1).optional(),
  /** The operator's model files by the names that graphs have. */
  models: z.record(z.string(), z.string()).default({}),
  tools: z
    .array(z.string().refine((id) => toolById(id) !== undefined, '没有这个工具'))
    .min(1)
    .optional(),
  priceFactor: z.number().min(0).max(100).default(1),
  /** Runs at once. */
  laneSize: z.int().min(1).max(64).default(1),
  timeLimitSeconds: z.int().min(10).max(7200).default(600),
  budget: z
    .strictObject({
      perRunFen: z.int().min(1),
      dayFen: z.int().min(1).optional(),
      monthFen: z.int().min(1).optional(),
    })
    .optional(),
  plans: z.array(z.enum(plans)).min(1).optional(),
  /** True when pictures and words are sent to somebody else. */
  leavesHouse: z.boolean(),
});
export type EngineSettings = z.infer<typeof EngineSettings> & { graphFiles: readonly GraphFile[] };

const EnginesFile = z.strictObject({ engines: z.array(EngineSettings).max(20) });

/** Reads the operator's engines. Throws {@link StartRefusal} with a sentence for every fault. */
export function readEnginesFile(file: string): EngineSettings[] {
  const read = EnginesFile.safeParse(jsonOf(file), { reportInput: true });
  if (!read.success)
    refuse(
      file,
      read.error.issues.map((issue) => `${issue.path.join('.')}：${sentenceOf(issue)}`),
    );
  const { engines } = read.data;
  const twice = engines.map(({ name }) => name).filter((name, at, names) => names.indexOf(name) !== at);
  if (twice.length > 0)
    refuse(
      file,
      twice.map((name) => `引擎 ${name} 写了两次`),
    );
  return engines.map((engine) => ({ ...engine, graphFiles: graphsOf(engine.graphs, file) }));
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(file, [code === 'ENOENT' ? '没有这个文件' : error instanceof SyntaxError ? '不是 JSON' : '无法读取']);
  }
}

function graphsOf(named: readonly string[] | undefined, file: string): GraphFile[] {
  if (!named) return [...shippedGraphs.values()];
  return named.map((name) => {
    const shipped = shippedGraphs.get(name);
    if (shipped) return shipped;
    if (!name.endsWith('.json'))
      refuse(file, [`没有图 ${name}；自带的有 ${[...shippedGraphs.keys()].join('、')}，自己的图写文件路径`]);
    const own = path.resolve(path.dirname(file), name);
    const read = GraphFile.safeParse(jsonOf(own), { reportInput: true });
    if (read.success) return read.data;
    return refuse(
      own,
      read.error.issues.map((issue) => `${issue.path.join('.')}：${sentenceOf(issue)}`),
    );
  });
}

function refuse(file: string, faults: readonly string[]): never {
  throw new StartRefusal(`引擎文件 ${file} 不能使用：\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
}
