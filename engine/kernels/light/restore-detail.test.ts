import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import { restoreDetail } from './restore-detail.ts';

const large = { width: 480, height: 360 };
const small = { width: 300, height: 225 };
let original: Uint8Array;
let reduced: Uint8Array;

/** Fine noise, edges and a slope of light: what a smaller picture cannot hold. */
beforeAll(async () => {
  const random = makeRandom(5);
  original = new Uint8Array(large.width * large.height * 3);
  for (let y = 0, at = 0; y < large.height; y++) {
    for (let x = 0; x < large.width; x++) {
      const level = 90 + (x / large.width) * 60 + ((x >> 3) % 2) * 30 + ((y >> 4) % 2) * 20 + (random() - 0.5) * 24;
      for (let channel = 0; channel < 3; channel++) original[at++] = level - channel * 8;
    }
  }
  reduced = await sharp(original, { raw: { ...large, channels: 3 } })
    .resize({ ...small, fit: 'fill' })
    .raw()
    .toBuffer();
});

const darkened = (rgb: Uint8Array) => rgb.map((level) => Math.round(level * 0.6 + 10));

function meanError(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i]! - other[i]!);
  return sum / one.length;
}

async function enlarged(rgb: Uint8Array): Promise<Uint8Array> {
  return sharp(rgb, { raw: { ...small, channels: 3 } })
    .resize({ ...large, fit: 'fill' })
    .raw()
    .toBuffer();
}

describe('detail of the original', () => {
  it('comes back under a change that was made at a smaller size', async () => {
    const after = darkened(reduced);
    const truth = darkened(original);
    const result = new Uint8Array(original);
    restoreDetail(reduced, after, small, result, large);
    expect(meanError(result, truth)).toBeLessThan(meanError(await enlarged(after), truth) * 0.35);
  });

  it('stays away where the change has nothing to do with it', () => {
    const sky = new Uint8Array(reduced.length).fill(70);
    const result = new Uint8Array(original);
    restoreDetail(reduced, sky, small, result, large);
    expect(result.every((level) => level === 70)).toBe(true);
  });

  it('leaves every byte where no change is allowed', () => {
    const allowed = new Uint8Array(large.width * large.height);
    allowed.fill(255, 0, allowed.length / 2);
    const result = new Uint8Array(original);
    restoreDetail(reduced, darkened(reduced), small, result, large, allowed);
    const half = original.length / 2;
    expect(Buffer.compare(result.subarray(half), original.subarray(half))).toBe(0);
    expect(meanError(result.subarray(0, half), original.subarray(0, half))).toBeGreaterThan(15);
  });
});
