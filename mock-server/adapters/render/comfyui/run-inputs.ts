import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type ControlKind, type ControlPictures, ControlRefused } from '../../control/port.ts';
import { type RenderPicture, RenderRefused, type RenderRequest } from '../port.ts';
import { writePrompt } from '../prompts/index.ts';
import { controlSlots, type GraphFile, type PictureSlot, type SlotValues } from './graph-file.ts';

export interface Size {
  width: number;
  height: number;
}

/** Field of a form that holds the picture of each slot. */
const fields: Partial<Record<PictureSlot, string>> = { base: 'upload_img', style: 'style_img', mask: 'mask' };

const unreadable = '图片无法读取，请换一张图片';

/** Longest side of a result by the quality asked for, pixels; as the embedded engine has it. */
const longestSides: Readonly<Record<string, number>> = { standard: 1536, '2k': 2048, '4k': 4096 };

const ratios = /^(\d{1,2}):(\d{1,2})$/;

/** Size of the results: that of the base, reduced or enlarged to the quality asked for. */
export function resultSize({ params, pictures }: RenderRequest): Size {
  const longest = longestSides[String(params.quality)] ?? 1536;
  const base = pictureAt(params.upload_img, pictures);
  const [, across = '16', down = '9'] = ratios.exec(String(params.ratio)) ?? [];
  const { width, height } = base ?? { width: Number(across), height: Number(down) };
  // Standard is never enlarged; the larger ones have their size.
  const most = params.quality === 'standard' && base ? Math.min(longest, Math.max(width, height)) : longest;
  const scale = most / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Size of a run: the graph's number of pixels in the result's proportions, with sides that its model takes. */
export function runSize({ megapixels, multiple }: GraphFile, { width, height }: Size, share: number): Size {
  const scale = Math.sqrt((megapixels * share * 1e6) / (width * height));
  const sideOf = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple);
  return { width: sideOf(width), height: sideOf(height) };
}

const pictureAt = (id: unknown, pictures: RenderRequest['pictures']): RenderPicture | undefined =>
  typeof id === 'string' ? pictures[id] : undefined;

/** PNG of a picture at a size, oriented, without alpha and metadata. Throws {@link RenderRefused}. */
async function pngAt({ file }: RenderPicture, { width, height }: Size): Promise<Uint8Array> {
  try {
    return await sharp(file).flatten({ background: '#fff' }).resize(width, height, { fit: 'fill' }).png().toBuffer();
  } catch {
    throw new RenderRefused(unreadable);
  }
}

/** A graph cannot run with these pictures; `sentence` is Chinese, without a full stop. */
export class ControlAbsent extends Error {
  override readonly name = 'ControlAbsent';
  readonly sentence: string;
  constructor(sentence: string) {
    super(sentence);
    this.sentence = sentence;
  }
}

export interface RunPictures {
  /** PNG files of the run's size. */
  pictures: Partial<Record<PictureSlot, Uint8Array>>;
  /** Why optional control pictures are not among them, Chinese sentences without a full stop. */
  missing: string[];
}

/**
 * Pictures that a graph takes from a request. Throws {@link RenderRefused}, and {@link ControlAbsent} where one that the
 * graph cannot run without cannot be made.
 */
export async function picturesFor(
  graph: GraphFile,
  { params, pictures: given }: RenderRequest,
  size: Size,
  control: ControlPictures,
): Promise<RunPictures> {
  const pictures: RunPictures['pictures'] = {};
  const missing: string[] = [];
  for (const [slot, field] of Object.entries(fields) as Array<[PictureSlot, string]>) {
    const isIgnored = slot === 'style' && params.ignoreWordAndImage === true;
    const picture = pictureAt(params[field], given);
    if (graph.slots[slot] && picture && !isIgnored) pictures[slot] = await pngAt(picture, size);
  }
  const base = pictureAt(params.upload_img, given);
  for (const slot of controlSlots) {
    if (!graph.slots[slot] || !base) continue;
    const made = await controlPicture(control, slot, base, size);
    if ('png' in made) pictures[slot] = made.png;
    else if (graph.optional[slot]) missing.push(made.missing);
    else throw new ControlAbsent(made.missing);
  }
  return { pictures, missing };
}

function controlPicture(control: ControlPictures, kind: ControlKind, picture: RenderPicture, size: Size) {
  return control.make(kind, { picture }, size).catch((error: unknown) => {
    throw error instanceof ControlRefused ? new RenderRefused(error.sentence) : error;
  });
}

/** Name of an upload by its content, so that the same picture is sent once. */
export const uploadName = (bytes: Uint8Array): string =>
  `zh-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`;

/** Strengths of the control pictures when the form leaves the structure balanced. */
const usualStrength = { line: 0.8, depth: 0.5, segmentation: 0.3 } as const;
const balanced = 0.75;

/** Values of a request for a graph, apart from its pictures. */
export function valuesFor(
  graph: GraphFile,
  { tool, params, seed }: RenderRequest,
  { size, count, prefix }: { size: Size; count: number; prefix: string },
): SlotValues {
  const { prompt, negative } = writePrompt(tool, params);
  const similarity = typeof params.cnStrength === 'number' ? params.cnStrength : balanced;
  const scale = params.lock === true ? 1.2 : similarity / balanced;
  const strength = (usual: number) => Math.min(1, Math.round(usual * scale * 100) / 100);
  return {
    ...{ prompt, seed, count, prefix, width: size.width, height: size.height },
    ...(negative !== '' && graph.slots.negative && { negative }),
    lineStrength: params.lock === true ? 1 : strength(usualStrength.line),
    ...(params.lock === true && { lineEnd: 1 }),
    depthStrength: strength(usualStrength.depth),
    segmentationStrength: strength(usualStrength.segmentation),
  };
}
