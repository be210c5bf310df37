/** The camera's film: rays per picture point, rows of sums, and the rows put together. */
import type { Vec3 } from '../../base/vector.ts';
import { hash2 } from './noise.ts';
import type { Camera, TracedScene } from './scene.ts';
import type { PointSums, Tracer } from './tracer.ts';

/** Means per picture point, three numbers each (one for depth). */
export interface FilmBand {
  from: number;
  rows: number;
  direct: Float32Array;
  albedo: Float32Array;
  indirect: Float32Array;
  normal: Float32Array;
  depth: Float32Array;
  /** See `PointSums.reach`. */
  reach: Float32Array;
}

export interface Quality {
  width: number;
  height: number;
  /** Camera rays per point at most; points that stay alike stop earlier. */
  samples: number;
  /** Light is gathered on every n-th ray. */
  gatherEvery: number;
  /** Asked before each row; true leaves the rest unexposed. */
  isOver?: () => boolean;
}

const G1 = 0.7548776662466927;
const G2 = 0.5698402909980532;

/** @param isShared true for memory that threads can share */
export function emptyBand(from: number, rows: number, width: number, isShared = false): FilmBand {
  const n = rows * width;
  const floats = (length: number): Float32Array =>
    isShared ? new Float32Array(new SharedArrayBuffer(length * 4)) : new Float32Array(length);
  return {
    from,
    rows,
    direct: floats(n * 3),
    albedo: floats(n * 3),
    indirect: floats(n * 3),
    normal: floats(n * 3),
    depth: floats(n),
    reach: floats(n),
  };
}

/** Ray through a picture point; x and y in 0…1 from the top left. */
export function cameraRay(camera: Camera, aspect: number): (x: number, y: number) => Vec3 {
  const yaw = (camera.yaw * Math.PI) / 180;
  const pitch = ((camera.pitch ?? 0) * Math.PI) / 180;
  const half = Math.tan((camera.view * Math.PI) / 360);
  const forward: Vec3 = [Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  const right: Vec3 = [Math.cos(yaw), 0, -Math.sin(yaw)];
  const up: Vec3 = [Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), Math.cos(yaw) * Math.sin(pitch)];
  return (x, y) => {
    const px = (x * 2 - 1) * half;
    const py = ((1 - y * 2 + camera.shift * 2) * half) / aspect;
    const dx = forward[0] + right[0] * px + up[0] * py;
    const dy = forward[1] + right[1] * px + up[1] * py;
    const dz = forward[2] + right[2] * px + up[2] * py;
    const length = Math.hypot(dx, dy, dz);
    return [dx / length, dy / length, dz / length];
  };
}

/** Exposes rows `from` … `from + rows` of a scene. */
export function exposeBand(scene: TracedScene, tracer: Tracer, quality: Quality, from: number, rows: number): FilmBand {
  const { width } = quality;
  const band = emptyBand(from, rows, width);
  const expose = pointExposer(scene, tracer, quality);
  for (let row = 0; row < rows && !quality.isOver?.(); row++) {
    for (let column = 0; column < width; column++) {
      const { sums, taken } = expose(column, from + row, 0, quality.samples);
      store(band, row * width + column, sums, taken);
    }
  }
  return band;
}

/**
 * Adds camera rays to single points of a film that had `already` of them; their light from all around stays as it is.
 *
 * @param film whole picture or a band of it; changed in place
 * @param isChosen one byte per point of the film
 */
export function exposeMore(
  scene: TracedScene,
  tracer: Tracer,
  quality: Quality,
  film: FilmBand,
  isChosen: Uint8Array,
  already: number,
): void {
  const { width, samples } = quality;
  const expose = pointExposer(scene, tracer, { ...quality, gatherEvery: Number.MAX_SAFE_INTEGER });
  const old = already / (already + samples);
  for (let i = 0; i < isChosen.length; i++) {
    if (i % width === 0 && quality.isOver?.()) return;
    if (isChosen[i] === 0) continue;
    const { sums, taken } = expose(i % width, film.from + Math.floor(i / width), already, samples);
    const share = (1 - old) / taken;
    const k = i * 3;
    const mix = (values: Float32Array, x: number, y: number, z: number): void => {
      values[k] = values[k]! * old + x * share;
      values[k + 1] = values[k + 1]! * old + y * share;
      values[k + 2] = values[k + 2]! * old + z * share;
    };
    mix(film.direct, sums.direct.r, sums.direct.g, sums.direct.b);
    mix(film.albedo, sums.albedo.r, sums.albedo.g, sums.albedo.b);
    mix(film.normal, sums.normal.x, sums.normal.y, sums.normal.z);
    film.depth[i] = film.depth[i]! * old + sums.depth * share;
    film.reach[i] = film.reach[i]! * old + (sums.reach ?? 0) * share;
  }
}

type ExposePoint = (column: number, y: number, first: number, samples: number) => { sums: PointSums; taken: number };

/** Rays through one point after another; the answer's sums are its own until the next call. */
function pointExposer(scene: TracedScene, tracer: Tracer, { width, height, gatherEvery }: Quality): ExposePoint {
  const ray = cameraRay(scene.camera, width / height);
  return (column, y, first, samples) => {
    tracer.seed(y * width + column + first * 7_919_177);
    const shiftA = hash2(column, y, 1);
    const shiftB = hash2(column, y, 2);
    const sums: PointSums = {
      direct: { r: 0, g: 0, b: 0 },
      albedo: { r: 0, g: 0, b: 0 },
      indirect: { r: 0, g: 0, b: 0 },
      indirectCount: 0,
      normal: { x: 0, y: 0, z: 0 },
      depth: 0,
      reach: 0,
    };
    let low = Infinity;
    let high = 0;
    let before = 0;
    let taken = 0;
    for (let s = 0; s < samples; s++) {
      const jx = fraction(0.5 + G1 * (s + first + 1) + shiftA);
      const jy = fraction(0.5 + G2 * (s + first + 1) + shiftB);
      const isGathering = first === 0 && (s % gatherEvery === 0 || sums.indirectCount === 0);
      const g = s / gatherEvery;
      tracer.addSample(
        scene.camera.at,
        ray((column + jx) / width, (y + jy) / height),
        sums,
        isGathering,
        fraction(shiftB + G2 * g),
        fraction(shiftA + G1 * g),
      );
      taken++;
      const brightness =
        sums.direct.r + sums.direct.g + sums.direct.b + (sums.albedo.r + sums.albedo.g + sums.albedo.b) * 0.8;
      const own = brightness - before;
      before = brightness;
      if (own < low) low = own;
      if (own > high) high = own;
      if (first === 0 && isEven(s, samples, high - low, high, sums.indirectCount === 0)) break;
    }
    return { sums, taken };
  };
}

/** True when the rays so far are alike enough: few for points without gathered light, half of all for others. */
function isEven(s: number, samples: number, spread: number, high: number, isBare: boolean): boolean {
  if (s >= 3 && isBare && spread < 0.02 * high) return true;
  return s === (samples >> 1) - 1 && spread < 0.05 * high + 0.01;
}
function store(band: FilmBand, i: number, sums: PointSums, taken: number): void {
  const k = i * 3;
  const share = 1 / taken;
  const gathered = sums.indirectCount > 0 ? 1 / sums.indirectCount : 0;
  band.direct.set([sums.direct.r * share, sums.direct.g * share, sums.direct.b * share], k);
  band.albedo.set([sums.albedo.r * share, sums.albedo.g * share, sums.albedo.b * share], k);
  band.indirect.set([sums.indirect.r * gathered, sums.indirect.g * gathered, sums.indirect.b * gathered], k);
  band.normal.set([sums.normal.x * share, sums.normal.y * share, sums.normal.z * share], k);
  band.depth[i] = sums.depth * share;
  band.reach[i] = (sums.reach ?? 0) * share;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
