import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { modelSlots } from '../../base/models.ts';
import { slotAdapters } from '../slots/index.ts';
import { modelUses } from './known-files.ts';
import type { ModelCandidate, ModelFile } from './model-file.ts';
import { decoderBeside, isFile, missingDecoder } from './pairs.ts';

/** Contents of `NAME.json` beside `NAME.onnx`; unknown words are faults, so that none is ignored in silence. */
const Sidecar = z.strictObject({
  slot: z.enum(modelSlots),
  adapter: z.string(),
  label: z.string().min(1).max(60).optional(),
  licence: z.string().max(120).optional(),
  use: z.enum(modelUses).optional(),
  /** Name of the decoder beside it. */
  pair: z.string().optional(),
  /** MI-GAN only: what 255 means in the mask. */
  maskOne: z.enum(['hole', 'keep']).optional(),
});

type SidecarMeaning = { candidates: ModelCandidate[]; knownBy: 'sidecar' } & Partial<
  Pick<ModelFile, 'label' | 'licence' | 'use'>
>;

/** Reads the JSON beside a file; undefined where there is none. */
export async function readSidecar(root: string, file: string): Promise<SidecarMeaning | { fault: string } | undefined> {
  const beside = file.replace(/\.onnx$/i, '.json');
  const text = await readFile(beside, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const name = path.basename(beside);
  const parsed = parseSidecar(text, name);
  return 'fault' in parsed ? parsed : meaningOf(parsed.data, root, file, name);
}

function parseSidecar(text: string, name: string): { data: z.infer<typeof Sidecar> } | { fault: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { fault: `说明文件 ${name} 不是有效的 JSON。` };
  }
  const read = Sidecar.safeParse(parsed);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.code === 'unrecognized_keys' ? issue.keys.join('、') : issue?.path.join('.');
    return { fault: `说明文件 ${name} 有误：${where || '内容'} 不符合要求。` };
  }
  const { slot, adapter } = read.data;
  const names = slotAdapters.filter((each) => each.slot === slot).map((each) => each.name);
  if (!names.includes(adapter)) return { fault: `说明文件 ${name} 里的 adapter 应为：${names.join('、')}。` };
  return { data: read.data };
}

async function meaningOf(
  { slot, adapter, label, licence, use, pair, maskOne }: z.infer<typeof Sidecar>,
  root: string,
  file: string,
  name: string,
): Promise<SidecarMeaning | { fault: string }> {
  const named = pair === undefined ? undefined : path.join(path.dirname(file), pair);
  if (named && !(isWithin(root, named) && (await isFile(named)))) {
    return { fault: `说明文件 ${name} 里的 pair 指向的文件不存在。` };
  }
  const second = named ?? (slot === 'segment' ? await decoderBeside(file) : undefined);
  if (slot === 'segment' && !second) return { fault: missingDecoder(file) };
  const options = maskOne && { maskOne };
  return {
    candidates: [{ slot, adapter, ...(second && { pair: second }), ...(options && { options }) }],
    ...{ knownBy: 'sidecar', ...(label && { label }), ...(licence && { licence }), ...(use && { use }) },
  };
}

function isWithin(root: string, file: string): boolean {
  const way = path.relative(root, file);
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way);
}
