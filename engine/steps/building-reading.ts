import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Size } from '../base/blur.ts';
import type { PictureBuilding } from '../base/job.ts';
import { floatsOf } from '../base/map-plane.ts';
import { clamp } from '../base/scalar.ts';
import { UnreadableBuildingFile } from '../kernels/building/building-file.ts';
import { type KeptLayers, keptLayersOf } from '../kernels/building/layer-file.ts';
import { layerClasses } from '../kernels/building/layers.ts';
import { findModelLines, type ModelLines } from '../kernels/building/model-lines.ts';
import { openKept } from '../kernels/building/open-kept.ts';
import type { PreparedBuilding } from '../kernels/building/prepared-building.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../kernels/scene/scene-reading.ts';
import { readingSizeOf } from '../kernels/scene-reader/read-scene.ts';
import { type FoundLayers, layersSide } from './scene-file.ts';

/** A thread keeps a model for the next picture up to this size: about 200 MB. */
const mostKeptTriangles = 500_000;

/** Tells one view of one model from another, for names of files. */
export function markOfBuilding({ model, view, north }: PictureBuilding): string {
  const words = JSON.stringify([path.basename(model), view, north]);
  return `model-${createHash('sha256').update(words).digest('hex').slice(0, 16)}`;
}

/**
 * Exact reading of a picture that is a view of a building model.
 * @param picture pixels of the picture
 * @throws UnreadableBuildingFile, also where the file is gone
 */
export async function readBuildingPicture(building: PictureBuilding, picture: Size): Promise<FoundLayers> {
  const prepared = await openBuilding(building.model);
  return readingOfLayers(keptLayersOf(prepared, building.view, sizeWithin(picture, layersSide)));
}

/** @throws UnreadableBuildingFile, also where the file is gone */
export async function openBuilding(file: string): Promise<PreparedBuilding> {
  try {
    return await openKept(file, mostKeptTriangles);
  } catch (fault) {
    const isGone = (fault as NodeJS.ErrnoException).code === 'ENOENT';
    throw isGone ? new UnreadableBuildingFile('the file of the model is gone') : fault;
  }
}

/** @returns undefined where the model's file is gone or cannot be read */
export async function linesOfBuilding({ model, view }: PictureBuilding, size: Size): Promise<ModelLines | undefined> {
  try {
    return findModelLines(await openBuilding(model), view, size);
  } catch (fault) {
    if (fault instanceof UnreadableBuildingFile) return undefined;
    throw fault;
  }
}

function sizeWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Range of distances in a reading, metres. */
const nearest = 0.5;
const farthest = 15_000;

/** The layers as tools know readings of pictures. */
export function readingOfLayers(layers: Omit<KeptLayers, 'ink' | 'object'>): FoundLayers {
  const { width, height, depth, kind, isInside, shares } = layers;
  const size = readingSizeOf({ width, height });
  const reading: SceneReading = {
    ...size,
    shares: sharesAt(kind, { width, height }, size),
    depth: floatsOf(new Float32Array(size.width * size.height), (_, i) => {
      const x = Math.floor((((i % size.width) + 0.5) * width) / size.width);
      const y = Math.floor(((Math.floor(i / size.width) + 0.5) * height) / size.height);
      return clamp(depth[y * width + x]!, nearest, farthest);
    }),
    place: isInside ? 'interior' : 'outdoor',
    confidence: 1,
    readBy: 'model',
  };
  return { width, height, layers: { sky: shares.sky, ground: shares.ground, window: shares.glass }, reading };
}

/** Shares of the classes in the points of a smaller size, 0–255; doors count among the walls. */
function sharesAt(kind: Uint8Array, { width, height }: Size, to: Size): SceneReading['shares'] {
  const counts = new Uint32Array(to.width * to.height);
  const planes = Object.fromEntries(
    sceneClasses.map((name) => [name, new Float32Array(to.width * to.height)]),
  ) as Record<SceneClass, Float32Array>;
  const planeOf = layerClasses.map((name) => planes[name === 'door' ? 'wall' : name]);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * to.height) / height) * to.width;
    for (let x = 0; x < width; x++, i++) {
      const point = row + Math.floor(((x + 0.5) * to.width) / width);
      counts[point]!++;
      planeOf[kind[i]!]![point]!++;
    }
  }
  return Object.fromEntries(
    sceneClasses.map((name) => [
      name,
      Uint8Array.from(planes[name], (count, i) => Math.round((255 * count) / Math.max(1, counts[i]!))),
    ]),
  ) as Record<SceneClass, Uint8Array>;
}
