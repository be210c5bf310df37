import { describe, expect, it } from 'vitest';
import { labPlanes } from '../../base/colour.ts';
import { makeRandom } from '../../base/random.ts';
import { slicSuperpixels } from './slic.ts';

const size = { width: 96, height: 64 };

/** Red on the left and green on the right of a slanted line, with a little grain. */
function drawHalves(): { rgb: Uint8Array; isLeft(x: number, y: number): boolean } {
  const rgb = new Uint8Array(size.width * size.height * 3);
  const random = makeRandom(5);
  const isLeft = (x: number, y: number) => x < 37 + y / 4;
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i += 3) {
      rgb.set(isLeft(x, y) ? [180, 40, 40] : [40, 160, 60], i);
      rgb[i]! += Math.floor(random() * 10);
    }
  }
  return { rgb, isLeft };
}

describe('superpixels', () => {
  const { rgb, isLeft } = drawHalves();
  const regions = slicSuperpixels(labPlanes(rgb), size, { count: 60, compactness: 12 });

  it('are about as many as wished for and leave no pixel out', () => {
    expect(regions.count).toBeGreaterThan(40);
    expect(regions.count).toBeLessThan(90);
    expect(new Set(regions.labels).size).toBe(regions.count);
    expect(Math.max(...regions.labels)).toBe(regions.count - 1);
  });

  it('stay on one side of an edge', () => {
    const left = new Set<number>();
    const right = new Set<number>();
    regions.labels.forEach((label, i) => {
      (isLeft(i % size.width, Math.floor(i / size.width)) ? left : right).add(label);
    });
    expect([...left].filter((label) => right.has(label))).toEqual([]);
  });

  it('hang together', () => {
    const seen = new Set<number>();
    const reached = new Uint8Array(regions.labels.length);
    for (let start = 0; start < reached.length; start++) {
      if (reached[start]) continue;
      const label = regions.labels[start]!;
      expect(seen.has(label)).toBe(false);
      seen.add(label);
      const waiting = [start];
      reached[start] = 1;
      for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
        const x = pixel % size.width;
        for (const next of [
          x > 0 ? pixel - 1 : -1,
          x < size.width - 1 ? pixel + 1 : -1,
          pixel - size.width,
          pixel + size.width,
        ]) {
          if (reached[next] !== 0 || regions.labels[next] !== label) continue;
          reached[next] = 1;
          waiting.push(next);
        }
      }
    }
  });
});
