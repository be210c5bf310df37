import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../base/colour.ts';
import { makeRandom } from '../../base/random.ts';
import { labToRgb } from './style-lab.ts';
import { readLattice, transportColours } from './style-transport.ts';

/** Normally spread colours (sum of uniform numbers) round a mean. */
function cloud(mean: readonly [number, number, number], spread: number, seed: number): Float32Array {
  const random = makeRandom(seed);
  return Float32Array.from({ length: 3000 }, (_, i) => mean[i % 3]! + spread * (random() + random() + random() - 1.5));
}

function moved(from: Float32Array, to: Float32Array) {
  const lattice = transportColours(from, to, { seed: 1 });
  const out = new Float32Array(3);
  const sums = [0, 0, 0];
  for (let at = 0; at < from.length; at += 3) {
    readLattice(lattice, from[at]!, from[at + 1]!, from[at + 2]!, out);
    for (let channel = 0; channel < 3; channel++) sums[channel]! += out[channel]!;
  }
  return sums.map((sum) => sum / (from.length / 3));
}

describe('carrying colours over', () => {
  it('moves the mean of one cloud of colours onto the other', () => {
    const means = moved(cloud([0.4, 0, 0.05], 0.1, 1), cloud([0.6, 0.1, 0.2], 0.14, 2));
    expect(means[0]).toBeCloseTo(0.6, 1);
    expect(means[1]).toBeCloseTo(0.1, 1);
    expect(means[2]).toBeCloseTo(0.2, 1);
  });

  it('leaves a cloud where it is when both are the same', () => {
    const same = cloud([0.5, 0.05, -0.1], 0.12, 3);
    const lattice = transportColours(same, same, { seed: 1 });
    const out = new Float32Array(3);
    readLattice(lattice, 0.5, 0.05, -0.1, out);
    expect(out[0]).toBeCloseTo(0.5, 2);
    expect(out[1]).toBeCloseTo(0.05, 2);
    expect(out[2]).toBeCloseTo(-0.1, 2);
  });

  it('turns Lab planes back into the bytes they came from', () => {
    const random = makeRandom(5);
    const rgb = Uint8Array.from({ length: 3000 }, () => Math.floor(random() * 256));
    const back = labToRgb(labPlanes(rgb));
    let largest = 0;
    for (let i = 0; i < rgb.length; i++) largest = Math.max(largest, Math.abs(back[i]! - rgb[i]!));
    expect(largest).toBeLessThanOrEqual(2);
  });
});
