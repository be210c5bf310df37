import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { glbBytes } from '../../scripts/buildings/glb-bytes.ts';
import { villa } from '../../scripts/buildings/villa.ts';
import { answerBuildingJob } from './answer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'building-answer-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a file is read with views of it, one of which is drawn; refusals and faults are told apart', async () => {
  const file = path.join(folder, 'villa');
  const model = path.join(folder, 'model');
  await writeFile(file, glbBytes(villa));
  const answer = await answerBuildingJob({
    kind: 'read',
    file,
    name: 'villa.glb',
    target: model,
    viewerTarget: `${model}.glb`,
  });
  if (!('read' in answer)) throw new Error(JSON.stringify(answer));
  expect(answer.read.views.length).toBeGreaterThan(3);
  expect((await readFile(`${model}.glb`)).subarray(0, 4).toString()).toBe('glTF');
  const { camera } = answer.read.views[0]!;
  const sun = { latitude: 30, longitude: 120, date: '2026-06-21', minutes: 600, timeZone: 8 };
  const view = BuildingView.parse({ camera, sun, look: 'clay' });
  const target = path.join(folder, 'view.jpg');
  const drawing = { kind: 'draw', model, view, north: 0, width: 96, height: 64, target } as const;
  expect(await answerBuildingJob(drawing)).toEqual({ drawn: true });
  expect(await sharp(target).metadata()).toMatchObject({ width: 96, height: 64, format: 'jpeg' });
  await writeFile(file, '');
  const refused = await answerBuildingJob({
    kind: 'read',
    file,
    name: 'villa.glb',
    target: model,
    viewerTarget: `${model}.glb`,
  });
  expect(refused).toEqual({ refusal: expect.stringContaining('文件是空的') });
  const missing = await answerBuildingJob({
    kind: 'read',
    file: `${file}-none`,
    name: 'villa.glb',
    target: model,
    viewerTarget: `${model}.glb`,
  });
  expect(missing).toEqual({ fault: expect.stringContaining('ENOENT') });
});
