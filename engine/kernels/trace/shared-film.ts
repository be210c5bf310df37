/** One film exposed by several threads: each takes the next band; the picture is the same for any number of them. */
import type { CallHelpers } from '../../base/job.ts';
import { inSharedWorld, type SharedWorld } from './bvh.ts';
import { emptyBand, type FilmBand } from './film.ts';
import { calm, exposeRows, type FilmRays, layBand, rowsPerBand } from './film-bands.ts';
import type { TracedScene } from './scene.ts';
import { Tracer } from './tracer.ts';

/** Progress of a film and help with it. */
export interface FilmCourse {
  /** @param share 0–1 */
  onProgress(share: number): void;
  /** Absent where the calling thread works alone. */
  callHelpers?: CallHelpers | undefined;
}

/** A film that other threads may work on, as data that can be posted. */
export interface FilmWork {
  kind: 'film';
  scene: Omit<TracedScene, 'mesh' | 'placements'>;
  world: SharedWorld;
  rays: FilmRays;
  /** Takes the bands of helpers; its parts lie in shared memory. */
  film: FilmBand;
  /** Shared: the next band that nobody has taken, then for each band whether a helper has laid it into the film. */
  turns: Int32Array;
}

const firstTurn = 1;

/** Bands below which a film is not worth posting. */
const fewBands = 4;

/**
 * Exposes a film on the calling thread and on those that come to help.
 *
 * The caller waits for no helper longer than a band takes: what one has begun and not finished it does again, so that a
 * helper may leave or end at any moment.
 */
export function exposeFilm(
  scene: TracedScene,
  tracer: Tracer,
  rays: FilmRays,
  { onProgress, callHelpers }: FilmCourse,
): FilmBand {
  const { width, height } = rays;
  const film = emptyBand(0, height, width);
  const count = Math.ceil(height / rowsPerBand);
  const work = callHelpers && count >= fewBands ? workOf(scene, tracer, rays) : undefined;
  const turns = work?.turns ?? new Int32Array(firstTurn + count);
  if (work) callHelpers!(work);
  const isExposed = new Uint8Array(count);
  let longest = 0;
  const expose = (band: number): void => {
    const start = performance.now();
    layBand(film, exposeRows(scene, tracer, rays, { from: band * rowsPerBand }), width);
    longest = Math.max(longest, performance.now() - start);
    isExposed[band] = 1;
  };
  for (let band = takeBand(turns); band < count; band = takeBand(turns)) {
    expose(band);
    onProgress(Math.min(1, Atomics.load(turns, 0) / count));
  }
  for (let band = 0; work && band < count; band++) {
    if (isExposed[band] === 1) continue;
    Atomics.wait(turns, firstTurn + band, 0, longest);
    if (Atomics.load(turns, firstTurn + band) === 1) layBand(film, bandOf(work.film, band, rays), width);
    else expose(band);
  }
  if (scene.portals.length > 0) calm(film, { width, height });
  return film;
}

const takeBand = (turns: Int32Array): number => Atomics.add(turns, 0, 1);

/** @returns undefined for a scene that cannot be posted */
function workOf(scene: TracedScene, tracer: Tracer, rays: FilmRays): FilmWork | undefined {
  const world = tracer.sharedWorld;
  if (!world || scene.materials.some(({ paint }) => typeof paint === 'function')) return undefined;
  const { mesh: _mesh, placements: _placements, ...light } = scene;
  const { width, height } = rays;
  return {
    kind: 'film',
    scene: { ...light, materials: scene.materials.map(({ isPane: _, ...material }) => material) },
    world,
    rays,
    film: emptyBand(0, height, width, true),
    turns: new Int32Array(new SharedArrayBuffer((firstTurn + Math.ceil(height / rowsPerBand)) * 4)),
  };
}

const noTriangles = { triangleCount: 0, positions: [], normals: [], materials: [] };

/**
 * Exposes bands of another thread's film until none is left.
 *
 * @param isOver asked before each row; true ends the help
 */
export function helpFilm({ scene: light, world, rays, film, turns }: FilmWork, isOver: () => boolean): void {
  const scene: TracedScene = { ...light, mesh: noTriangles, placements: [] };
  const count = turns.length - firstTurn;
  inSharedWorld(world, (walked) => {
    const tracer = new Tracer(scene, walked);
    while (!isOver()) {
      const band = takeBand(turns);
      if (band >= count) return;
      const exposed = exposeRows(scene, tracer, rays, { from: band * rowsPerBand, isOver });
      if (isOver()) return;
      layBand(film, exposed, rays.width);
      Atomics.store(turns, firstTurn + band, 1);
      Atomics.notify(turns, firstTurn + band);
    }
  });
}

/** A band of a film, over the same memory. */
function bandOf(film: FilmBand, band: number, { width, height }: FilmRays): FilmBand {
  const from = band * rowsPerBand;
  const rows = Math.min(rowsPerBand, height - from);
  const part = (values: Float32Array, numbers: number) =>
    values.subarray(from * width * numbers, (from + rows) * width * numbers);
  return {
    from,
    rows,
    direct: part(film.direct, 3),
    albedo: part(film.albedo, 3),
    indirect: part(film.indirect, 3),
    normal: part(film.normal, 3),
    depth: part(film.depth, 1),
    reach: part(film.reach, 1),
  };
}
