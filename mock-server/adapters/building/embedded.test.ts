import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbeddedBuildings, type EmbeddedBuildingOptions } from './embedded.ts';
import type { BuildingEngine } from './port.ts';

const program = new URL('../../../tests/support/building-process.ts', import.meta.url);
const camera = { x: 0, y: 1.65, z: 20, yaw: 0, pitch: 0, lens: 28, shift: 0 };
const sun = { latitude: 31, longitude: 121, date: '2026-06-21', minutes: 600, timeZone: 8 };
const view = { camera, sun, look: 'material' as const };

let folder: string;
let engine: BuildingEngine;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'buildings-'));
  engine = createEmbeddedBuildings({ program });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

function limited(limits: NonNullable<EmbeddedBuildingOptions['limits']>): void {
  engine = createEmbeddedBuildings({ program, limits });
}

const course = (owner = 'lin', signal = new AbortController().signal) => ({ owner, signal });

async function fileOf(words: string): Promise<string> {
  const file = path.join(folder, `${words}.ifc`);
  await writeFile(file, words);
  return file;
}

async function read(words: string, given = course()) {
  const file = await fileOf(words);
  return engine.read({ file, name: 'a.ifc', target: `${file}.mesh`, viewerTarget: `${file}.glb` }, given);
}

async function draw(words: string, given = course()) {
  const model = await fileOf(words);
  return engine.draw({ model, view, north: 0, width: 320, height: 180, target: `${model}.jpg` }, given);
}

/** Process ids of the tries at a file. */
async function triesAt(words: string): Promise<string[]> {
  return (await readFile(path.join(folder, `${words}.ifc.mesh.log`), 'utf8')).trim().split('\n');
}

describe('a model file', () => {
  it('is read by a process of its own, whose leavings the next file does not meet', async () => {
    expect(await read('house')).toMatchObject({ format: 'ifc', facts: { triangles: 1200 } });
    await read('tower');
    expect(await triesAt('house')).not.toEqual(await triesAt('tower'));
  });

  it('is refused in the words of its reader', async () => {
    await expect(read('refuse')).rejects.toMatchObject({ name: 'BuildingRefused', sentence: '没有可以画的构件' });
  });

  it('whose reader has a fault is no refusal', async () => {
    await expect(read('fault')).rejects.toThrow('the program has a fault');
  });

  it('that ends two processes is refused, and the next one is read', async () => {
    await expect(read('end')).rejects.toMatchObject({ sentence: expect.stringContaining('两次使程序中断') });
    expect(await triesAt('end')).toHaveLength(2);
    expect(await read('house')).toMatchObject({ format: 'ifc' });
  });

  it('that takes too long or too much memory is refused', async () => {
    limited({ readMs: 300 });
    await expect(read('hang')).rejects.toMatchObject({ sentence: expect.stringContaining('时间超过了上限') });
    limited({ memory: 200 * 1024 ** 2 });
    await expect(read('grow')).rejects.toMatchObject({ sentence: expect.stringContaining('内存超过了上限') });
  });
});

it('ends work that nobody wants any more', async () => {
  const leave = new AbortController();
  const asked = read('hang', course('lin', leave.signal)).catch((error: Error) => error.message);
  await expect.poll(() => triesAt('hang').catch(() => [])).toHaveLength(1);
  leave.abort(new Error('gone'));
  expect(await asked).toBe('gone');
  await expect.poll(() => engine.pids()).toEqual([]);
});

it('draws, and lets no more than a few drawings of one owner wait', async () => {
  await draw('house');
  expect(await readFile(path.join(folder, 'house.ifc.jpg'), 'utf8')).toBe('house');
  const leave = new AbortController();
  const asked = Array.from({ length: 5 }, () =>
    draw('hang', course('lin', leave.signal)).catch((error: Error) => error.message),
  );
  // The first is being drawn and the others wait.
  await expect.poll(() => readFile(path.join(folder, 'hang.ifc.jpg.log'), 'utf8').catch(() => '')).not.toBe('');
  await expect(draw('house')).rejects.toMatchObject({ reason: 'request.too_often' });
  leave.abort(new Error('gone'));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['gone']));
});

it('asks for another try after the next start of what was under way when it was closed', async () => {
  const asked = read('hang').catch((error: { reason: string }) => error.reason);
  await expect.poll(() => triesAt('hang').catch(() => [])).toHaveLength(1);
  await engine.close();
  expect(await asked).toBe('server.not_ready');
});
