import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Size } from '../base/blur.ts';
import { labPlanes, type RgbBytes } from '../base/colour.ts';
import { guideLarge, makeColourGuide } from '../base/guided-enlarge.ts';
import type { JobPicture, ToolJob } from '../base/job.ts';
import { type JobModels, ModelUnavailable } from '../base/models.ts';
import { readPixels } from '../base/picture-file.ts';
import { smoothstep } from '../base/scalar.ts';
import { UnreadableBuildingFile } from '../kernels/building/building-file.ts';
import { findPanes } from '../kernels/light/atmosphere-panes.ts';
import { findPlants } from '../kernels/light/atmosphere-plants.ts';
import type { SceneClass, SceneReading } from '../kernels/scene/scene-reading.ts';
import { readClassically, readWithLook, readWithNetwork, reduceRgb } from '../kernels/scene-reader/read-scene.ts';
import { sceneMasks } from '../kernels/segment/scene-masks.ts';
import { drawWindows } from '../kernels/windows/draw-windows.ts';
import { readersOf, sceneMarkOf, sceneNetworkOf } from '../models/scene-weights.ts';
import { slotAdapter } from '../models/slots/index.ts';
import { markOfBuilding, readBuildingPicture } from './building-reading.ts';
import { keepPart, keptPart } from './reading-file.ts';
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
    const label = models.slots.semantic?.label;
    const network = { mark: await sceneMarkOf(models.slots), ...(label !== undefined && { label }) };
    return packSceneLayers({ ...size, layers: layersOf(reading, rgb, size), reading, network });
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
  return { sky, ground, window: reading.windows ? drawWindows(reading.windows, size) : draw(['window']) };
}

/** Networks that read a picture, and the places where readings are kept. */
export type ReadingPlace = { [part in 'cacheFolder' | 'models' | 'readings']?: ToolJob[part] | undefined };

/** Reading of a picture, and the bytes of its file. */
interface Kept {
  found: FoundLayers;
  bytes: Buffer;
}

/** A picture to be read, which may be a view of a building model. */
export type ReadPicture = Pick<JobPicture, 'file' | 'reading'> & Partial<Pick<JobPicture, 'building'> & Size>;

/**
 * Reading of a picture: from an earlier run of the same job, else from the cache folder, else made now and kept under
 * the hash of the file's content and of the weights. All give the same bytes. Several threads may do this at once; a
 * folder that cannot be written to costs time only. When the network cannot be used, the classical masks stand in for
 * it. A view of a building model is read from the model.
 */
export async function sceneLayersOf(picture: ReadPicture, place: ReadingPlace): Promise<FoundLayers> {
  const { file, reading } = picture;
  const former = reading === undefined ? undefined : await keptPart(reading, 'scene');
  const { found, bytes } =
    (former && unpacked(former)) || (await readModel(picture, place)) || (await readInTurn(file, place));
  keepPart(place.readings, file, 'scene', bytes, found.network?.label);
  return found;
}

/** @returns undefined where it is no view of a model, or the model's file is gone or cannot be read */
async function readModel({ file, building, width, height }: ReadPicture, { cacheFolder }: ReadingPlace) {
  if (!building || !width || !height) return undefined;
  const find = async () => packSceneLayers(await readBuildingPicture(building, { width, height }));
  return keptOrFound(file, { cacheFolder, mark: markOfBuilding(building) }, find).catch((fault: unknown) => {
    if (fault instanceof UnreadableBuildingFile) return undefined;
    throw fault;
  });
}

async function readInTurn(file: string, { cacheFolder, models }: ReadingPlace): Promise<Kept> {
  const read = async (reader?: JobModels) => {
    const mark = reader && (await sceneMarkOf(reader.slots));
    return keptOrFound(file, { cacheFolder, mark }, () => findPackedScene(file, reader));
  };
  for (const reader of readersOf(models)) {
    try {
      return await read(reader);
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
    }
  }
  return read();
}

interface KeptUnder {
  cacheFolder?: string | undefined;
  /** Of what reads the picture; the classical masks when absent. */
  mark?: string | undefined;
}

async function keptOrFound(file: string, { cacheFolder, mark }: KeptUnder, find: () => Promise<Buffer>): Promise<Kept> {
  const target = cacheFolder === undefined ? undefined : await keptFileOf(file, cacheFolder, mark);
  const known = target && (await readKept(target));
  if (known) return known;
  const bytes = await find();
  if (target) await keep(target, bytes).catch(() => undefined);
  return { found: unpackSceneLayers(bytes), bytes };
}

async function keptFileOf(file: string, folder: string, mark?: string): Promise<string> {
  const sha256 = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return path.join(folder, sceneFileName(sha256, mark));
}

async function readKept(file: string): Promise<Kept | undefined> {
  try {
    const kept = unpacked(await readFile(file));
    const now = new Date();
    // Renews the file's times, because the cache is trimmed from the least recently used.
    if (kept) await utimes(file, now, now);
    return kept;
  } catch {
    return undefined;
  }
}

function unpacked(bytes: Buffer): Kept | undefined {
  try {
    return { found: unpackSceneLayers(bytes), bytes };
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
