import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Size } from '../base/blur.ts';
import { labPlanes, type RgbBytes } from '../base/colour.ts';
import { guideLarge, makeColourGuide } from '../base/guided-enlarge.ts';
import { type JobModels, ModelUnavailable } from '../base/models.ts';
import { readPixels } from '../base/picture-file.ts';
import { smoothstep } from '../base/scalar.ts';
import { findPanes } from '../kernels/light/atmosphere-panes.ts';
import { findPlants } from '../kernels/light/atmosphere-plants.ts';
import { readClassically, readWithLook, readWithNetwork, reduceRgb } from '../kernels/scene-reader/read-scene.ts';
import type { SceneClass, SceneReading } from '../kernels/scene-reader/scene-reading.ts';
import { sceneMasks } from '../kernels/segment/scene-masks.ts';
import { readersOf, sceneMarkOf, sceneNetworkOf } from '../models/scene-weights.ts';
import { slotAdapter } from '../models/slots/index.ts';
import { type FoundLayers, layersSide, packSceneLayers, type SceneLayers, unpackSceneLayers } from './scene-file.ts';
import { sceneFileName } from './scene-file-name.ts';

export type { FoundLayers, SceneLayers } from './scene-file.ts';

/** Ground is what one stands on or looks down at outdoors, water included. */
const groundClasses: readonly SceneClass[] = ['hard', 'grass', 'water', 'floor'];

/**
 * Reads a picture: by the network where one is given, else by the classical masks.
 * @throws JobRefused when the file cannot be decoded; ModelUnavailable
 */
export async function findSceneLayers(file: string, models?: JobModels): Promise<FoundLayers> {
  return unpackSceneLayers(await findPackedScene(file, models));
}

/** The same as {@link findSceneLayers} as it is kept, which has coarser steps than what was found. */
export async function findPackedScene(file: string, models?: JobModels): Promise<Buffer> {
  const { width, height, rgb } = await readPixels({ file }, { maxSide: layersSide, alpha: 'onWhite' });
  const size = { width, height };
  if (models) {
    const reading = await readWith(models, rgb, size);
    return packSceneLayers({ ...size, layers: layersOf(reading, rgb, size), reading });
  }
  const lab = labPlanes(rgb);
  const masks = sceneMasks(rgb, size, lab);
  const layers = { ...masks, window: findPanes(lab, size, masks, findPlants(lab, size)) };
  return packSceneLayers({ ...size, layers, reading: readClassically(layers, size) });
}

/** By the network an operator has put into the slot, else by ours. */
function readWith(models: JobModels, rgb: RgbBytes, size: Size): Promise<SceneReading> {
  const model = models.slots.semantic;
  const adapter = model && slotAdapter('semantic', model.adapter);
  if (!adapter) return readWithNetwork(rgb, size, sceneNetworkOf(models)!);
  return readWithLook(rgb, size, (picture) => adapter.classify({ runner: models.runner, model }, picture));
}

/** The layers of a reading at the picture's size, soft and true to its edges. */
function layersOf(reading: SceneReading, rgb: RgbBytes, size: Size): SceneLayers {
  const guide = makeColourGuide(reduceRgb(rgb, size), reading, 2, 1e-3);
  const draw = (classes: readonly SceneClass[]) => {
    const plane = new Float32Array(reading.width * reading.height);
    for (const name of classes) for (let i = 0; i < plane.length; i++) plane[i]! += reading.shares[name][i]! / 255;
    return guideLarge(guide, plane, rgb, size, (share) => Math.round(255 * smoothstep(0.25, 0.75, share)));
  };
  const sky = draw(['sky']);
  const ground = draw(groundClasses);
  for (let i = 0; i < ground.length; i++) ground[i] = Math.min(ground[i]!, 255 - sky[i]!);
  return { sky, ground, window: draw(['window']) };
}

/** Where a picture is read with, and where what was read is kept. */
export interface ReadingPlace {
  /** Where files lie that can be made again; nothing is kept without one. */
  cacheFolder?: string | undefined;
  models?: JobModels | undefined;
}

/**
 * What a picture shows: as kept when the folder has it, else read now and kept under the hash of the file's content and
 * of the weights. Both give the same bytes. Several threads may do this at once; a folder that cannot be written to
 * costs time only. Where the network cannot be used, the classical masks stand in for it.
 */
export async function sceneLayersOf(file: string, { cacheFolder, models }: ReadingPlace): Promise<FoundLayers> {
  for (const one of readersOf(models)) {
    try {
      const found = await keptOrFound(file, cacheFolder, one);
      if (one.slots.semantic) one.sceneReaders?.add(one.slots.semantic.label);
      return found;
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
    }
  }
  return keptOrFound(file, cacheFolder);
}

async function keptOrFound(file: string, folder?: string, models?: JobModels) {
  if (folder === undefined) return findSceneLayers(file, models);
  const content = await readFile(file);
  const mark = models && (await sceneMarkOf(models.slots));
  const kept = path.join(folder, sceneFileName(createHash('sha256').update(content).digest('hex'), mark));
  const known = await readKept(kept);
  if (known) return known;
  const packed = await findPackedScene(file, models);
  await keep(kept, packed).catch(() => undefined);
  return unpackSceneLayers(packed);
}

async function readKept(file: string): Promise<FoundLayers | undefined> {
  try {
    const found = unpackSceneLayers(await readFile(file));
    const now = new Date();
    // Renews the file's times, because the cache is trimmed from the least recently used.
    await utimes(file, now, now);
    return found;
  } catch {
    return undefined;
  }
}

/** Drafts begin with a dot, so that one left by a crash is cleared away with the others at the next start. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}`);
  try {
    await writeFile(draft, bytes);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
