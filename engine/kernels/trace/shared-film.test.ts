import { expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import { studio } from './atmospheres.ts';
import type { FilmBand } from './film.ts';
import { concrete, plain } from './materials.ts';
import { Mesh } from './mesh.ts';
import type { Scene } from './scene.ts';
import { exposeFilm, type FilmWork, helpFilm } from './shared-film.ts';
import { Tracer } from './tracer.ts';

const rays = { width: 40, height: 110, first: 2, more: 2 };

/** Blocks of concrete, glass and metal on a floor, with enough triangles for a memory that threads share. */
function blocks(): Scene {
  const random = makeRandom(5);
  const mesh = new Mesh();
  mesh.floor(0, -40, -5, 40, 60, 0);
  for (let i = 0; i < 200; i++) {
    const [x, z, size] = [random() * 16 - 8, 4 + random() * 20, 0.3 + random()];
    mesh.box(i % 3, x, 0, z, x + size, size * (1 + random() * 3), z + size);
  }
  return {
    mesh,
    placements: [{ mesh, x: 30, y: 0, z: 10, turn: 0.4, scale: 0.5 }],
    materials: [
      { surface: 'matte', paint: concrete([0.5, 0.5, 0.48], 1.2, 0.6) },
      { surface: 'glass', paint: plain([0.9, 0.95, 0.94], 0) },
      { surface: 'metal', paint: plain([0.7, 0.7, 0.7]), reflectance: 0.6, roughness: 0.2 },
    ],
    camera: { at: [0, 1.7, -3], yaw: 0, view: 60, shift: 0.1 },
    lights: [],
    portals: [],
    bounces: 1,
    ...studio([-0.6, 0.7, -0.4]),
  };
}

const scene = blocks();
const expose = (callHelpers?: (work: object) => void): FilmBand =>
  exposeFilm(scene, new Tracer(scene), rays, { onProgress: () => undefined, callHelpers });
const alone = expose();

/** A helper as another thread has it: with a posted copy of the work; it leaves after some rows. */
function helperOf(rows: number): (work: object) => void {
  return (work) => {
    let asked = 0;
    helpFilm(structuredClone(work) as FilmWork, () => asked++ >= rows);
  };
}

it('is the same alone, with helpers that do everything, and with those that leave within a band', () => {
  expect(expose(helperOf(Infinity))).toEqual(alone);
  for (const rows of [0, 5, 47, 90]) expect(expose(helperOf(rows))).toEqual(alone);
  const [short, long] = [helperOf(60), helperOf(70)];
  const both = expose((work) => {
    short(work);
    long(work);
  });
  expect(both).toEqual(alone);
});

it('takes what helpers have exposed', () => {
  const film = exposeFilm(scene, new Tracer(scene), rays, {
    onProgress: () => undefined,
    callHelpers: (work) => {
      helperOf(Infinity)(work);
      (work as FilmWork).film.albedo.fill(0.25);
    },
  });
  expect(film.albedo.every((value) => value === 0.25)).toBe(true);
});

it('asks for no help with a scene that stays in its thread', () => {
  const closed = { ...scene, materials: scene.materials.with(0, { surface: 'matte', paint: () => undefined }) };
  const calls: object[] = [];
  exposeFilm(
    closed,
    new Tracer(closed),
    { ...rays, width: 4 },
    {
      onProgress: () => undefined,
      callHelpers: (work) => calls.push(work),
    },
  );
  expect(calls).toEqual([]);
});
