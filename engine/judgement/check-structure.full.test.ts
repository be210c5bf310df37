import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  asJpeg,
  drawFacade,
  drawOver,
  facadeSize,
  overlapOf,
  readJudged,
  relight,
  windowSvg,
  withNoise,
} from '../../tests/support/judged-pictures.ts';
import { checkStructure } from './check-structure.ts';
import type { JudgedPixels } from './judged-picture.ts';

const sample = (name: string) =>
  readJudged(fileURLToPath(new URL(`../../user-app/public/samples/${name}`, import.meta.url)), 720);

const bases: Record<string, JudgedPixels> = {
  'a white model': await sample('villa-white.jpg'),
  'a picture of a house with trees': await sample('villa-day.jpg'),
  'a room': await sample('living-room.jpg'),
  'a line drawing': await sample('villa-lines.png'),
};

/** Windows on plain parts of each base, shares of width and height: left, top, width, height. */
const plainPlaces: Record<string, readonly (readonly [number, number, number, number])[]> = {
  'a white model': [
    [0.62, 0.05, 0.1, 0.18],
    [0.06, 0.85, 0.12, 0.12],
  ],
  'a picture of a house with trees': [[0.62, 0.04, 0.1, 0.16]],
  'a room': [[0.3, 0.03, 0.1, 0.14]],
  'a line drawing': [[0.62, 0.04, 0.1, 0.16]],
};

describe.each(Object.entries(bases).map((entry, index) => [...entry, index] as const))(
  'the structure of %s',
  (name, base, index) => {
    it('stays whole in other lights, a hundred over all', () => {
      for (let seed = 25 * index; seed < 25 * (index + 1); seed++) {
        const { score, boxes } = checkStructure(base, relight(base, seed));
        expect({ seed, boxes }).toEqual({ seed, boxes: [] });
        expect(score).toBeGreaterThanOrEqual(95);
      }
    });

    it('stays whole under noise, strong compression and both', async () => {
      const noisy = withNoise(base, 8, 1);
      for (const result of [noisy, await asJpeg(base, 50), await asJpeg(relight(noisy, 4), 70)]) {
        const { score, boxes } = checkStructure(base, result);
        expect(boxes).toEqual([]);
        expect(score).toBeGreaterThanOrEqual(97);
      }
    });

    it('shows a window on a plain part', async () => {
      for (const [turn, [left, top, across, down]] of plainPlaces[name]!.entries()) {
        const place = {
          x: Math.round(left * base.width),
          y: Math.round(top * base.height),
          width: Math.round(across * base.width),
          height: Math.round(down * base.height),
        };
        const result = await drawOver(relight(base, 6 * turn), windowSvg(place));
        const found = checkStructure(base, result).boxes.filter(({ kind }) => kind === 'new');
        expect(Math.max(0, ...found.map((box) => overlapOf(box, place)))).toBeGreaterThanOrEqual(0.6);
      }
    });

    it('is lost in the mirror image and in other pictures', () => {
      for (const [other, result] of Object.entries(bases)) {
        if ((other === 'a room') === (name === 'a room')) continue;
        expect(checkStructure(base, result).score).toBeLessThan(45);
      }
      expect(checkStructure(base, mirrored(base)).score).toBeLessThan(45);
    });
  },
);

it('courses of brick and grain on plain walls are no broken structure', async () => {
  const base = await drawFacade();
  const courses = Array.from({ length: 33 }, (_, i) => `M120,${118 + 8.25 * i}H660`).join('');
  const joints = Array.from({ length: 33 * 33 }, (_, i) => {
    const [row, column] = [Math.floor(i / 33), i % 33];
    return `M${120 + 16.5 * column + (row % 2) * 8},${118 + 8.25 * row}v8.25`;
  }).join('');
  const bricks = `<path d="${courses}${joints}" stroke="#7a4a38" stroke-width="1.5" fill="none" opacity="0.8"/>`;
  const { score, boxes } = checkStructure(base, await drawFacade({ over: bricks }));
  expect(boxes).toEqual([]);
  expect(score).toBeGreaterThanOrEqual(85);
});

it('flames over everything are no light in which lines cannot be seen', async () => {
  const { width, height } = facadeSize;
  const flames = `<filter id="flames" x="0" y="0" width="1" height="1">
    <feTurbulence baseFrequency="0.02" numOctaves="5" seed="3"/>
    <feColorMatrix values="1.6 0 0 0 0 0 1.2 0 0 0 0 0 0.5 0 0 0 0 0 0 1"/></filter>
    <rect width="${width}" height="${height}" filter="url(#flames)"/>`;
  expect(checkStructure(await drawFacade(), await drawFacade({ over: flames })).score).toBeLessThan(30);
});

function mirrored({ rgb, width, height }: JudgedPixels): JudgedPixels {
  const out = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + width - 1 - x) * 3;
      out.set(rgb.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { rgb: out, width, height };
}
