import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { roomModel } from '../../../tests/support/building-model.ts';
import { writeBuildingFile } from './building-file.ts';
import { drawBuilding } from './draw.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'draw-building-'));
  await writeBuildingFile(path.join(folder, 'model'), roomModel());
});
afterAll(() => rm(folder, { recursive: true }));

async function draw(name: string, look: BuildingView['look'], camera: object = {}, model = 'model') {
  const target = path.join(folder, name);
  const view = BuildingView.parse({
    camera: { x: 0, y: 1.65, z: 8, yaw: 0, ...camera },
    sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes: 600 },
    look,
  });
  await drawBuilding({
    kind: 'draw',
    model: path.join(folder, model),
    view,
    north: 0,
    width: 96,
    height: 64,
    target,
  });
  return readFile(target);
}

test('a view is drawn in both looks, by the ending of its file, and the same again', async () => {
  const clay = await draw('clay.png', 'clay');
  const material = await draw('material.jpg', 'material');
  const facts = await sharp(clay).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(['png', 96, 64]);
  expect((await sharp(material).metadata()).format).toBe('jpeg');
  expect(await draw('again.png', 'clay')).toEqual(clay);
  const [red, , blue] = (await sharp(material).extract({ left: 16, top: 26, width: 6, height: 6 }).stats()).channels;
  const [grey, , other] = (await sharp(clay).extract({ left: 16, top: 26, width: 6, height: 6 }).stats()).channels;
  // Brick is red, clay is not.
  expect(red!.mean).toBeGreaterThan(blue!.mean * 1.1);
  expect(grey!.mean).toBeLessThan(other!.mean * 1.05);
});

test('a room is drawn from inside with the light of its window', async () => {
  const inside = await draw('inside.png', 'material', { x: 0, z: -1.5, yaw: 180, lens: 18 });
  const { mean } = (await sharp(inside).stats()).channels[1]!;
  expect(mean).toBeGreaterThan(60);
  expect(mean).toBeLessThan(220);
});

test('a file that is no model is a fault, and the next model is drawn', async () => {
  await draw('before.png', 'clay');
  await expect(draw('never.png', 'clay', {}, 'before.png')).rejects.toThrow('no building model');
  expect((await draw('after.png', 'clay')).length).toBeGreaterThan(1000);
});
