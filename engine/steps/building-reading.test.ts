import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { roomModel } from '../../tests/support/building-model.ts';
import { writeBuildingFile } from '../kernels/building/building-file.ts';
import { keptLayersOf, packLayers, unpackLayers } from '../kernels/building/layer-file.ts';
import { castLayers, isGround, layerClasses } from '../kernels/building/layers.ts';
import { prepareBuilding } from '../kernels/building/prepared-building.ts';
import { readingOfLayers } from './building-reading.ts';
import { sceneLayersOf } from './scene-layers.ts';

const size = { width: 96, height: 64 };
const view = BuildingView.parse({
  camera: { x: 0, y: 1.85, z: 9, yaw: 0, lens: 30 },
  sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes: 600 },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'building-reading-'));
  await writeBuildingFile(path.join(folder, 'model'), roomModel());
});
afterAll(() => rm(folder, { recursive: true }));

test('sky, ground and glass are exact to the pixel, soft only where a border runs through it', async () => {
  const prepared = await prepareBuilding(roomModel());
  const { object, kind } = castLayers(prepared, view, size);
  const { layers } = readingOfLayers(keptLayersOf(prepared, view, size));
  const glass = layerClasses.indexOf('window');
  let soft = 0;
  for (let i = 0; i < object.length; i++) {
    const expected = {
      sky: object[i] === -1,
      ground: object[i] !== -1 && isGround(kind[i]!),
      window: kind[i] === glass,
    };
    for (const [name, isIn] of Object.entries(expected)) {
      const share = layers[name as keyof typeof layers][i]!;
      if (share > 0 && share < 255) soft++;
      else expect(share, `${name} at ${i}`).toBe(isIn ? 255 : 0);
    }
  }
  expect(soft).toBeGreaterThan(0);
  expect(soft).toBeLessThan(object.length / 8);
});

test('a view of a model is read from the model, another picture of the same file is not', async () => {
  const file = path.join(folder, 'picture.png');
  await sharp({ create: { ...size, channels: 3, background: '#8899aa' } }).toFile(file);
  const building = { model: path.join(folder, 'model'), view, north: 0 };
  const place = { cacheFolder: folder };
  const { reading } = await sceneLayersOf({ file, ...size, building }, place);
  expect(reading).toMatchObject({ readBy: 'model', place: 'outdoor', confidence: 1 });
  expect(reading.depth!.some((metres) => metres > 6 && metres < 8)).toBe(true);
  expect(await sceneLayersOf({ file, ...size, building }, place)).toEqual(
    await sceneLayersOf({ file, ...size, building }, {}),
  );
  expect((await sceneLayersOf({ file, ...size }, place)).reading.readBy).toBe('classical');
  const gone = { ...building, model: path.join(folder, 'gone') };
  expect((await sceneLayersOf({ file, ...size, building: gone }, place)).reading.readBy).toBe('classical');
  const inside = BuildingView.parse({ ...view, camera: { ...view.camera, z: -1.5, yaw: 180, lens: 15 } });
  const room = await sceneLayersOf({ file, ...size, building: { ...building, view: inside } }, place);
  expect(room.reading.place).toBe('interior');
  expect(room.reading.shares.floor.some((share) => share > 200)).toBe(true);
  expect(room.reading.shares.ceiling.some((share) => share > 200)).toBe(true);
});

test('layers come back from their file; a file that is cut off is refused', async () => {
  const layers = keptLayersOf(await prepareBuilding(roomModel()), view, size);
  const bytes = packLayers(layers);
  const { depth, object, kind, isInside, shares } = unpackLayers(bytes);
  expect({ depth, object, kind, isInside, shares }).toEqual({
    ...{ depth: layers.depth, object: layers.object, kind: layers.kind, isInside: layers.isInside },
    shares: layers.shares,
  });
  expect(() => unpackLayers(bytes.subarray(0, bytes.length - 40))).toThrow();
  expect(() => unpackLayers(Buffer.from('nothing'))).toThrow('not a file of layers');
});
