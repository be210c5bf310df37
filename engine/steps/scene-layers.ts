import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { Size } from '../base/blur.ts';
import { labPlanes } from '../base/colour.ts';
import { readPixels } from '../base/picture-file.ts';
import { findPanes } from '../kernels/light/atmosphere-panes.ts';
import { findPlants } from '../kernels/light/atmosphere-plants.ts';
import { type SceneMasks, sceneMasks } from '../kernels/segment/scene-masks.ts';
import { sceneFileName } from './scene-file-name.ts';

/** Everything that is found in an outdoor picture, 0–255 per pixel each. */
export interface SceneLayers extends SceneMasks {
  /** 255 inside window panes. */
  window: Uint8Array;
}

/** The layers in the size they were looked for. */
export interface FoundLayers extends Size {
  layers: SceneLayers;
}

/** Longest side at which layers are looked for, pixels; larger pictures get them enlarged. */
const layersSide = 2048;

/** First bytes of the kept files; its number is that of their names. */
const mark = Buffer.from('scene-1\n', 'latin1');
/** Behind the mark: width and height, 4 bytes each, then sky, ground and window, deflated. */
const headerBytes = mark.length + 8;

/** Looks for sky, ground and windows. Throws JobRefused when the file cannot be decoded. */
export async function findSceneLayers(file: string): Promise<FoundLayers> {
  const { width, height, rgb } = await readPixels({ file }, { maxSide: layersSide, alpha: 'onWhite' });
  const size = { width, height };
  const lab = labPlanes(rgb);
  const masks = sceneMasks(rgb, size, lab);
  const window = findPanes(lab, size, masks, findPlants(lab, size));
  return { ...size, layers: { ...masks, window } };
}

export function packSceneLayers({ width, height, layers }: FoundLayers): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32LE(width, 0);
  size.writeUInt32LE(height, 4);
  const planes = Buffer.concat([layers.sky, layers.ground, layers.window]);
  return Buffer.concat([mark, size, deflateSync(planes, { level: 1, strategy: constants.Z_RLE })]);
}

/** Throws when the bytes are not a whole file of this format. */
export function unpackSceneLayers(bytes: Buffer): FoundLayers {
  if (!bytes.subarray(0, mark.length).equals(mark)) throw new Error('not a file of scene layers');
  const width = bytes.readUInt32LE(mark.length);
  const height = bytes.readUInt32LE(mark.length + 4);
  const count = width * height;
  if (Math.max(width, height) > layersSide) throw new Error('scene layers of an impossible size');
  const planes = inflateSync(bytes.subarray(headerBytes), { maxOutputLength: Math.max(1, count * 3) });
  if (count === 0 || planes.length !== count * 3) throw new Error('scene layers that are cut off');
  const plane = (index: number) => new Uint8Array(planes.subarray(index * count, (index + 1) * count));
  return { width, height, layers: { sky: plane(0), ground: plane(1), window: plane(2) } };
}

/**
 * The layers of a picture: kept ones when the folder has them, else found now and kept under the hash of the file's
 * content. Both give the same bytes. Several threads may do this at once; a folder that cannot be written to costs time
 * only.
 *
 * @param folder where files lie that can be made again; nothing is kept without one
 */
export async function sceneLayersOf(file: string, folder: string | undefined): Promise<FoundLayers> {
  if (folder === undefined) return findSceneLayers(file);
  const content = await readFile(file);
  const kept = path.join(folder, sceneFileName(createHash('sha256').update(content).digest('hex')));
  const known = await readKept(kept);
  if (known) return known;
  const found = await findSceneLayers(file);
  await keep(kept, packSceneLayers(found)).catch(() => undefined);
  return found;
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
