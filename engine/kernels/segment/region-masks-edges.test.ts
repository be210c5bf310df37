import { describe, expect, it } from 'vitest';
import { resamplePlane } from '../../base/resample.ts';
import { enlargeMask } from './region-masks-edges.ts';

const large = { width: 400, height: 300 };
const small = { width: 100, height: 75 };

/** A bright disc on dark ground with its exact mask, and a working mask that is coarse and slightly off. */
function drawDisc(offset: number) {
  const isInside = (x: number, y: number) => Math.hypot(x - 203, y - 149) < 90;
  const luma = new Uint8Array(large.width * large.height);
  for (let i = 0; i < luma.length; i++) luma[i] = isInside(i % large.width, Math.floor(i / large.width)) ? 205 : 60;
  const mask = new Uint8Array(small.width * small.height);
  for (let i = 0; i < mask.length; i++) {
    mask[i] = isInside((i % small.width) * 4 + 2 + offset, Math.floor(i / small.width) * 4 + 2) ? 1 : 0;
  }
  const working = resamplePlane(
    Float32Array.from(luma, (value) => value / 255),
    large,
    small,
  );
  return { mask, guide: { ...large, luma, working }, truth: luma.map((value) => (value > 128 ? 255 : 0)) };
}

function wrongPixels(one: Uint8Array, other: Uint8Array): number {
  let wrong = 0;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) wrong++;
  return wrong;
}

describe('enlarging a mask', () => {
  it('puts the outline on the edge of the picture, not on the steps of the small mask', () => {
    const { mask, guide, truth } = drawDisc(3);
    const stepped = truth.map((_, i) => {
      const x = Math.floor((i % large.width) / 4);
      return mask[Math.floor(i / large.width / 4) * small.width + x] ? 255 : 0;
    });
    const enlarged = enlargeMask(mask, small, guide);
    expect(wrongPixels(stepped, truth)).toBeGreaterThan(1000);
    expect(wrongPixels(enlarged, truth)).toBeLessThan(150);
    expect(new Set(enlarged)).toEqual(new Set([0, 255]));
  });

  it('keeps an even surface as it is, up to the picture’s borders', () => {
    const { guide } = drawDisc(0);
    const all = enlargeMask(new Uint8Array(small.width * small.height).fill(1), small, guide);
    expect(all.every((value) => value === 255)).toBe(true);
    const none = enlargeMask(new Uint8Array(small.width * small.height), small, guide);
    expect(none.every((value) => value === 0)).toBe(true);
  });
});
