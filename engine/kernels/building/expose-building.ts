/** From a model's scene to a picture: film, exposure, development. */
import type { Size } from '../../base/blur.ts';
import type { Vec3 } from '../../base/vector.ts';
import { develop } from '../trace/develop.ts';
import type { FilmBand } from '../trace/film.ts';
import type { FilmRays } from '../trace/film-bands.ts';
import type { TracedScene } from '../trace/scene.ts';
import { exposeFilm, type FilmCourse } from '../trace/shared-film.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { BuildingScene } from './building-scene.ts';

/** Traces and develops; inside a room the exposure is that of the room. @returns interleaved 8-bit sRGB */
export function exposeBuilding(
  { scene, isInside }: Pick<BuildingScene, 'scene' | 'isInside'>,
  tracer: Tracer,
  rays: FilmRays,
  course: FilmCourse,
): Uint8Array {
  const film = exposeFilm(scene, tracer, rays, course);
  return develop(film, isInside ? metered(scene, film, rays) : scene, rays.width, rays.height);
}

/** Level that the middle of a room has in its picture, as linear light before the tone curve. */
const middle = 0.27;

/** Share of the cast of a room's own colours that an eye inside no longer sees. */
const neutrality = 0.5;

/** The scene with the exposure that its film asks for: the middle of what the lamps and the day light in the room. */
function metered(scene: TracedScene, film: FilmBand, size: Size): TracedScene {
  const logs: number[] = [];
  const cast = [0, 0, 0];
  const step = Math.max(1, Math.floor((size.width * size.height) / 20_000));
  const light = nearMean(film, size);
  for (let i = 0; i < size.width * size.height; i += step) {
    const k = i * 3;
    const isSurface = film.albedo[k]! + film.albedo[k + 1]! + film.albedo[k + 2]! > 0.01;
    if (!isSurface) continue;
    const near = light(i);
    for (let c = 0; c < 3; c++) cast[c]! += Math.min(4, film.direct[k + c]! + film.albedo[k + c]! * near[c]!);
    const seen =
      film.direct[k + 1]! * 0.5 + film.direct[k]! * 0.3 + film.direct[k + 2]! * 0.2 + film.albedo[k + 1]! * near[1]!;
    logs.push(Math.log(Math.max(1e-4, seen)));
  }
  if (logs.length === 0) return scene;
  logs.sort((a, b) => a - b);
  const usual = Math.exp(logs[Math.floor(logs.length * 0.55)]!);
  const whiteBalance = cast.map((sum) => Math.min(1.35, Math.max(0.75, (cast[1]! / sum) ** neutrality)));
  return {
    ...scene,
    exposure: Math.min(30, Math.max(0.25, middle / usual)),
    whiteBalance: whiteBalance as unknown as Vec3,
    haze: 0,
  };
}

/** Gathered light near a point: single rays are too rough to meter by. */
function nearMean({ indirect }: FilmBand, { width, height }: Size): (i: number) => readonly number[] {
  const cell = 24;
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const sum = new Float64Array(columns * rows * 3);
  const count = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
      const k = (y * width + x) * 3;
      if (indirect[k + 1]! <= 0) continue;
      for (let c = 0; c < 3; c++) sum[at * 3 + c]! += Math.min(8, indirect[k + c]!);
      count[at]!++;
    }
  }
  return (i) => {
    const at = Math.floor(Math.floor(i / width) / cell) * columns + Math.floor((i % width) / cell);
    return [0, 1, 2].map((c) => (count[at]! > 0 ? sum[at * 3 + c]! / count[at]! : 0));
  };
}
