import { expect, it } from 'vitest';
import { makeRandom } from '../../../base/random.ts';
import { emptyBand, type FilmBand } from '../film.ts';
import { filterByModule } from './module-filter.ts';
import { filterByScript } from './script-filter.ts';

const size = { width: 70, height: 45 };

/** Noisy light on two walls that meet in a corner, below sky; some points lie on an edge and see both. */
function corner(): FilmBand {
  const random = makeRandom(9);
  const film = emptyBand(0, size.height, size.width);
  for (let i = 0; i < size.width * size.height; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    if (y < 12) {
      film.depth[i] = 1e6;
      continue;
    }
    const normal = x === 30 ? [-0.5, 0, -0.5] : x < 30 ? [0, 0, -1] : [-1, 0, 0];
    film.normal.set(normal, i * 3);
    film.depth[i] = 4 + Math.abs(x - 30) * 0.05;
    film.indirect.set(
      [1, 0.8, 0.6].map((c) => c * (x < 30 ? 1 : 0.3) * (0.4 + 1.2 * random())),
      i * 3,
    );
  }
  return film;
}

it('WebAssembly and JavaScript filter alike, to a thousandth', () => {
  const film = corner();
  for (const passes of [1, 2, 5]) {
    const [byModule, byScript] = [filterByModule(film, size, passes), filterByScript(film, size, passes)];
    const apart = byModule.map((value, i) => Math.abs(value - byScript[i]!) / Math.max(0.1, byScript[i]!));
    expect(Math.max(...apart)).toBeLessThan(1e-3);
  }
});

it('light becomes even along each wall, stays on its side of the corner, and the sky has none', () => {
  const light = filterByModule(corner(), size, 5);
  const redAt = (x: number, y: number) => light[(y * size.width + x) * 4]!;
  for (const [x, mean] of [
    [14, 1],
    [50, 0.3],
  ] as const) {
    expect(redAt(x, 28) / mean).toBeGreaterThan(0.9);
    expect(redAt(x, 28) / mean).toBeLessThan(1.1);
  }
  expect(redAt(14, 4)).toBe(0);
});
