import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type ControlKind, type ControlPictures, ControlRefused } from '../../control/port.ts';
import { type RenderPicture, RenderRefused, type RenderRequest } from '../port.ts';
import { isStrict } from '../prompts/task-words.ts';
import { controlSlots, type GraphFile, type PictureSlot } from './graph-file.ts';

export interface Size {
  width: number;
  height: number;
}

/** Fields of a form that may hold the picture of each slot; the first that is set counts. */
const fields: Partial<Record<PictureSlot, readonly string[]>> = {
  base: ['upload_img'],
  style: ['style_img', 'texture_img', 'sky_img'],
  mask: ['mask'],
};

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
  for (const slot of ['base', 'style', 'mask'] as const) {
    const picture = givenPicture(slot, { params, pictures: given });
    if (graph.slots[slot] && picture) pictures[slot] = await pngAt(picture, size);
  }
  const base = pictureAt(params.upload_img, given);
  for (const slot of controlSlots) {
    if (!graph.slots[slot] || !base || (graph.manner === 'instruction' && !isStrict(params))) continue;
    const made = await controlPicture(control, slot, base, size);
    if ('png' in made) pictures[slot] = made.png;
    else if (graph.optional[slot]) missing.push(made.missing);
    else throw new ControlAbsent(made.missing);
  }
  return { pictures, missing };
}

/** A picture that shows nothing to hold on to is missing: a graph may run without it. */
function controlPicture(control: ControlPictures, kind: ControlKind, picture: RenderPicture, size: Size) {
  return control.make(kind, { picture }, size).catch((error: unknown) => {
    if (error instanceof ControlRefused) return { missing: error.sentence.replace(/。$/, '') };
    throw error;
  });
}

/** The picture that a form gives for a slot; a reference that the form wants left aside is none. */
export function givenPicture(
  slot: 'base' | 'style' | 'mask',
  { params, pictures }: Pick<RenderRequest, 'params' | 'pictures'>,
): RenderPicture | undefined {
  if (slot === 'style' && params.ignoreWordAndImage === true) return undefined;
  const field = fields[slot]?.find((name) => pictureAt(params[name], pictures));
  return field === undefined ? undefined : pictureAt(params[field], pictures);
}

/** Name of an upload by its content, so that the same picture is sent once. */
export const uploadName = (bytes: Uint8Array): string =>
  `zh-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`;
