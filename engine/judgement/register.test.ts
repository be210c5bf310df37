import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cutAndResize, drawFacade, facadeSize, relight } from '../../tests/support/judged-pictures.ts';
import { bringToBase, judgeResult } from './judge-result.ts';
import type { JudgedPixels } from './judged-picture.ts';
import { mapper } from './picture-map.ts';
import { register } from './register.ts';

const base = await drawFacade();

/** Largest distance of the map of a registration from the truth at nine places, pixels of the result. */
function errorOf(result: JudgedPixels, truth: { scale: number; left: number; top: number }): number {
  const registration = register(base, result);
  if (!registration) return Infinity;
  const move = mapper(registration.map, { base, result });
  const errors = [0.2, 0.5, 0.8].flatMap((u) =>
    [0.2, 0.5, 0.8].map((v) => {
      const [x, y] = [u * result.width, v * result.height];
      const [foundX, foundY] = move(
        truth.left + (x + 0.5) * truth.scale - 0.5,
        truth.top + (y + 0.5) * truth.scale - 0.5,
      );
      return Math.hypot(foundX - x, foundY - y);
    }),
  );
  return Math.max(...errors);
}

describe('where a result lies over its base', () => {
  it('is in place in another light, and keeps its bytes', () => {
    const result = relight(base, 3);
    expect(register(base, result)).toMatchObject({ isInPlace: true, scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 });
    expect(bringToBase(base, result)?.rgb).toEqual(result.rgb);
  });

  it('is found for an answer of a megapixel with a shifted crop', async () => {
    const crop = { left: 37, top: 11, width: 612, height: 459 };
    const [width, height] = [1152, 864];
    const result = relight(cutAndResize(base, crop, { width, height }), 2);
    expect(errorOf(result, { scale: crop.width / width, left: crop.left, top: crop.top })).toBeLessThan(0.3);
  });

  it('is found for a shift by parts of a pixel', async () => {
    const large = await drawFacade({ larger: 2 });
    const result = cutAndResize(large, { left: 15, top: 7, width: 1374, height: 914 }, { width: 687, height: 457 });
    expect(errorOf(result, { scale: 1, left: 7.5, top: 3.5 })).toBeLessThan(0.3);
  });

  it('is nowhere for another picture', async () => {
    const stripes = Array.from({ length: 40 }, (_, i) => `M${18 * i},0L${18 * i + 60 * Math.sin(i)},480`).join('');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480"><rect width="720" height="480" fill="#ddd"/>
      <path d="${stripes}" stroke="#456" stroke-width="4"/><circle cx="300" cy="200" r="120" fill="#b55"/></svg>`;
    const rgb = new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer());
    const other = { rgb, ...facadeSize };
    expect(register(base, other)).toBeUndefined();
    expect(bringToBase(base, other)).toBeUndefined();
    expect(judgeResult(base, other).score).toBeLessThan(40);
  });
});

describe('a result that is brought to its base', () => {
  const crop = { left: 37, top: 11, width: 612, height: 459 };

  it('has its size and its frame, and shows the base where it shows nothing itself', async () => {
    const result = cutAndResize(base, crop, { width: 816, height: 612 });
    const brought = bringToBase(base, result)!;
    expect(brought).toMatchObject(facadeSize);
    const { covered, rgb } = brought;
    const [inside, beside] = [200 * facadeSize.width + 300, 200 * facadeSize.width + 10];
    expect([covered![inside], covered![beside]]).toEqual([255, 0]);
    expect(rgb.subarray(beside * 3, beside * 3 + 3)).toEqual(base.rgb.subarray(beside * 3, beside * 3 + 3));
    const { score, boxes } = judgeResult(base, result);
    expect(boxes).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(98);
  });

  it('is equal to the base to the bit outside of the mask', async () => {
    const mask = new Uint8Array(facadeSize.width * facadeSize.height);
    for (let y = 100; y < 200; y++) mask.fill(255, y * facadeSize.width + 300, y * facadeSize.width + 420);
    const result = relight(cutAndResize(base, crop, { width: 816, height: 612 }), 1);
    const { rgb } = bringToBase(base, result, { mask })!;
    expect(mask.every((level, i) => level > 0 || [0, 1, 2].every((c) => rgb[i * 3 + c] === base.rgb[i * 3 + c]))).toBe(
      true,
    );
    const middle = (150 * facadeSize.width + 360) * 3;
    expect(rgb.subarray(middle, middle + 3)).not.toEqual(base.rgb.subarray(middle, middle + 3));
  });

  it('has the colours of the base where they are promised', () => {
    const result = relight(base, 2);
    const { rgb } = bringToBase(base, result, { follows: { what: 'colours and light' } })!;
    expect(meanDistance(rgb, base.rgb)).toBeLessThan(0.3 * meanDistance(result.rgb, base.rgb));
  });
});

function meanDistance(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, level, i) => sum + Math.abs(level - other[i]!), 0) / one.length;
}
