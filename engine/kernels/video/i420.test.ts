import { describe, expect, it } from 'vitest';
import { frameFromRgb, makeFrame, rgbFromFrame } from './i420.ts';

const size = { width: 4, height: 2 };
const plain = (colour: readonly number[]) => Uint8Array.from({ length: 24 }, (_, at) => colour[at % 3]!);

describe('video frames', () => {
  // ITU-R BT.709-6, 8 bit: black, white and the primaries at full strength.
  it.each([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [255, 255, 255], [235, 128, 128]],
    ['red', [255, 0, 0], [63, 102, 240]],
    ['green', [0, 255, 0], [173, 42, 26]],
    ['blue', [0, 0, 255], [32, 240, 118]],
  ])('hold %s as the standard has it', (_, colour, levels) => {
    const { planes } = frameFromRgb(plain(colour), size);
    planes.forEach(({ samples }, at) => {
      for (const sample of samples) expect(sample).toBe(levels[at]);
    });
  });

  it('come back as the colour they were made of, within the rounding of 8 bits', () => {
    for (const colour of [
      [12, 200, 90],
      [240, 128, 3],
      [77, 77, 77],
    ]) {
      const back = rgbFromFrame(frameFromRgb(plain(colour), size));
      for (const [at, value] of back.entries()) expect(Math.abs(value - colour[at % 3]!)).toBeLessThanOrEqual(2);
    }
  });

  it('have even sides only', () => {
    expect(() => makeFrame(3, 2)).toThrow(RangeError);
    expect(makeFrame(4, 2).data).toHaveLength(12);
  });
});
