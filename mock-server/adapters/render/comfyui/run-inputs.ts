import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { SentenceError } from '#shared/sentence-error';
import { type ControlKind, type ControlPictures, ControlRefused, type ControlSource } from '../../control/port.ts';
import { givenPicture } from '../given-picture.ts';
import { type RenderPicture, RenderRefused, type RenderRequest } from '../port.ts';
import { isStrict } from '../prompts/task-words.ts';
import type { Size } from '../result-size.ts';
import type { Frame } from './frame.ts';
import { controlSlots, type GraphFile, type PictureSlot } from './graph-file.ts';

const unreadable = '图片无法读取，请换一张图片';

/** PNG of a picture, or of a part of it, at a size: without alpha and metadata. Throws {@link RenderRefused}. */
async function pngAt({ file }: RenderPicture, { width, height }: Size, part?: Frame['part']): Promise<Uint8Array> {
  try {
    const picture = part ? sharp(file).extract(part) : sharp(file);
    return await picture.flatten({ background: '#fff' }).resize(width, height, { fit: 'fill' }).png().toBuffer();
  } catch {
    throw new RenderRefused(unreadable);
  }
}

/** A graph cannot run with these pictures; `sentence` is Chinese, without a full stop. */
export class ControlAbsent extends SentenceError {
  override readonly name = 'ControlAbsent';
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
  request: RenderRequest,
  { part, run, inner }: Frame,
  control: ControlPictures,
): Promise<RunPictures> {
  const pictures: RunPictures['pictures'] = {};
  const missing: string[] = [];
  const base = givenPicture('base', request);
  const style = givenPicture('style', request);
  const mask = givenPicture('mask', request);
  if (graph.slots.base && base) pictures.base = await pngAt(base, inner ?? run, part);
  if (graph.slots.style && style) pictures.style = await pngAt(style, fitted(style));
  if (graph.slots.mask && mask)
    pictures.mask = await control.mask({ picture: mask, part }, run, { grow: 0, feather: 0 }).catch(refuseUnreadable);
  for (const slot of controlSlots) {
    if (!graph.slots[slot] || !base || (graph.manner === 'instruction' && !isStrict(request.params))) continue;
    const made = await controlPicture(control, slot, { picture: base, part }, run);
    if ('png' in made) pictures[slot] = made.png;
    else if (graph.optional[slot]) missing.push(made.missing);
    else throw new ControlAbsent(made.missing);
  }
  return { pictures, missing };
}

function refuseUnreadable(error: unknown): never {
  throw error instanceof ControlRefused ? new RenderRefused(error.sentence) : error;
}

/** Longest side of a reference picture: models see no more of it. */
const styleSide = 1024;

/** Size of a reference picture, in its own proportions. */
function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, styleSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture that shows nothing to hold on to is missing: a graph may run without it. */
function controlPicture(control: ControlPictures, kind: ControlKind, source: ControlSource, size: Size) {
  return control.make(kind, source, size).catch((error: unknown) => {
    if (error instanceof ControlRefused) return { missing: error.sentence.replace(/。$/, '') };
    throw error;
  });
}

/** Name of an upload by its content, so that the same picture is sent once. */
export const uploadName = (bytes: Uint8Array): string =>
  `zh-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`;
