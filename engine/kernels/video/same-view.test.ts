import { expect, it } from 'vitest';
import { latticeRandom } from '../../base/random.ts';
import { makeFrame, type Plane } from './i420.ts';
import { isSameView } from './same-view.ts';

/** Blocks of chance sizes before a bright sky; the same seed gives the same town. */
function town(seed: number, { light = (level: number) => level, shift = 0 } = {}): Plane {
  const plane = makeFrame(320, 200).planes[0]!;
  for (let y = 0; y < 200; y++) {
    for (let x = 0; x < 320; x++) {
      const at = x + shift;
      const block = Math.floor(at / (19 + 4 * seed));
      const floor = Math.floor(y / (14 + 3 * seed));
      const isSky = y < 40 + 60 * latticeRandom(block, 0, seed);
      plane.samples[y * 320 + x] = light(isSky ? 210 : 40 + 120 * latticeRandom(block, floor, seed));
    }
  }
  return plane;
}

it('knows a view again in other light, and no other view for it', () => {
  const day = town(1);
  expect(isSameView(day, day)).toBe(true);
  expect(isSameView(day, town(1, { light: (level) => level ** 1.4 / 12 }))).toBe(true);
  expect(isSameView(day, town(1, { light: (level) => 240 - level }))).toBe(true);
  expect(isSameView(day, town(2))).toBe(false);
  expect(isSameView(day, town(1, { shift: 11 }))).toBe(false);
  expect(isSameView(day, makeFrame(320, 200).planes[0]!)).toBe(false);
});
