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
  const aim = cameraAim(camera, aspect);
  return (x, y) => {
    const ray: [number, number, number] = [0, 0, 0];
    aim(x, y, ray);
    return ray;
  };
}

type Aim = (x: number, y: number, out: [number, number, number]) => void;

/** As {@link cameraRay}, without a new array for each ray. */
function cameraAim(camera: Camera, aspect: number): Aim {
  const yaw = (camera.yaw * Math.PI) / 180;
  const pitch = ((camera.pitch ?? 0) * Math.PI) / 180;
  const half = Math.tan((camera.view * Math.PI) / 360);
  const forward: Vec3 = [Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  const right: Vec3 = [Math.cos(yaw), 0, -Math.sin(yaw)];
  const up: Vec3 = [Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), Math.cos(yaw) * Math.sin(pitch)];
  return (x, y, out) => {
    const px = (x * 2 - 1) * half;
    const py = ((1 - y * 2 + camera.shift * 2) * half) / aspect;
    const dx = forward[0] + right[0] * px + up[0] * py;
    const dy = forward[1] + right[1] * px + up[1] * py;
    const dz = forward[2] + right[2] * px + up[2] * py;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    out[0] = dx / length;
    out[1] = dy / length;
    out[2] = dz / length;
  };
}

/** Exposes rows `from` … `from + rows` of a scene. */
export function exposeBand(scene: TracedScene, tracer: Tracer, quality: Quality, from: number, rows: number): FilmBand {
  const { width } = quality;
  const band = emptyBand(from, rows, width);
  const { sums, expose } = pointExposer(scene, tracer, quality);
  for (let row = 0; row < rows && !quality.isOver?.(); row++) {
    for (let column = 0; column < width; column++) {
      const taken = expose(column, from + row, 0, quality.samples);
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
  const { sums, expose } = pointExposer(scene, tracer, { ...quality, gatherEvery: Number.MAX_SAFE_INTEGER });
  const old = already / (already + samples);
  for (let i = 0; i < isChosen.length; i++) {
    if (i % width === 0 && quality.isOver?.()) return;
    if (isChosen[i] === 0) continue;
    const taken = expose(i % width, film.from + Math.floor(i / width), already, samples);
    const share = (1 - old) / taken;
    const k = i * 3;
    const { direct, albedo, normal } = sums;
    mix(film.direct, k, old, direct.r * share, direct.g * share, direct.b * share);
    mix(film.albedo, k, old, albedo.r * share, albedo.g * share, albedo.b * share);
    mix(film.normal, k, old, normal.x * share, normal.y * share, normal.z * share);
    film.depth[i] = film.depth[i]! * old + sums.depth * share;
    film.reach[i] = film.reach[i]! * old + sums.reach * share;
  }
}

/** Keeps a share of three numbers and adds to them. */
function mix(values: Float32Array, k: number, old: number, x: number, y: number, z: number): void {
  values[k] = values[k]! * old + x;
  values[k + 1] = values[k + 1]! * old + y;
  values[k + 2] = values[k + 2]! * old + z;
}

/** @returns the number of rays */
type ExposePoint = (column: number, y: number, first: number, samples: number) => number;

/** Rays through one point after another; `sums` are of the last one. */
function pointExposer(
  scene: TracedScene,
  tracer: Tracer,
  { width, height, gatherEvery }: Quality,
): { sums: Required<PointSums>; expose: ExposePoint } {
  const aim = cameraAim(scene.camera, width / height);
  const direction: [number, number, number] = [0, 0, 0];
  const sums: Required<PointSums> = {
    direct: { r: 0, g: 0, b: 0 },
    albedo: { r: 0, g: 0, b: 0 },
    indirect: { r: 0, g: 0, b: 0 },
    indirectCount: 0,
    normal: { x: 0, y: 0, z: 0 },
    depth: 0,
    reach: 0,
  };
  tracer.pointAngle = (2 * Math.tan((scene.camera.view * Math.PI) / 360)) / width;
  const expose: ExposePoint = (column, y, first, samples) => {
    tracer.seed(y * width + column + first * 7_919_177);
    const shiftA = hash2(column, y, 1);
    const shiftB = hash2(column, y, 2);
    clear(sums);
    let low = Infinity;
    let high = 0;
    let before = 0;
    let taken = 0;
    for (let s = 0; s < samples; s++) {
      const jx = fraction(0.5 + G1 * (s + first + 1) + shiftA);
      const jy = fraction(0.5 + G2 * (s + first + 1) + shiftB);
      const isGathering = first === 0 && (s % gatherEvery === 0 || sums.indirectCount === 0);
      const g = s / gatherEvery;
      aim((column + jx) / width, (y + jy) / height, direction);
      tracer.addSample(
        scene.camera.at,
        direction,
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
    return taken;
  };
  return { sums, expose };
}

function clear(sums: Required<PointSums>): void {
  const { direct, albedo, indirect, normal } = sums;
  direct.r = direct.g = direct.b = 0;
  albedo.r = albedo.g = albedo.b = 0;
  indirect.r = indirect.g = indirect.b = 0;
  normal.x = normal.y = normal.z = 0;
  sums.indirectCount = sums.depth = sums.reach = 0;
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
  const { direct, albedo, indirect, normal } = sums;
  mix(band.direct, k, 0, direct.r * share, direct.g * share, direct.b * share);
  mix(band.albedo, k, 0, albedo.r * share, albedo.g * share, albedo.b * share);
  mix(band.indirect, k, 0, indirect.r * gathered, indirect.g * gathered, indirect.b * gathered);
  mix(band.normal, k, 0, normal.x * share, normal.y * share, normal.z * share);
  band.depth[i] = sums.depth * share;
  band.reach[i] = (sums.reach ?? 0) * share;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
