import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { moveEdge } from '#shared/domain/mask-edge';
import type { SceneLayer } from '#shared/tools/field-kind';
import type { Size } from '../../../engine/base/blur.ts';
import { JobRefused } from '../../../engine/base/job.ts';
import { chosenLevel } from '../../../engine/base/mask.ts';
import { resizeMask } from '../../../engine/base/mask-size.ts';
import { ModelUnavailable } from '../../../engine/base/models.ts';
import { openPicture } from '../../../engine/base/picture-file.ts';
import { resamplePlane } from '../../../engine/base/resample.ts';
import { unpackLayers } from '../../../engine/kernels/building/layer-file.ts';
import { chooseParts } from '../../../engine/kernels/building/layer-masks.ts';
import { glanceWithNetwork } from '../../../engine/kernels/scene-reader/read-scene.ts';
import { chooseRegions } from '../../../engine/kernels/segment/region-masks.ts';
import type { RegionChoice, RegionModel } from '../../../engine/kernels/segment/region-masks-choice.ts';
import { type EdgeGuide, enlargeMask } from '../../../engine/kernels/segment/region-masks-edges.ts';
import {
  buildRegionModel,
  packRegionModel,
  unpackRegionModel,
  workingSide,
} from '../../../engine/kernels/segment/region-masks-model.ts';
import { jobModelsOf, type ModelAccess } from '../../../engine/models/client.ts';
import { sceneNetworkOf } from '../../../engine/models/scene-weights.ts';
import { slotAdapter } from '../../../engine/models/slots/index.ts';
import type { SegmentCandidate, SegmentEmbedding } from '../../../engine/models/slots/slot-adapter.ts';
import { type FoundLayers, unpackSceneLayers } from '../../../engine/steps/scene-file.ts';
import { findPackedScene } from '../../../engine/steps/scene-layers.ts';
import { encodeMask } from './mask-png.ts';
import type { SegmentMask, SegmentPicture, SegmentPrompt } from './port.ts';

sharp.cache(false);
sharp.concurrency(1);

/** Messages from the pool to its thread. */
export type SegmentTask =
  | { kind: 'build'; picture: SegmentPicture; target: string; models?: ModelAccess }
  | { kind: 'build scene'; picture: SegmentPicture; target: string; models?: ModelAccess }
  | { kind: 'answer'; picture: SegmentPicture; model: string; prompt: SegmentPrompt; grow: number }
  /** The network of an operator, which is in the slot. */
  | { kind: 'ask model'; picture: SegmentPicture; prompt: SegmentPrompt; grow: number; models: ModelAccess }
  | { kind: 'scene'; picture: SegmentPicture; file: string; layer: SceneLayer; grow: number }
  /** A view of a building model, whose layers are known. */
  | { kind: 'answer layers'; picture: SegmentPicture; layers: string; prompt: SegmentPrompt; grow: number }
  | { kind: 'scene layers'; picture: SegmentPicture; layers: string; layer: SceneLayer; grow: number };

/** A mask as it travels between threads. */
export type PlainMask = Omit<SegmentMask, 'png'> & { png: Uint8Array };

/** Answers of the thread; errors lose their class between threads, so expected ones are data. */
export type SegmentResult =
  | { kind: 'built' }
  | { kind: 'answer'; masks: PlainMask[]; chosen: number }
  | { kind: 'scene'; mask: PlainMask }
  | { kind: 'unreadable picture' }
  /** The network cannot be used now. */
  | { kind: 'no network' }
  | { kind: 'broken file' };

/** A picture ready for questions. */
interface Prepared {
  model: RegionModel;
  guide: EdgeGuide;
}

/** Pictures kept ready; each takes 5–9 MB. */
const keptPictures = 16;
/** Masks are made at most this large and enlarged beyond it, pixels on the longer side. */
const guideSide = 2048;

/** By the file that is kept of them; the one used last stands last. */
const kept = new Map<string, Prepared>();

/** Entry of the worker thread. */
export default async function runTask(task: SegmentTask): Promise<SegmentResult> {
  switch (task.kind) {
    case 'build':
      return build(task.picture, task.target, task.models);
    case 'build scene':
      return buildScene(task.picture, task.target, task.models);
    case 'answer':
      return answer(task);
    case 'ask model':
      return askModel(task);
    case 'scene':
      return answerScene(task);
    case 'answer layers':
      return answerLayers(task);
    case 'scene layers':
      return sceneOfLayers(task);
  }
}

async function build(picture: SegmentPicture, target: string, models?: ModelAccess): Promise<SegmentResult> {
  const pixels = await decode(open(picture).resize(boundedBy(workingSide)));
  if (!pixels) return { kind: 'unreadable picture' };
  try {
    const network = sceneNetworkOf(models && jobModelsOf(models));
    const look = network && (await glanceWithNetwork(pixels.data, pixels, network));
    await writeFile(target, packRegionModel(buildRegionModel(pixels.data, pixels, look)));
    return { kind: 'built' };
  } catch (error) {
    if (error instanceof ModelUnavailable) return { kind: 'no network' };
    throw error;
  }
}

async function buildScene(picture: SegmentPicture, target: string, models?: ModelAccess): Promise<SegmentResult> {
  try {
    await writeFile(target, await findPackedScene(picture.file, models && jobModelsOf(models)));
    return { kind: 'built' };
  } catch (error) {
    if (error instanceof JobRefused) return { kind: 'unreadable picture' };
    if (error instanceof ModelUnavailable) return { kind: 'no network' };
    throw error;
  }
}

type TaskOf<K extends SegmentTask['kind']> = Extract<SegmentTask, { kind: K }>;

async function answerScene({ picture, file, layer, grow }: TaskOf<'scene'>): Promise<SegmentResult> {
  let found: FoundLayers;
  try {
    found = unpackSceneLayers(await readFile(file));
  } catch {
    return { kind: 'broken file' };
  }
  const soft = found.layers[layer];
  const mask = resizeMask(soft, found, picture).map((level) => (level >= chosenLevel ? 255 : 0));
  return { kind: 'scene', mask: await finish(mask, picture, certaintyOf(soft), grow) };
}

/** The layers of a file in the size of the picture; undefined where it is cut off or of another picture. */
async function openLayers({ picture, layers: file }: TaskOf<'answer layers' | 'scene layers'>) {
  try {
    const layers = unpackLayers(await readFile(file));
    return layers.width === picture.width && layers.height === picture.height ? layers : undefined;
  } catch {
    return undefined;
  }
}

async function answerLayers(task: TaskOf<'answer layers'>): Promise<SegmentResult> {
  const layers = await openLayers(task);
  if (!layers) return { kind: 'broken file' };
  const { masks, chosen } = chooseParts(layers, task.prompt);
  const made = masks.map((mask, i) => finish(mask, layers, i === chosen ? exactScore : exactScore / 2, task.grow));
  return { kind: 'answer', masks: await Promise.all(made), chosen };
}

/** Which part of a model was meant is still a guess. */
const exactScore = 0.98;

async function sceneOfLayers(task: TaskOf<'scene layers'>): Promise<SegmentResult> {
  const layers = await openLayers(task);
  if (!layers) return { kind: 'broken file' };
  const { sky, ground, glass } = layers.shares;
  const share = { sky, ground, window: glass }[task.layer];
  const mask = share.map((level) => (level >= chosenLevel ? 255 : 0));
  return { kind: 'scene', mask: await finish(mask, layers, mask.some((level) => level > 0) ? 1 : 0, task.grow) };
}

/**
 * Extends a mask by `grow` pixels and encodes it as PNG.
 * @param mask one byte per pixel of the picture, 0 or 255
 */
async function finish(mask: Uint8Array, { width, height }: Size, score: number, grow: number): Promise<PlainMask> {
  const data = new Uint8Array(mask);
  const grown = grow > 0 ? moveEdge({ width, height, data }, grow) : data;
  let area = 0;
  for (let i = 0; i < grown.length; i++) if (grown[i] !== 0) area++;
  return { png: await encodeMask(grown, width, height), area, score };
}

/** Overlap of a mask with its soft form, 0–1: how much of it is sure. 0 for an empty one. */
function certaintyOf(soft: Uint8Array): number {
  let common = 0;
  let union = 0;
  for (let i = 0; i < soft.length; i++) {
    const hard = soft[i]! >= chosenLevel ? 255 : 0;
    common += Math.min(hard, soft[i]!);
    union += Math.max(hard, soft[i]!);
  }
  return union === 0 ? 0 : common / union;
}

function boundedBy(side: number) {
  return { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
}

function open(picture: SegmentPicture): Sharp {
  return openPicture(picture.file).toColourspace('srgb').flatten({ background: '#ffffff' });
}

/** Decoded samples, or nothing when the file is no whole picture. */
async function decode(picture: Sharp): Promise<{ data: Buffer; width: number; height: number } | undefined> {
  try {
    const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    return { data: info.channels === 1 ? tripled(data) : data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

function tripled(grey: Buffer): Buffer {
  const rgb = Buffer.alloc(grey.length * 3);
  for (let i = 0; i < grey.length; i++) rgb.fill(grey[i]!, i * 3, i * 3 + 3);
  return rgb;
}

async function answer({ picture, model: file, prompt, grow }: TaskOf<'answer'>): Promise<SegmentResult> {
  const prepared = kept.get(file) ?? (await prepare(picture, file));
  if ('kind' in prepared) return prepared;
  kept.delete(file);
  kept.set(file, prepared);
  const [oldest] = kept.keys();
  if (kept.size > keptPictures && oldest !== undefined) kept.delete(oldest);
  const { model } = prepared;
  const across = model.width / picture.width;
  const down = model.height / picture.height;
  const spotsWith = (label: 0 | 1) =>
    prompt.points.filter((point) => point.label === label).map(({ x, y }) => ({ x: x * across, y: y * down }));
  const { box } = prompt;
  const { choices, chosen } = chooseRegions(model, {
    positives: spotsWith(1),
    negatives: spotsWith(0),
    ...(box && {
      box: {
        left: box.x * across,
        top: box.y * down,
        right: (box.x + box.width) * across,
        bottom: (box.y + box.height) * down,
      },
    }),
  });
  const masks = choices.map((choice) => finish(draw(choice, prepared, picture), picture, choice.score, grow));
  return { kind: 'answer', masks: await Promise.all(masks), chosen };
}

/** Embeddings of the pictures used last; 4–17 MB each. */
const embeddings = new Map<string, Promise<SegmentEmbedding>>();
const keptEmbeddings = 3;
/** Long side at which networks see pictures, pixels. */
const modelSide = 1024;

async function askModel({ picture, prompt, grow, ...task }: TaskOf<'ask model'>): Promise<SegmentResult> {
  const models = jobModelsOf(task.models);
  const model = models.slots.segment;
  const adapter = model && slotAdapter('segment', model.adapter);
  if (!adapter) return { kind: 'no network' };
  const use = { runner: models.runner, model };
  try {
    const key = `${picture.sha256} ${model.sha256} ${model.adapter}`;
    const pixels = embeddings.has(key) ? undefined : await decode(open(picture).resize(boundedBy(modelSide)));
    const embedding =
      embeddings.get(key) ?? (pixels && adapter.encode(use, { ...pixels, rgb: new Uint8Array(pixels.data) }));
    if (!embedding) return { kind: 'unreadable picture' };
    embeddings.delete(key);
    embeddings.set(key, embedding);
    const [oldest] = embeddings.keys();
    if (embeddings.size > keptEmbeddings && oldest !== undefined) embeddings.delete(oldest);
    const made = await embedding.catch((error: unknown) => {
      embeddings.delete(key);
      throw error;
    });
    const across = made.picture.width / picture.width;
    const down = made.picture.height / picture.height;
    const points = prompt.points.map(({ x, y, label }) => ({ x: x * across, y: y * down, isInside: label === 1 }));
    const { box } = prompt;
    const found = await adapter.decode(use, made, {
      points,
      ...(box && {
        box: {
          ...{ left: box.x * across, top: box.y * down },
          ...{ right: (box.x + box.width) * across, bottom: (box.y + box.height) * down },
        },
      }),
    });
    return await drawFound(found.slice(0, 3), made.picture, picture, grow);
  } catch (error) {
    if (error instanceof ModelUnavailable) return { kind: 'no network' };
    throw error;
  }
}

/** The masks of a network at the picture's size, from small to large; the first given is the likeliest. */
async function drawFound(found: readonly SegmentCandidate[], from: Size, { width, height }: Size, grow: number) {
  const drawn = found.map(({ mask, score }, place) => {
    const hard = resizeMask(mask, from, { width, height }).map((level) => (level >= chosenLevel ? 255 : 0));
    return {
      hard,
      place,
      score: Math.max(0, Math.min(1, score)),
      area: hard.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0),
    };
  });
  const kept = drawn.filter(({ area }) => area > 0).sort((one, other) => one.area - other.area);
  if (kept.length === 0) return { kind: 'no network' } as const;
  const masks = await Promise.all(kept.map(({ hard, score }) => finish(hard, { width, height }, score, grow)));
  const best = Math.min(...kept.map(({ place }) => place));
  return { kind: 'answer', masks, chosen: kept.findIndex(({ place }) => place === best) } as const;
}

async function prepare(picture: SegmentPicture, file: string): Promise<Prepared | SegmentResult> {
  let model: RegionModel;
  try {
    model = unpackRegionModel(await readFile(file));
  } catch {
    return { kind: 'broken file' };
  }
  const grey = await decodeLuma(picture);
  if (!grey) return { kind: 'unreadable picture' };
  const luma = Float32Array.from(grey.data, (value) => value / 255);
  const guide = { width: grey.width, height: grey.height, luma: grey.data, working: resamplePlane(luma, grey, model) };
  return { model, guide };
}

async function decodeLuma(picture: SegmentPicture) {
  try {
    const { data, info } = await open(picture)
      .resize(boundedBy(guideSide))
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

function draw({ regions }: RegionChoice, { model, guide }: Prepared, { width, height }: SegmentPicture): Uint8Array {
  const chosen = new Uint8Array(model.labels.length);
  for (let i = 0; i < chosen.length; i++) chosen[i] = regions[model.labels[i]!]!;
  const mask = enlargeMask(chosen, model, guide);
  return guide.width === width && guide.height === height ? mask : stretch(mask, guide, { width, height });
}

/** Nearest neighbour. */
function stretch(mask: Uint8Array, from: EdgeGuide, to: { width: number; height: number }): Uint8Array {
  const out = new Uint8Array(to.width * to.height);
  for (let y = 0, i = 0; y < to.height; y++) {
    const row = Math.floor(((y + 0.5) * from.height) / to.height) * from.width;
    for (let x = 0; x < to.width; x++, i++) out[i] = mask[row + Math.floor(((x + 0.5) * from.width) / to.width)]!;
  }
  return out;
}
