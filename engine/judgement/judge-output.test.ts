import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cutAndResize,
  drawFacade,
  drawOver,
  facadeSize,
  overlapOf,
  windowSvg,
  withNoise,
} from '../../tests/support/judged-pictures.ts';
import type { ClassLook } from './class-change.ts';
import { judgeOutput } from './judge-output.ts';
import type { JudgedPixels } from './judged-picture.ts';
import type { OutputQuestion } from './output-question.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'judged-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, { rgb, width, height }: JudgedPixels): Promise<string> {
  const file = path.join(folder, `${name}.png`);
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  return file;
}

async function judge(result: JudgedPixels, question: Partial<OutputQuestion> = {}, look?: ClassLook) {
  const base = { file: await fileOf('base', await drawFacade()), ...facadeSize };
  const about = { areColoursApart: false, expectsNew: false, isCutout: false };
  return judgeOutput(
    { result: await fileOf('result', result), folder, name: 'judged', base, ...about, ...question },
    look,
  );
}

describe('an output', () => {
  it('has its boxes and its heat in its own frame where that is another than the base’s', async () => {
    const invented = await drawOver(await drawFacade(), windowSvg({ x: 50, y: 200, width: 60, height: 90 }));
    const cut = { left: 36, top: 24, width: 648, height: 432 };
    const { areas, heat } = await judge(cutAndResize(invented, cut, { width: 900, height: 600 }));
    const [area] = areas.filter(({ kind }) => kind === 'new');
    const expected = { x: (50 - 36) / 648, y: (200 - 24) / 432, width: 60 / 648, height: 90 / 432 };
    expect(overlapOf(area ?? { x: 0, y: 0, width: 0, height: 0 }, expected)).toBeGreaterThan(0.5);
    const { data, info } = await sharp(heat!.file).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)]!;
    expect(at(expected.x, expected.y + expected.height / 2)).toBeGreaterThan(60);
    expect(at(0.8, 0.05)).toBeLessThan(20);
  });

  it('of which a part was asked for is held against that part of the base', async () => {
    const part = { left: 170, top: 120, width: 360, height: 240 };
    const result = cutAndResize(await drawFacade(), part, { width: 720, height: 480 });
    expect((await judge(result, { part })).measured.structure).toBeGreaterThan(95);
    expect((await judge(result)).measured.structure).toBeDefined();
  });

  it('follows the colours of its base where they are promised, but for a sky that was asked for', async () => {
    const base = await drawFacade();
    const result = { ...base, rgb: base.rgb.map((level, i) => (i % 3 === 0 ? Math.max(0, level - 40) : level)) };
    const rednessAt = async (file: string, y: number) => {
      const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      const i = (y * facadeSize.width + 300) * 3;
      return data[i]! - data[i + 2]! - (base.rgb[i]! - base.rgb[i + 2]!);
    };
    const question = { frame: facadeSize, expectsNew: true };
    const all = await judge(result, { ...question, follows: { what: 'colours', isSkyNew: false } });
    const [sky, wall] = [20, 330];
    expect(Math.abs(await rednessAt(all.brought!.file, sky))).toBeLessThan(8);
    expect(Math.abs(await rednessAt(all.brought!.file, wall))).toBeLessThan(8);
    const look: ClassLook = async () => ({
      width: 1,
      height: 8,
      shares: new Map([['sky', Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0])]]),
    });
    const follows = { what: 'colours', isSkyNew: true } as const;
    const apart = await judge(result, { ...question, follows }, look);
    expect(await rednessAt(apart.brought!.file, sky)).toBe(-40);
    expect(Math.abs(await rednessAt(apart.brought!.file, wall))).toBeLessThan(12);
    expect((await judge(result, { ...question, follows })).brought).toBeUndefined();
  });

  it('with colours of its own is judged by its lines alone, and a cut-out by its pieces', async () => {
    const result = await drawFacade();
    const { measured } = await judge(result, { areColoursApart: true });
    expect(Object.keys(measured)).toEqual(['structure']);
    const { data } = await sharp({ create: { width: 200, height: 100, channels: 4, background: '#0000' } })
      .composite([
        { input: { create: { width: 60, height: 60, channels: 4, background: '#f00' } }, left: 10, top: 10 },
        { input: { create: { width: 30, height: 60, channels: 4, background: '#f00' } }, left: 150, top: 10 },
      ])
      .png()
      .toBuffer({ resolveWithObject: true });
    const file = path.join(folder, 'cutout.png');
    await sharp(data).toFile(file);
    const cutout = (await judge(result, { isCutout: true, result: file })).measured;
    expect(cutout.apart).toBeCloseTo(1 / 3);
    expect(cutout.rim).toBe(0);
    const soft = path.join(folder, 'soft.png');
    await sharp(await sharp(data).blur(5).toBuffer()).toFile(soft);
    expect((await judge(result, { isCutout: true, result: soft })).measured.rim).toBeGreaterThan(20);
  });

  it('is held against its wish: a film of colour over the base is no new surface', async () => {
    const base = withNoise(await drawFacade(), 5, 1);
    const film = { ...base, rgb: base.rgb.map((level, i) => 0.6 * level + [60, 20, 10][i % 3]!) };
    const file = await fileOf('grained', base);
    const about = { base: { file, ...facadeSize }, expectsNew: true } as const;
    expect((await judge(film, { ...about, wish: 'surfaces' })).measured.oldGrain).toBeGreaterThan(0.9);
    expect((await judge(film, { ...about, wish: 'mood' })).measured.film).toBeGreaterThan(0.6);
    expect((await judge(film, { ...about, wish: 'clearer', areColoursApart: true })).measured.crisp).toBeLessThan(0.8);
    const plain = (await judge(film, { ...about, expectsNew: false })).measured;
    expect([plain.oldGrain, plain.film, plain.crisp, plain.standing]).toEqual([
      undefined,
      undefined,
      undefined,
      plain.structure,
    ]);
  });
});
