import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuildingView } from '#shared/domain/building-view';
import { createModelHost, type ModelHost } from '../../../engine/models/host.ts';
import { createTestBuildings } from '../../../tests/support/building-engine.ts';
import { drawHouse } from '../render/conformance.ts';
import { createEmbeddedControl } from './embedded.ts';
import type { ControlKind, ControlPictures } from './port.ts';

const control = createEmbeddedControl();
let folder: string;
let house: { file: string; width: number; height: number };
const size = { width: 320, height: 320 };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'control-test-'));
  house = await drawHouse(folder, 480);
});
afterAll(async () => {
  await control.close();
  await rm(folder, { recursive: true, force: true });
});

async function stored(name: string, picture: Sharp) {
  const file = path.join(folder, `${name}.png`);
  const { width, height } = await picture.png().toFile(file);
  return { file, width, height };
}

const levels = async (png: Uint8Array) => sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
const shareOf = (bytes: Uint8Array, level: number) => bytes.filter((each) => each >= level).length / bytes.length;

describe('control pictures of this machine', () => {
  it('draws lines white on black, of the size that is asked for, the same each time', async () => {
    const [first, again] = await Promise.all([0, 1].map(() => control.make('line', { picture: house }, size)));
    expect(first).toEqual(again);
    const { data, info } = await levels('png' in first! ? first.png : new Uint8Array());
    expect(info).toMatchObject(size);
    expect(shareOf(data, 128)).toBeGreaterThan(0.005);
    expect(shareOf(data, 128)).toBeLessThan(0.3);
  });

  it('has exact lines, depth and classes of a view of a building model, also of a part of it', async () => {
    const exact = createEmbeddedControl({ buildings: createTestBuildings() });
    const model = path.join(folder, 'model');
    await writeFile(model, '{}');
    const view = BuildingView.parse({
      camera: { x: 0, y: 1.65, z: 12, yaw: 0 },
      sun: { latitude: 31.2, longitude: 121.5, date: '2026-06-21', minutes: 600 },
    });
    const picture = { ...house, building: { model, view } };
    const part = { left: 0, top: 0, width: 240, height: 240 };
    const pngOf = async (kind: ControlKind) => {
      const made = await exact.make(kind, { picture, part }, size);
      return sharp('png' in made ? made.png : new Uint8Array())
        .removeAlpha()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
    };
    const classes = await pngOf('segmentation');
    const at = (x: number, y: number) => [
      ...classes.data.subarray((y * size.width + x) * 3, (y * size.width + x) * 3 + 3),
    ];
    expect(classes.info).toMatchObject({ ...size, channels: 3 });
    // The test engine's layers: sky above, a window in the middle of the grass.
    expect([at(160, 40), at(10, 300), at(160, 225)]).toEqual([
      [6, 230, 230],
      [4, 250, 7],
      [230, 230, 230],
    ]);
    const depth = await pngOf('depth');
    expect([depth.data[(40 * size.width + 160) * 3], depth.data[(300 * size.width + 10) * 3]]).toEqual([0, 255]);
    await expect(exact.make('line', { picture }, size)).rejects.toMatchObject({
      sentence: expect.stringContaining('没有找到可以依照的线条'),
    });
    await exact.close();
  });

  it('takes the strokes of a drawing as its lines, dark on light and light on dark alike', async () => {
    const strokes = (paper: string, ink: string) =>
      Buffer.from(
        `<svg width="400" height="400"><rect width="400" height="400" fill="${paper}"/>
        <path d="M80 320V160l120-80 120 80v160z" fill="none" stroke="${ink}" stroke-width="5"/></svg>`,
      );
    for (const [name, paper, ink] of [
      ['dark', 'white', 'black'],
      ['light', 'black', 'white'],
    ] as const) {
      const drawing = await stored(name, sharp(strokes(paper, ink)));
      const made = await control.make('line', { picture: drawing }, { width: 400, height: 400 });
      const { data } = await levels('png' in made ? made.png : new Uint8Array());
      expect([data[240 * 400 + 80]! > 200, data[240 * 400 + 200]! < 20]).toEqual([true, true]);
      expect(await control.look(drawing)).toBe('drawing');
    }
  });

  it('shows a part of a picture where one is asked for', async () => {
    const half = sharp({ create: { width: 400, height: 200, channels: 3, background: '#ffffff' } });
    const square = { create: { width: 80, height: 80, channels: 3, background: '#202020' } } as const;
    const input = await sharp(square).png().toBuffer();
    const picture = await stored('half', half.composite([{ input, left: 260, top: 60 }]));
    const part = { left: 200, top: 0, width: 200, height: 200 };
    const made = await control.make('line', { picture, part }, { width: 200, height: 200 });
    const { data } = await levels('png' in made ? made.png : new Uint8Array());
    const row = data.subarray(100 * 200, 101 * 200);
    const bright = [...row.keys()].filter((x) => row[x]! > 128);
    expect(bright.every((x) => Math.min(Math.abs(x - 60), Math.abs(x - 140)) < 6)).toBe(true);
    expect(bright.length).toBeGreaterThan(0);
  });

  it('grows a mask and softens its edge outside of what was chosen', async () => {
    const input = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    const black = sharp({ create: { width: 200, height: 200, channels: 3, background: '#000000' } });
    const picture = await stored('mask', black.composite([{ input, left: 80, top: 80 }]));
    const png = await control.mask({ picture }, { width: 200, height: 200 }, { grow: 6, feather: 8 });
    const { data } = await levels(png);
    const at = (x: number) => data[100 * 200 + x]!;
    expect([at(100), at(76), at(60)]).toEqual([255, 255, 0]);
    expect(at(69)).toBeGreaterThan(20);
    expect(at(69)).toBeLessThan(235);
  });

  it('says what is missing without networks, and refuses files that are no pictures and pictures of nothing', async () => {
    for (const [kind, words] of [
      ['depth', '没有深度图：'],
      ['segmentation', '没有语义图：'],
    ] as const)
      expect(await control.make(kind, { picture: house }, size)).toEqual({ missing: expect.stringContaining(words) });
    const broken = { file: path.join(folder, 'broken.png'), width: 10, height: 10 };
    await writeFile(broken.file, 'no picture');
    await expect(control.make('line', { picture: broken }, size)).rejects.toMatchObject({ name: 'ControlRefused' });
    const grey = sharp({ create: { width: 300, height: 300, channels: 3, background: '#9a9a9a' } });
    const empty = await stored('empty', grey);
    await expect(control.make('line', { picture: empty }, size)).rejects.toMatchObject({
      sentence: expect.stringContaining('线条'),
    });
  });
});

describe('control pictures with the networks of the product', () => {
  let host: ModelHost;
  let reader: ControlPictures;
  beforeAll(async () => {
    host = await createModelHost({ passMs: 20_000 });
    reader = createEmbeddedControl({ cacheFolder: folder, models: () => ({ address: host.address, slots: {} }) });
  });
  afterAll(async () => {
    await reader.close();
    await host.close();
  });

  const sampleOf = async (name: string) => {
    const file = path.resolve('user-app/public/samples', name);
    const { width, height } = await sharp(file).metadata();
    return { file, width, height };
  };
  const to = { width: 480, height: 320 };

  it('shows the ground before a villa nearer than it and the sky farthest, each class in its colour', async () => {
    const picture = await sampleOf('villa-day.jpg');
    expect(await reader.look(picture)).toBe('photo');
    const [depth, classes] = await Promise.all(
      (['depth', 'segmentation'] as const).map((kind) => reader.make(kind, { picture }, to)),
    );
    const near = await levels('png' in depth! ? depth.png : new Uint8Array());
    const at = (x: number, y: number) => near.data[Math.round(y * to.height) * to.width + Math.round(x * to.width)]!;
    expect(at(0.5, 0.03)).toBeLessThan(30);
    expect(at(0.5, 0.97)).toBeGreaterThan(at(0.5, 0.5));
    const { data } = await sharp('png' in classes! ? classes.png : new Uint8Array())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colours = new Set<string>();
    for (let i = 0; i < data.length; i += 3) colours.add(data.subarray(i, i + 3).join());
    expect([...data.subarray(3 * 240, 3 * 240 + 3)]).toEqual([6, 230, 230]);
    expect(colours).toContain('180,120,120');
    expect(colours.size).toBeLessThan(14);
  });

  it('says that rooms and drawings need a model of the operator’s', async () => {
    for (const [name, words] of [
      ['living-room.jpg', '室外'],
      ['villa-lines.png', '线稿'],
    ] as const)
      for (const kind of ['depth', 'segmentation'] satisfies ControlKind[])
        expect(await reader.make(kind, { picture: await sampleOf(name) }, to)).toEqual({
          missing: expect.stringContaining(words),
        });
  });
});
