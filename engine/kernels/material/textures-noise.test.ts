import { expect, it } from 'vitest';
import { TileCells, TileClouds, TileNoise } from './textures-noise.ts';

const places = Array.from({ length: 400 }, (_, i) => ({ x: (i % 20) / 8, y: Math.floor(i / 20) / 8, seed: i % 3 }));

/** Value of each pattern at a place, from a new instance each time. */
const afresh = {
  noise: ({ x, y, seed }: (typeof places)[number]) => new TileNoise(3, 3).at(x, y, seed),
  clouds: ({ x, y, seed }: (typeof places)[number]) => new TileClouds(3, 2, 3).at(x, y, seed),
};

it('says the same of a place whatever was asked before, within a seed and between seeds', () => {
  const noise = new TileNoise(3, 3);
  const clouds = new TileClouds(3, 2, 3);
  const orders = [places, places.toReversed(), places.toSorted((a, b) => a.seed - b.seed || a.y - b.y || a.x - b.x)];
  for (const place of orders.flat()) {
    expect(noise.at(place.x, place.y, place.seed)).toBe(afresh.noise(place));
    expect(clouds.at(place.x, place.y, place.seed)).toBe(afresh.clouds(place));
  }
});

it('repeats after its period, also to the left and above', () => {
  const noise = new TileNoise(3, 5);
  for (const { x, y, seed } of places) {
    expect(noise.at(x - 3, y + 5, seed)).toBeCloseTo(noise.at(x, y, seed), 9);
    expect(noise.at(x + 3, y - 5, seed)).toBeCloseTo(noise.at(x, y, seed), 9);
  }
});

it('knows the nearest and the next of its points, whatever was asked before', () => {
  const cells = new TileCells(7, 4);
  for (const { x, y } of [...places, ...places.toReversed()]) {
    const fresh = new TileCells(7, 4);
    fresh.look(x, y);
    cells.look(x, y);
    expect([cells.nearest, cells.next]).toEqual([fresh.nearest, fresh.next]);
    expect(cells.nearest).toBeLessThanOrEqual(cells.next);
    expect(cells.next).toBeLessThan(2);
  }
});
