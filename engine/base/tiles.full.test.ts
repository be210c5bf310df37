import { describe, expect, it } from 'vitest';
import { boxBlur } from './blur.ts';
import { makeRandom } from './random.ts';
import { cutTile, eachResult, tilesOf } from './tiles.ts';

describe('tiles', () => {
  it('give what a filter gives on the whole picture', () => {
    const size = { width: 1700, height: 1610 };
    const random = makeRandom(3);
    const plane = new Float32Array(size.width * size.height).map(random);
    const whole = boxBlur(plane, size, 9);
    const tiles = tilesOf(size, 9);
    expect(tiles.length).toBeGreaterThan(4);
    let furthest = 0;
    for (const tile of tiles) {
      const own = boxBlur(cutTile(plane, size, tile), tile, 9);
      eachResult(size, tile, (i, at) => {
        furthest = Math.max(furthest, Math.abs(whole[i]! - own[at]!));
      });
    }
    expect(furthest).toBeLessThan(1e-5);
  });
});
