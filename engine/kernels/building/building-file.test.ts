import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuildingFile, UnreadableBuildingFile, writeBuildingFile } from './building-file.ts';
import type { BuildingModel } from './building-mesh.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'building-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const model: BuildingModel = {
  triangleCount: 3,
  positions: Float32Array.from({ length: 27 }, (_, i) => i * 0.1),
  normals: Float32Array.from({ length: 27 }, (_, i) => (i % 3 === 1 ? 1 : 0)),
  uvs: Float32Array.from({ length: 18 }, (_, i) => i / 18),
  materialOf: Uint16Array.of(0, 65_534, 1),
  objectOf: Uint32Array.of(0, 70_000, 1),
  materials: [{ name: '清水混凝土', colour: [0.5, 0.5, 0.5], opacity: 1, texture: 0 }],
  objects: [{ name: 'Basic Wall', kind: 'IfcWall', storey: 0 }],
  storeys: [{ name: '一层', elevation: 0.3 }],
  rooms: [{ name: '客厅', storey: 0, area: 32.5 }],
  textures: [
    { format: 'png', bytes: Uint8Array.of(1, 2, 3, 4, 5) },
    { format: 'jpg', bytes: Uint8Array.of(6, 7) },
  ],
};

test('a model comes back from its file as it was, over one buffer', async () => {
  const file = path.join(folder, 'whole');
  await writeBuildingFile(file, model);
  const back = await readBuildingFile(file);
  expect(back).toEqual(model);
  expect(back.positions.buffer).toBe(back.textures[1]!.bytes.buffer);
  const shared = await readBuildingFile(file, { isShared: true });
  expect(shared.objectOf.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect([...shared.objectOf]).toEqual([...model.objectOf]);
});

test('a model without triangles, textures and coordinates of pictures comes back too', async () => {
  const file = path.join(folder, 'empty');
  const empty = { ...model, triangleCount: 0, positions: new Float32Array(), normals: new Float32Array() };
  const bare = { ...empty, uvs: new Float32Array(), materialOf: new Uint16Array(), objectOf: new Uint32Array() };
  await writeBuildingFile(file, { ...bare, textures: [] });
  expect(await readBuildingFile(file)).toEqual({ ...bare, textures: [] });
});

test('a cut file, a foreign one and one of another version are refused wherever they end', async () => {
  const file = path.join(folder, 'cut');
  await writeBuildingFile(file, model);
  const whole = await readFile(file);
  for (const length of [0, 5, 15, 16, 40, whole.length - 8, whole.length - 1]) {
    await writeFile(file, whole);
    await truncate(file, length);
    await expect(readBuildingFile(file), `${length} bytes`).rejects.toThrow(UnreadableBuildingFile);
  }
  await writeFile(file, Buffer.concat([whole, Buffer.alloc(8)]));
  await expect(readBuildingFile(file)).rejects.toThrow('cut');
  await writeFile(file, Buffer.from('ISO-10303-21;\nHEADER;'));
  await expect(readBuildingFile(file)).rejects.toThrow('no building model');
  const newer = Buffer.from(whole);
  newer.writeUInt32LE(2, 8);
  await writeFile(file, newer);
  await expect(readBuildingFile(file)).rejects.toThrow('has version 2, not 1');
});
