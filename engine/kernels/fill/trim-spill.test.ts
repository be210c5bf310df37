import { describe, expect, it } from 'vitest';
import { shareOf } from '../../base/mask.ts';
import { trimSpill } from './trim-spill.ts';

const size = { width: 120, height: 100 };
const mask = new Uint8Array(size.width * size.height);
for (let y = 20; y < 80; y++) mask.fill(255, y * size.width + 20, y * size.width + 100);

/** A wooden panel, in shade to the left; what is above a row is white. */
function panel(whiteAbove: number): Uint8Array {
  const rgb = new Uint8Array(mask.length * 3);
  for (let i = 0; i < mask.length; i++) {
    const light = i % size.width < 60 ? 0.45 : 1;
    const colour = i / size.width < whiteAbove ? [238, 236, 230] : [190 * light, 130 * light, 72 * light];
    rgb.set(colour, i * 3);
  }
  return rgb;
}

describe('what a brush slipped over', () => {
  it('is taken out of the region, and shade of the same hue is not', () => {
    const trimmed = trimSpill(panel(27), mask, size);
    expect(trimmed[24 * size.width + 50]).toBe(0);
    expect(trimmed[30 * size.width + 30]).toBe(255);
    expect(shareOf(trimmed)).toBeCloseTo((53 * 80) / mask.length, 3);
  });

  it('is nothing on an even panel or when it is a large part of the region', () => {
    expect(trimSpill(panel(0), mask, size)).toBe(mask);
    expect(trimSpill(panel(50), mask, size)).toBe(mask);
  });
});
