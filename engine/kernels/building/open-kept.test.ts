import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { boxModel, roomModel } from '../../../tests/support/building-model.ts';
import { writeBuildingFile } from './building-file.ts';
import { openKept } from './open-kept.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = await mkdtemp(path.join(tmpdir(), 'open-kept-'));
  file = path.join(folder, 'model');
  await writeBuildingFile(file, roomModel());
});
afterAll(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

test('the last model stays for five minutes after it was asked for, and is read again when its file changes', async () => {
  const first = await openKept(file);
  vi.advanceTimersByTime(290_000);
  expect(await openKept(file)).toBe(first);
  vi.advanceTimersByTime(290_000);
  expect(await openKept(file)).toBe(first);
  vi.advanceTimersByTime(300_000);
  const second = await openKept(file);
  expect(second).not.toBe(first);
  await writeBuildingFile(file, boxModel([{ from: [0, 0, 0], to: [1, 1, 1], material: { name: 'Wall' } }]));
  const third = await openKept(file);
  expect(third.mesh.triangleCount).toBeLessThan(second.mesh.triangleCount);
});

test('a model of more triangles than are kept is opened anew each time', async () => {
  const [first, second] = [await openKept(file, 1), await openKept(file, 1)];
  expect(second).not.toBe(first);
});
