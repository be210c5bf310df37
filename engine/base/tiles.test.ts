import { describe, expect, it } from 'vitest';
import { cutTile, eachResult, tilesOf } from './tiles.ts';

describe('tiles', () => {
  it('leave a small picture whole', () => {
    const [tile, ...others] = tilesOf({ width: 300, height: 200 }, 20);
    expect(others).toEqual([]);
    expect(tile).toMatchObject({ left: 0, top: 0, width: 300, height: 200 });
  });

  it('cover every pixel of a large one once', () => {
    const size = { width: 1901, height: 1653 };
    const seen = new Uint8Array(size.width * size.height);
    for (const tile of tilesOf(size, 30)) eachResult(size, tile, (i) => seen[i]!++);
    expect(seen.every((times) => times === 1)).toBe(true);
  });

  it('keep the channels of a pixel together', () => {
    const size = { width: 1700, height: 2 };
    const rgb = new Uint8Array(size.width * size.height * 3).map((_, at) => at % 251);
    const tile = tilesOf(size, 0)[1]!;
    const own = cutTile(rgb, size, tile, 3);
    eachResult(size, tile, (i, at) => {
      if (rgb[i * 3 + 2] !== own[at * 3 + 2]) throw new Error(`pixel ${i}`);
    });
    expect(own.length).toBe(tile.width * tile.height * 3);
  });
});
