import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type ModelShape, modelSlots } from '../../base/models.ts';
import { refusedShape, slotAdapters } from '../slots/index.ts';
import type { SlotAdapter } from '../slots/slot-adapter.ts';
import { type KnownFile, knownFiles } from './known-files.ts';
import type { KnownBy, ModelCandidate, ModelFile } from './model-file.ts';
import { BrokenHeader, type OnnxHeader, readOnnxHeader } from './onnx-header.ts';
import { decoderBeside, isFile, missingDecoder } from './pairs.ts';
import { readSidecar } from './sidecar.ts';
import { wrongStart } from './wrong-file.ts';

/**
 * Identifies a file by its checksum, else by the JSON beside it, else by its inputs and outputs, else by its name.
 * Reads the head only; nothing is loaded.
 * @param known its checksum, where that was reckoned before
 */
export async function identifyModel(root: string, name: string, known?: string): Promise<ModelFile> {
  const file = path.join(root, ...name.split('/'));
  const { size } = await stat(file);
  const about = {
    file,
    name,
    bytes: size,
    sha256: '',
    candidates: [],
    label: labelOf(name),
    licence: '',
    use: 'unknown',
  } as const;
  const wrong = await wrongStart(file, size);
  if (wrong) return { ...about, fault: wrong };
  let header: OnnxHeader;
  try {
    header = await readOnnxHeader(file);
  } catch (error) {
    if (!(error instanceof BrokenHeader)) throw error;
    return { ...about, fault: '文件不完整，或不是 ONNX 模型：请重新复制或下载，并核对大小和校验值。' };
  }
  const { shape, externalFiles } = header;
  const sha256 = known ?? (await checksumOf(file));
  const whole = { ...about, sha256, shape };
  const missing = await missingBeside(file, externalFiles);
  if (missing) return { ...whole, fault: missing };
  const half = refusedShape(shape);
  if (half) return { ...whole, fault: half };
  if (isDecoder(shape)) return { ...whole, isDecoder: true };
  return { ...whole, ...(await meaningOf(root, whole, shape)) };
}

type Meaning = Pick<ModelFile, 'candidates'> &
  Partial<Pick<ModelFile, 'knownBy' | 'label' | 'licence' | 'use' | 'fault'>>;

async function meaningOf(root: string, { file, name, sha256 }: ModelFile, shape: ModelShape): Promise<Meaning> {
  const base = path.basename(name).toLowerCase();
  const listed = knownFiles.find((known) => known.sha256 === sha256);
  const likely = listed ?? knownFiles.find((known) => known.file.toLowerCase() === base);
  const sidecar = await readSidecar(root, file);
  if (sidecar) {
    if ('fault' in sidecar) return { candidates: [], fault: sidecar.fault };
    return { ...(listed && toldBy(listed)), ...sidecar };
  }
  const folder = modelSlots.find((slot) => name.startsWith(`${slot}/`));
  const matching = slotAdapters.filter((adapter) => adapter.matches(shape) && (!folder || adapter.slot === folder));
  if (matching.length === 0) return { candidates: [], fault: unknownShape(shape) };
  const hinted = matching.filter((adapter) => nameHints[adapter.name]?.test(base));
  const narrowed = matching.filter((adapter) => adapter.name === listed?.adapter);
  const meant = [narrowed, hinted, matching].find((adapters) => adapters.length > 0) ?? matching;
  const knownBy: KnownBy = listed ? 'checksum' : matching.length === 1 ? 'signature' : 'name';
  const isSure = meant.length === 1;
  const { candidates, isLonely } = await withDecoders(file, meant, shape, likely?.pair);
  const told = {
    ...(isSure && { knownBy }),
    ...(likely && isSure && likely.adapter === meant[0]!.name && toldBy(likely)),
  };
  if (isLonely && candidates.length === 0) return { ...told, candidates, fault: missingDecoder(file) };
  return { ...told, candidates };
}

const toldBy = ({ label, licence, use }: KnownFile) => ({ label, licence, use });

/** Adapters that take pairs get the decoder that belongs to the file; those that do not fit it are left out. */
async function withDecoders(file: string, adapters: readonly SlotAdapter[], shape: ModelShape, listed?: string) {
  const pair = await decoderBeside(file, listed);
  const second = pair && (await readOnnxHeader(pair).catch(() => undefined))?.shape;
  const candidates = adapters.flatMap((adapter): ModelCandidate[] => {
    const { slot, name } = adapter;
    if (!adapter.isPair) return [{ slot, adapter: name }];
    return pair && second && adapter.matches(shape, second) ? [{ slot, adapter: name, pair }] : [];
  });
  return { candidates, isLonely: adapters.some(({ isPair }) => isPair) };
}

const isDecoder = ({ inputs }: ModelShape) =>
  inputs.length > 2 && inputs.some(({ name }) => /point_coords|input_points/.test(name));

/** Families that look alike are told apart by what their files are called. */
const nameHints: Readonly<Record<string, RegExp>> = {
  'mi-gan': /mi-?gan/i,
  lama: /lama/i,
  'depth-anything': /depth.?any/i,
  midas: /midas|model-small/i,
  'm-lsd': /m-?lsd/i,
  dexined: /dexined/i,
  u2net: /u2net|silueta/i,
  isnet: /isnet|rmbg-?_?1/i,
  birefnet: /birefnet|rmbg-?_?2/i,
  modnet: /modnet/i,
  'image-to-image': /esrgan|swinir|realesr|upscal|x[234]|denois/i,
  ade20k: /ade|segformer|topformer|seaformer/i,
  'sam-raw': /sam/i,
  sam2: /sam2/i,
  'efficient-sam': /efficient/i,
};

async function missingBeside(file: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    if (path.basename(name) !== name) return `权重文件 ${name} 要与模型放在同一个文件夹里。`;
    if (!(await isFile(path.join(path.dirname(file), name)))) return `还缺权重文件 ${name}：请放在模型旁边，不要改名。`;
  }
  return undefined;
}

function unknownShape({ inputs, outputs }: ModelShape): string {
  const told = (values: ModelShape['inputs']) =>
    values
      .slice(0, 4)
      .map(({ name, type, dims }) => `${name} ${type}[${dims.join('×')}]`)
      .join('、');
  return `没有能使用这种模型的程序。输入：${told(inputs)}；输出：${told(outputs)}。`;
}

const labelOf = (name: string) => path.posix.basename(name).replace(/\.onnx$/i, '');

/** SHA-256 of a file, hexadecimal. */
async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
