import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { indoorExterior as definition } from '#shared/tools/indoor';
import { drawEmptyRoom, drawnRoom } from '../../tests/support/drawn-room.ts';
import { JobRefused } from '../base/job.ts';
import { indoorExterior } from './indoor-exterior.ts';

sharp.cache(false);
const folder = await mkdtemp(path.join(tmpdir(), 'single-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 320;
const height = 220;

async function save(name: string, svg: string, hasAlpha = false) {
  const file = path.join(folder, `${name}.png`);
  const drawing = sharp(Buffer.from(svg));
  const { width: w, height: h } = await (hasAlpha ? drawing : drawing.removeAlpha()).png().toFile(file);
  return { file, width: w, height: h, format: 'png' as const };
}
const maskOf = (x: number, y: number, w: number, h: number, size = `width="${width}" height="${height}"`) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size} shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#000"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff"/></svg>`;
const floorBox = { left: 90, top: 110, right: 230, bottom: 190 };
const pictures = {
  room: await save('room', drawEmptyRoom(width, height)),
  mask: await save('mask', maskOf(90, 110, 140, 80)),
  wallMask: await save('wall-mask', maskOf(110, 70, 90, 70)),
  empty: await save('empty', maskOf(0, 0, 0, 0)),
  small: await save('small', maskOf(10, 10, 20, 20, 'width="100" height="100"')),
  whole: await save('whole', maskOf(0, 0, 320, 200)),
  red: await save(
    'red',
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="100"><rect x="20" y="30" width="80" height="60" rx="8" fill="#b03028"/></svg>',
    true,
  ),
};
const pixelsOf = (file: string) => sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
const before = await pixelsOf(pictures.room.file);

async function place(params: Record<string, unknown>, seed = 3) {
  const result = await indoorExterior.run({
    params: definition.params.parse({ upload_img: 'room', mask: 'mask', num: 1, ...params }),
    pictures,
    seed,
    outputDir: await mkdtemp(path.join(folder, 'out-')),
    onProgress: () => undefined,
  });
  return { ...result, bytes: await Promise.all(result.outputs.map(({ file }) => pixelsOf(file))) };
}

/** Box and count of pixels that are clearly another colour than before, and whether all lie in the floor mask. */
function difference(after: Buffer) {
  const box = { left: width, top: height, right: 0, bottom: 0, count: 0, outside: 0 };
  for (let i = 0; i < width * height; i++) {
    const away = Math.max(...[0, 1, 2].map((c) => Math.abs(before[i * 3 + c]! - after[i * 3 + c]!)));
    const x = i % width;
    const y = Math.floor(i / width);
    const isInside = x >= floorBox.left && x < floorBox.right && y >= floorBox.top && y < floorBox.bottom;
    if (away > 0 && !isInside) box.outside++;
    if (away < 25) continue;
    box.count++;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}

describe('setting a single piece into a room', () => {
  it('stands a sofa on the lower edge of the region and changes nothing outside', async () => {
    const { bytes, facts } = await place({ itemKind: 'sofa' });
    const changed = difference(bytes[0]!);
    expect(changed.outside).toBe(0);
    expect(facts).toMatchObject({ changedPixelsOutside: 0 });
    expect(changed.count).toBeGreaterThan(140 * 80 * 0.2);
    expect(changed.bottom).toBeGreaterThan(floorBox.bottom - 12);
  });

  it.each(['bed', 'cabinet', 'lamp', 'diningSet', 'bathroom', 'decoration', 'plant'])(
    'draws a %s',
    async (itemKind) => {
      expect(difference((await place({ itemKind })).bytes[0]!).count).toBeGreaterThan(100);
    },
  );

  it.each(['curtain', 'decoration', 'lamp'])('hangs a %s', async (itemKind) => {
    expect(difference((await place({ itemKind, mask: 'wallMask' })).bytes[0]!).count).toBeGreaterThan(60);
  });

  it('stands in the perspective of a floor that a person has marked, and says so', async () => {
    const corners = [-1, 1].flatMap((along) =>
      [along, -along].map((across) => ({ along: 0.7 * along, across: 0.5 * across })),
    );
    const floorCorners = corners.map(({ along, across }) => {
      const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
      const [x, z] = [across * c - along * s, 3.4 + across * s + along * c];
      const scale = (drawnRoom.focal * width) / z;
      return { x: width / 2 + scale * x, y: height / 2 + scale * drawnRoom.eyeHeight };
    });
    const turned = await place({ itemKind: 'cabinet', floorCorners });
    const straight = await place({ itemKind: 'cabinet' });
    expect(turned.facts?.note).toMatch(/手动标出/);
    expect(turned.bytes[0]!.equals(straight.bytes[0]!)).toBe(false);
    expect(difference(turned.bytes[0]!).count).toBeGreaterThan(100);
    const skewed = [
      [40, 215],
      [135, 123],
      [230, 92],
      [230, 123],
    ].map(([x, y]) => ({ x, y }));
    await expect(place({ floorCorners: skewed })).rejects.toThrow(/算不出透视/);
    expect(() =>
      definition.params.parse({
        upload_img: 'room',
        mask: 'mask',
        floorCorners: skewed.with(1, skewed[2]!).with(2, skewed[1]!),
      }),
    ).toThrow(/交叉/);
  });

  it('repeats itself for a seed and varies its outputs', async () => {
    const [one, again] = [await place({ num: 2 }), await place({ num: 2 })];
    expect(one.bytes[0]!.equals(again.bytes[0]!)).toBe(true);
    expect(one.bytes[0]!.equals(one.bytes[1]!)).toBe(false);
  });

  it('fills the region the more the stricter the likeness', async () => {
    const area = async (cnStrength: number) =>
      difference((await place({ itemKind: 'decoration', cnStrength, style_img: 'red' })).bytes[0]!).count;
    expect(await area(1)).toBeGreaterThan(await area(0.2));
  });

  it('sets in the picture given, in the colour asked for', async () => {
    const redness = (bytes: Buffer) => {
      let red = 0;
      let blue = 0;
      for (let i = 0; i < bytes.length; i += 3) {
        if (bytes[i]! > bytes[i + 2]! + 70) red++;
        if (bytes[i + 2]! > bytes[i]! + 40) blue++;
      }
      return { red, blue };
    };
    const own = redness((await place({ style_img: 'red' })).bytes[0]!);
    expect(own.red).toBeGreaterThan(1500);
    const recoloured = redness((await place({ style_img: 'red', isRecoloured: true, itemColor: '#2040a0' })).bytes[0]!);
    expect(recoloured.red).toBe(0);
    expect(recoloured.blue).toBeGreaterThan(1500);
    const matched = await place({ style_img: 'red', ipaPlus: true });
    const kept = await place({ style_img: 'red', ipaPlus: false });
    expect(matched.bytes[0]!.equals(kept.bytes[0]!)).toBe(false);
  });

  it('recolours a drawn piece', async () => {
    const green = await place({ itemKind: 'sofa', isRecoloured: true, itemColor: '#2f6b3a' });
    let count = 0;
    for (let i = 0; i < green.bytes[0]!.length; i += 3) {
      if (green.bytes[0]![i + 1]! > green.bytes[0]![i]! + 12) count++;
    }
    expect(count).toBeGreaterThan(1000);
  });

  it('refuses masks that are empty, of another size or too large', async () => {
    await expect(place({ mask: 'empty' })).rejects.toThrow('请先涂抹要修改的区域');
    await expect(place({ mask: 'small' })).rejects.toThrow(JobRefused);
    await expect(place({ mask: 'whole' })).rejects.toThrow('选区过大');
  });
});
