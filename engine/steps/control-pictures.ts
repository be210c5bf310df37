import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { SentenceError } from '#shared/sentence-error';
import type { Size } from '../base/blur.ts';
import type { RgbBytes } from '../base/colour.ts';
import { makeColourGuide } from '../base/guided-enlarge.ts';
import { type ToolJob, UnsuitablePicture } from '../base/job.ts';
import { bytesOf } from '../base/map-plane.ts';
import { featherMask, growMask } from '../base/mask.ts';
import { openPicture, readPixels, refuseUnreadable } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';
import { byteOf, clamp } from '../base/scalar.ts';
import { type KeptLayers, unpackLayers } from '../kernels/building/layer-file.ts';
import { layerClasses } from '../kernels/building/layers.ts';
import { type BaseKind, baseKindOf } from '../kernels/control/base-kind.ts';
import { drawControlClasses, exactControlClasses } from '../kernels/control/control-classes.ts';
import { drawControlDepth, exactControlDepth, nearnessOf } from '../kernels/control/control-depth.ts';
import { drawControlLines } from '../kernels/control/control-lines.ts';
import { type SceneReading, sceneClasses } from '../kernels/scene/scene-reading.ts';
import { readingSizeOf, reduceRgb } from '../kernels/scene-reader/read-scene.ts';
import { sceneLayersOf } from './scene-layers.ts';
import { askSlot } from './slot-of-job.ts';

/** Kinds of pictures by which a model keeps to the geometry of a base picture. */
export type ControlKind = 'line' | 'depth' | 'segmentation';

/** Part of a picture, pixels. */
export interface ControlBox extends Size {
  left: number;
  top: number;
}

export interface ControlJob extends Pick<ToolJob, 'cacheFolder' | 'models'> {
  kind: ControlKind;
  picture: { file: string } & Size;
  /** Part that is shown; the whole picture when absent. */
  part?: ControlBox;
  /** Of the control picture. */
  size: Size;
  /** Absolute path of the exact layers of a view of a building model, of the part and in the size that are wanted. */
  layers?: string;
}

/** Interleaved bytes, one or three channels. */
export interface ControlPixels extends Size {
  pixels: Uint8Array;
  channels: 1 | 3;
}

/** A control picture cannot be made here; `sentence` is Chinese, for people. */
export class ControlMissing extends SentenceError {
  override readonly name = 'ControlMissing';
}

/** The part of a picture that is worked on, at the wanted size. */
interface Shown extends Size {
  rgb: RgbBytes;
}

/**
 * Makes a control picture: lines white on black, depth lighter where nearer, classes in the colours of ADE20K.
 *
 * @throws JobRefused when the file cannot be decoded or shows nothing to hold on to; ControlMissing
 */
export async function makeControlPicture(job: ControlJob): Promise<ControlPixels> {
  if (job.layers !== undefined) return exactControl(job.kind, unpackLayers(await readFile(job.layers)));
  const shown = await shownPart(job);
  switch (job.kind) {
    case 'line':
      return { ...job.size, channels: 1, pixels: await linesOf(job, shown) };
    case 'depth':
      return { ...job.size, channels: 1, pixels: await depthOf(job, shown) };
    case 'segmentation':
      return { ...job.size, channels: 3, pixels: await classesOf(job, shown) };
  }
}

function exactControl(kind: ControlKind, layers: KeptLayers): ControlPixels {
  const { width, height } = layers;
  switch (kind) {
    case 'line':
      return { width, height, channels: 1, pixels: layers.ink.some((ink) => ink > 0) ? whiteLines(layers) : noLines() };
    case 'depth':
      return { width, height, channels: 1, pixels: exactControlDepth(layers.depth) };
    case 'segmentation': {
      const classes = layerClasses.map((name) => (name === 'door' ? 'wall' : name));
      return { width, height, channels: 3, pixels: exactControlClasses(layers.kind, classes, layers.isInside) };
    }
  }
}

/** Folds are drawn as light as this at least, 0–1. */
const faintestLine = 0.6;

const whiteLines = ({ ink }: KeptLayers): Uint8Array =>
  Uint8Array.from(ink, (strength) => (strength === 0 ? 0 : Math.round(255 * Math.max(faintestLine, strength))));

function noLines(): never {
  throw new UnsuitablePicture('底图上没有找到可以依照的线条，请换一张轮廓清楚的底图。');
}

/**
 * Makes a mask for a model: white is made anew. It is grown, so that the model sees the edge of what it replaces, and
 * its edge is soft.
 *
 * @param grow pixels of the mask's size
 * @param feather pixels of the mask's size
 */
export async function makeControlMask(
  { picture, part, size }: Omit<ControlJob, 'kind'>,
  { grow, feather }: { grow: number; feather: number },
): Promise<ControlPixels> {
  const data = await refuseUnreadable(() =>
    cropped(openPicture(picture.file, { isProfileIgnored: true }), part)
      .flatten({ background: '#000000' })
      .toColourspace('b-w')
      .resize({ ...size, fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { channels } = data.info;
  const levels = bytesOf(new Float32Array(size.width * size.height), (_, i) => data.data[i * channels]!);
  const grown = growMask(levels, size, grow + feather);
  return { ...size, channels: 1, pixels: feather > 0 ? featherMask(grown, size, feather) : grown };
}

const cropped = (picture: Sharp, part: ControlBox | undefined) => (part ? picture.extract(part) : picture);

async function shownPart({ picture, part, size }: ControlJob): Promise<Shown> {
  const { data, info } = await refuseUnreadable(() =>
    cropped(openPicture(picture.file).toColourspace('srgb').flatten({ background: '#ffffff' }), part)
      .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  if (info.channels === 3) return { ...size, rgb: data };
  const rgb = new Uint8Array(size.width * size.height * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = data[Math.floor(i / 3) * info.channels]!;
  return { ...size, rgb };
}

async function linesOf(job: ControlJob, shown: Shown): Promise<Uint8Array> {
  const { answer } = await askSlot(job, 'lines', (adapter, use) => adapter.find(use, shown));
  return drawControlLines(shown.rgb, shown, answer) ?? noLines();
}

async function classesOf(job: ControlJob, shown: Shown): Promise<Uint8Array> {
  const reading = await readingFor(job, '语义图', job.models?.slots.semantic !== undefined);
  const { guide, shares } = partOf(reading, job, shown);
  return drawControlClasses({ shares, place: reading.place }, guide, shown.rgb, shown);
}

async function depthOf(job: ControlJob, shown: Shown): Promise<Uint8Array> {
  const reading = await readingFor(job, '深度图', job.models?.slots.depth !== undefined);
  const { guide, shares, cut } = partOf(reading, job, shown);
  const { answer } = await askSlot(job, 'depth', (adapter, use) => adapter.nearness(use, shown));
  if (answer)
    return drawControlDepth(resamplePlane(answer, shown, guide, 'catmullRom'), shares.sky, guide, shown.rgb, shown);
  const depth = reading.place === 'outdoor' ? (reading.depth ?? (await ownDepth(job))) : undefined;
  if (!depth) throw new ControlMissing('没有深度图：深度模型现在不能使用');
  return drawControlDepth(cut(nearnessOf(depth)), shares.sky, guide, shown.rgb, shown);
}

/** Kind of the whole picture, whichever part of it is shown. */
export async function controlBaseOf({ file }: ControlJob['picture']): Promise<BaseKind> {
  const base = await readPixels({ file }, { maxSide: judgedSide, alpha: 'onWhite' });
  return baseKindOf(base.rgb, base);
}

const judgedSide = 1024;

const kindNames: Partial<Record<BaseKind, string>> = { drawing: '线稿或平涂图', view: '没有光影的模型视图' };

/**
 * Reading of the picture, for a kind of control picture. Our own networks know streets and gardens: what they say of
 * rooms and drawings would lead a model astray.
 *
 * @param isOperators whether it is a network of the operator's that tells what is wanted
 */
async function readingFor(job: ControlJob, words: string, isOperators: boolean): Promise<SceneReading> {
  const { picture, cacheFolder, models } = job;
  const kind = await controlBaseOf(picture);
  const name = kindNames[kind];
  if (name) throw new ControlMissing(`没有${words}：底图是${name}`);
  if (!models) throw new ControlMissing(`没有${words}：这台服务器没有启用神经网络`);
  const { reading } = await sceneLayersOf(picture, { cacheFolder, models });
  if (reading.readBy !== 'network') throw new ControlMissing(`没有${words}：神经网络现在不能使用`);
  if (!isOperators && reading.place !== 'outdoor')
    throw new ControlMissing(`没有${words}：自带的识别只适合室外画面，室内请在控制台放入相应的模型`);
  return reading;
}

/** Depth of the network that comes with the product, where the operator's, which tells none, has read the picture. */
async function ownDepth({ picture, cacheFolder, models }: ControlJob): Promise<Float32Array | undefined> {
  if (!models?.slots.semantic) return undefined;
  const { semantic: _, ...slots } = models.slots;
  return (await sceneLayersOf(picture, { cacheFolder, models: { ...models, slots } })).reading.depth;
}

/** Reading of the part that is shown, and the guide that takes it to the edges of the picture. */
function partOf(reading: SceneReading, { picture, part }: ControlJob, shown: Shown) {
  const box = part ?? { left: 0, top: 0, width: picture.width, height: picture.height };
  const small = readingSizeOf(shown);
  const guide = makeColourGuide(reduceRgb(shown.rgb, shown), small, 3, 1e-3);
  const cut = (plane: Float32Array | Uint8Array) => samplePart(plane, reading, { box, whole: picture, to: small });
  const shares = Object.fromEntries(
    sceneClasses.map((name) => [name, bytesOf(cut(reading.shares[name]), (share) => byteOf(share))]),
  ) as SceneReading['shares'];
  return { guide, shares, cut };
}

interface Sampling {
  /** Part that is wanted, pixels of `whole`. */
  box: ControlBox;
  whole: Size;
  to: Size;
}

/** A part of a plane that covers a whole picture, between its points by both neighbours. */
function samplePart(plane: ArrayLike<number>, from: Size, { box, whole, to }: Sampling): Float32Array {
  const out = new Float32Array(to.width * to.height);
  const column = (x: number) => ((box.left + ((x + 0.5) * box.width) / to.width) * from.width) / whole.width - 0.5;
  const row = (y: number) => ((box.top + ((y + 0.5) * box.height) / to.height) * from.height) / whole.height - 0.5;
  for (let y = 0, i = 0; y < to.height; y++) {
    const down = clamp(row(y), 0, from.height - 1);
    const top = Math.floor(down);
    const [upper, lower] = [top * from.width, Math.min(from.height - 1, top + 1) * from.width];
    for (let x = 0; x < to.width; x++, i++) {
      const across = clamp(column(x), 0, from.width - 1);
      const left = Math.floor(across);
      const right = Math.min(from.width - 1, left + 1);
      const share = across - left;
      const above = plane[upper + left]! * (1 - share) + plane[upper + right]! * share;
      const below = plane[lower + left]! * (1 - share) + plane[lower + right]! * share;
      out[i] = above + (below - above) * (down - top);
    }
  }
  return out;
}
