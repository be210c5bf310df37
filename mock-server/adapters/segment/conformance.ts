import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Segmenter, type SegmentMask, type SegmentPicture, SegmentRefused } from './port.ts';

const size = { width: 320, height: 240 };
/** The door of the drawn house, where it is and what is beside it. */
const door = { x: 130, y: 120, width: 60, height: 90 };
const onDoor = { x: 160, y: 165, label: 1 } as const;
const onWall = { x: 90, y: 165, label: 0 } as const;

/** Conformance suite of segmentation adapters, in vitest. `make` is called once. */
export function describeSegmenter(name: string, make: (folder: string) => Promise<Segmenter>): void {
  describe(`${name} as a segmenter`, () => {
    let folder: string;
    let segmenter: Segmenter;
    let house: SegmentPicture;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'segmenter-'));
      segmenter = await make(folder);
      house = await drawHouse(folder);
    });

    afterAll(async () => {
      await segmenter.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('gives masks of the picture’s size in one channel of 0 and 255', async () => {
      const { masks, chosen } = await segmenter.segment(house, { points: [onDoor] });
      expect(masks.length).toBeGreaterThan(0);
      expect(masks.length).toBeLessThanOrEqual(3);
      expect(masks[chosen]).toBeDefined();
      for (const mask of masks) {
        const { format, channels, depth, width, height } = await sharp(mask.png).metadata();
        expect({ format, channels, depth, width, height }).toEqual({
          format: 'png',
          channels: 1,
          depth: 'uchar',
          ...size,
        });
        const values = await read(mask);
        expect([...new Set(values)].filter((value) => value !== 0 && value !== 255)).toEqual([]);
        expect(values.filter((value) => value === 255).length).toBe(mask.area);
        expect(mask.score).toBeGreaterThanOrEqual(0);
        expect(mask.score).toBeLessThanOrEqual(1);
      }
      const areas = masks.map(({ area }) => area);
      expect(areas).toEqual(areas.toSorted((one, other) => one - other));
    });

    it('finds a plain door from a click, a click with a minus beside it, and a box', async () => {
      const prompts = [
        { points: [onDoor] },
        { points: [onDoor, onWall] },
        { points: [], box: { x: door.x - 6, y: door.y - 6, width: door.width + 12, height: door.height + 12 } },
      ];
      for (const prompt of prompts) {
        const { masks } = await segmenter.segment(house, prompt);
        const overlaps = await Promise.all(masks.map(async (mask) => overlapWithDoor(await read(mask))));
        expect(Math.max(...overlaps)).toBeGreaterThan(0.9);
      }
    });

    it('leaves out what was marked with a minus', async () => {
      const { masks } = await segmenter.segment(house, { points: [onDoor, onWall] });
      for (const mask of masks) {
        const values = await read(mask);
        expect(values[onDoor.y * size.width + onDoor.x]).toBe(255);
        expect(values[onWall.y * size.width + onWall.x]).toBe(0);
      }
    });

    it('finds sky, ground and windows without being pointed at them', async () => {
      for (const [layer, x, y] of [
        ['sky', 20, 30],
        ['ground', 20, 230],
        ['window', 160, 165],
      ] as const) {
        const mask = await segmenter.scene(house, layer);
        const { format, channels, depth, width, height } = await sharp(mask.png).metadata();
        expect({ format, channels, depth, width, height }).toEqual({
          format: 'png',
          channels: 1,
          depth: 'uchar',
          ...size,
        });
        const values = await read(mask);
        expect(values.every((value) => value === 0 || value === 255)).toBe(true);
        expect(values.filter((value) => value === 255).length).toBe(mask.area);
        expect(mask.score).toBeGreaterThanOrEqual(0);
        expect(mask.score).toBeLessThanOrEqual(1);
        // Adapters differ in what they take for a window.
        if (layer !== 'window') expect(values[y * size.width + x]).toBe(255);
        expect(values[100 * size.width + 80]).toBe(0);
        expect(await segmenter.scene(house, layer)).toEqual(mask);
      }
    });

    it('gives the same answer to the same question', async () => {
      const [one, other] = await Promise.all([
        segmenter.segment(house, { points: [onDoor] }),
        segmenter.segment(house, { points: [onDoor] }),
      ]);
      expect(other).toEqual(one);
    });

    it('takes points on the last row and column', async () => {
      const corner = { x: size.width - 1, y: size.height - 1, label: 1 } as const;
      const { masks, chosen } = await segmenter.segment(house, { points: [corner] });
      expect(masks[chosen]!.area).toBeGreaterThan(0);
    });

    it('refuses a file that is no whole picture with a sentence for the user', async () => {
      const file = path.join(folder, 'broken.png');
      await writeFile(file, 'not a picture');
      const error = await segmenter
        .segment({ ...house, sha256: 'b'.repeat(64), file }, { points: [onDoor] })
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SegmentRefused);
      expect((error as SegmentRefused).sentence).toMatch(/\p{Script=Han}/u);
      const asked = segmenter.scene({ ...house, sha256: 'd'.repeat(64), file }, 'sky');
      await expect(asked).rejects.toBeInstanceOf(SegmentRefused);
    });
  });
}

/** Draws a house with a door as a PNG file. */
export async function drawHouse(folder: string): Promise<SegmentPicture> {
  const file = path.join(folder, 'house.png');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="320" height="240" fill="#a9c9ea"/><rect y="200" width="320" height="40" fill="#7c8a5a"/>
    <rect x="60" y="70" width="200" height="140" fill="#e8dcc0"/>
    <rect x="${door.x}" y="${door.y}" width="${door.width}" height="${door.height}" fill="#6a3522"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return { sha256: 'a'.repeat(64), file, ...size };
}

async function read({ png }: SegmentMask): Promise<Uint8Array> {
  return sharp(png).toColourspace('b-w').raw().toBuffer();
}

function overlapWithDoor(mask: Uint8Array): number {
  let common = 0;
  let union = 0;
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const isDoor = x >= door.x && x < door.x + door.width && y >= door.y && y < door.y + door.height;
      if (isDoor && mask[i]) common++;
      if (isDoor || mask[i]) union++;
    }
  }
  return common / union;
}
