import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { roomModel } from '../../tests/support/building-model.ts';
import { writeBuildingFile } from '../kernels/building/building-file.ts';
import { drawBuilding } from '../kernels/building/draw.ts';
import { emptyParts } from './empty-parts.ts';
import { judgeOutput } from './judge-output.ts';

const size = { width: 480, height: 320 };
const view = BuildingView.parse({
  camera: { x: 6, y: 1.85, z: 9, yaw: -34 },
  sun: { latitude: 39.9, longitude: 116.4, date: '2026-06-21', minutes: 600 },
});
let folder: string;
let model: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'empty-parts-'));
  model = path.join(folder, 'model');
  await writeBuildingFile(model, roomModel());
});
afterAll(() => rm(folder, { recursive: true }));

test('what stands on the empty ground of the base alone is not missed', async () => {
  const drawn = path.join(folder, 'drawn.png');
  await drawBuilding({ kind: 'draw', model, view, north: 0, ...size, target: drawn });
  const base = path.join(folder, 'base.png');
  const crate = `<svg width="480" height="320"><rect x="20" y="250" width="90" height="50" fill="#205080" stroke="#000"/></svg>`;
  await sharp(drawn)
    .composite([{ input: Buffer.from(crate) }])
    .toFile(base);
  const missingIn = async (result: string, isOfModel: boolean) => {
    const { areas } = await judgeOutput({
      ...{
        result,
        folder,
        name: 'judged',
        base: { file: base, ...size },
        model: isOfModel ? { model, view } : undefined,
      },
      ...{ areColoursApart: false, expectsNew: true, isCutout: false },
    });
    return areas.filter(({ kind }) => kind === 'missing').length;
  };
  expect(await missingIn(drawn, false)).toBe(1);
  expect(await missingIn(drawn, true)).toBe(0);
});

test('sky and foreign ground are empty, a strip along the model is not; from inside and without the model nothing is', async () => {
  const mask = await emptyParts({ model, view }, size);
  const share = mask!.filter((level) => level > 0).length / mask!.length;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.95);
  const inside = BuildingView.parse({ ...view, camera: { x: 0, y: 1.85, z: -1.5, yaw: 180, lens: 18 } });
  expect(await emptyParts({ model, view: inside }, size)).toBeUndefined();
  expect(await emptyParts({ model: path.join(folder, 'gone'), view }, size)).toBeUndefined();
});
