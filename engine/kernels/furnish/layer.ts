/**
 * Furniture traced into a photographed room (differential rendering: Debevec, SIGGRAPH 1998): the pieces as a layer
 * with alpha, in linear light, and what they take away from the light on floor and walls.
 */
import type { Size } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { Material } from '../trace/materials.ts';
import type { Mesh } from '../trace/mesh.ts';
import { hash2 } from '../trace/noise.ts';
import type { AreaLight, Scene } from '../trace/scene.ts';
import { type PointSums, Tracer } from '../trace/tracer.ts';
import { coverageOf } from './coverage.ts';
import { smoothLight } from './layer-filter.ts';
import { faces, meetBox, type Room, type RoomBox } from './room-box.ts';
import type { RoomLight } from './room-light.ts';
import { type RoomView, rayOf, resized } from './room-view.ts';
import { shadeOf } from './shade.ts';

/** Pieces that stand in a room, as one mesh. */
export interface Furnishing {
  mesh: Mesh;
  /** By the numbers in the mesh. */
  materials: Material[];
  /** Lamps of the pieces. */
  lights: AreaLight[];
}

export interface FurnitureLayer extends Size {
  /** Linear light of the pieces times alpha, three numbers a point. */
  light: Float32Array;
  alpha: Float32Array;
  /** Share of the point that is a rug or the like, and that share's albedo (three numbers, times the share). */
  cover: Float32Array;
  coverAlbedo: Float32Array;
  /** Share that is left of the light on the room's own surfaces, 0–1. */
  shade: Float32Array;
  /** Points that show pieces at all. */
  coveredCount: number;
}

export interface LayerOptions {
  /** Long side of the layer, pixels. */
  side: number;
  /** Rays per point; edges get twice as many. */
  samples: number;
  seed: number;
  onProgress?(share: number): void;
}

/** Below this height level surfaces lie on the floor: rugs, mats. Metres. */
const coverHeight = 0.035;
const G1 = 0.7548776662466927;
const G2 = 0.5698402909980532;

/** Planes that the rays fill: `own` (direct light), `albedo`, `gathered` and `normal` have three numbers a point. */
interface LayerPlanes {
  own: Float32Array;
  albedo: Float32Array;
  gathered: Float32Array;
  normal: Float32Array;
  depth: Float32Array;
  alpha: Float32Array;
  cover: Float32Array;
  coverAlbedo: Float32Array;
}

interface LayerTrace {
  tracer: Tracer;
  view: RoomView;
  box: RoomBox;
  eye: Vec3;
  options: LayerOptions;
  planes: LayerPlanes;
  /** Scratch: sums of a point and of one ray. */
  total: PointSums;
  sums: PointSums;
}

export function traceLayer(room: Room, light: RoomLight, pieces: Furnishing, options: LayerOptions): FurnitureLayer {
  const { box, view: whole } = room;
  const scale = Math.min(1, options.side / Math.max(whole.size.width, whole.size.height));
  const size = { width: Math.round(whole.size.width * scale), height: Math.round(whole.size.height * scale) };
  const view = resized(whole, size);
  const tracer = new Tracer(sceneOf(room, light, pieces));
  const exposure = exposureOf(tracer, room);
  const planes = emptyPlanes(size.width * size.height);
  const { alpha, cover, coverAlbedo } = planes;
  const eye: Vec3 = [0, view.eyeHeight, 0];
  const trace = { tracer, view, box, eye, options, planes, total: emptySums(), sums: emptySums() };
  const coveredCount = exposeCovered(trace, coverageOf(pieces.mesh, view));
  smoothLight(planes, alpha, size);
  const out = lightOf(planes, exposure, light.level);
  options.onProgress?.(0.85);
  const shade = shadeOf({
    view,
    box,
    mesh: pieces.mesh,
    materials: pieces.materials,
    lights: light.lights,
    alpha,
    cover,
  });
  options.onProgress?.(1);
  return { ...size, light: out, alpha, cover, coverAlbedo, shade, coveredCount };
}

function emptyPlanes(count: number): LayerPlanes {
  return {
    own: new Float32Array(count * 3),
    albedo: new Float32Array(count * 3),
    gathered: new Float32Array(count * 3),
    normal: new Float32Array(count * 3),
    depth: new Float32Array(count),
    alpha: new Float32Array(count),
    cover: new Float32Array(count),
    coverAlbedo: new Float32Array(count * 3),
  };
}

/** Sends rays through the points that may show pieces; returns the number of those that do. */
function exposeCovered(trace: LayerTrace, covered: ArrayLike<number>): number {
  const { width, height } = trace.view.size;
  const { alpha } = trace.planes;
  let coveredCount = 0;
  for (let y = 0; y < height; y++) {
    if (y % 16 === 0) trace.options.onProgress?.((0.75 * y) / height);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (!covered[i]) continue;
      exposePoint(trace, x, y, i);
      if (alpha[i]! > 0) coveredCount++;
    }
  }
  return coveredCount;
}

/** Linear light of the pieces at the room's level, three numbers a point. */
function lightOf({ own, albedo, gathered, alpha }: LayerPlanes, exposure: number, level: Vec3): Float32Array {
  const out = new Float32Array(alpha.length * 3);
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) continue;
    for (let c = 0; c < 3; c++) {
      const k = i * 3 + c;
      out[k] = (own[k]! + albedo[k]! * gathered[k]!) * exposure * level[c as 0 | 1 | 2];
    }
  }
  return out;
}

/** Surface that a ray meets first. */
const Hit = { room: 0, piece: 1, cover: 2 } as const;

function exposePoint(trace: LayerTrace, x: number, y: number, i: number): void {
  const { tracer, view, eye, options, total, sums } = trace;
  const { alpha, cover, coverAlbedo } = trace.planes;
  tracer.seed(i + options.seed * 7919);
  const shiftA = hash2(x, y, options.seed + 1);
  const shiftB = hash2(x, y, options.seed + 2);
  clear(total);
  let onPieces = 0;
  let onCover = 0;
  let taken = 0;
  let wanted = options.samples;
  let first = -1;
  let isMixed = false;
  const k = i * 3;
  for (let s = 0; s < wanted; s++) {
    const jx = fraction(0.5 + G1 * (s + 1) + shiftA);
    const jy = fraction(0.5 + G2 * (s + 1) + shiftB);
    const ray = rayOf(view, x + jx, y + jy);
    clear(sums);
    tracer.addSample(eye, ray, sums, s % 2 === 0, fraction(shiftB + G2 * s), fraction(shiftA + G1 * s));
    taken++;
    const hit = hitOf(trace, ray);
    if (first < 0) first = hit;
    else if (hit !== first) isMixed = true;
    if (hit === Hit.cover) {
      onCover++;
      coverAlbedo[k]! += sums.albedo.r;
      coverAlbedo[k + 1]! += sums.albedo.g;
      coverAlbedo[k + 2]! += sums.albedo.b;
    } else if (hit === Hit.piece) {
      onPieces++;
      addSums(total, sums);
    }
    // The room's own surfaces and flat covers need no more than a look.
    if (s === 1 && !isMixed && hit !== Hit.piece) break;
    if (s === options.samples - 1 && wanted === options.samples && (isMixed || isUneven(total, onPieces))) wanted *= 2;
  }
  for (let c = 0; c < 3; c++) coverAlbedo[k + c]! /= taken;
  cover[i] = onCover / taken;
  alpha[i] = onPieces / taken;
  if (onPieces > 0) storeMeans(trace, i, taken, onPieces);
}

function hitOf({ view, box, sums }: LayerTrace, ray: Vec3): number {
  const wall = meetBox(box, view.eyeHeight, ray).far;
  if (!(sums.depth < wall - 0.004)) return Hit.room;
  const isCover = view.eyeHeight + ray[1] * sums.depth < coverHeight && sums.normal.y > 0.7;
  return isCover ? Hit.cover : Hit.piece;
}

/** Means of a point's rays: light over all `taken`, normal and depth over those `onPieces`. */
function storeMeans({ planes, total }: LayerTrace, i: number, taken: number, onPieces: number): void {
  const k = i * 3;
  planes.own.set([total.direct.r / taken, total.direct.g / taken, total.direct.b / taken], k);
  planes.albedo.set([total.albedo.r / taken, total.albedo.g / taken, total.albedo.b / taken], k);
  const n = 1 / Math.max(1, total.indirectCount);
  planes.gathered.set([total.indirect.r * n, total.indirect.g * n, total.indirect.b * n], k);
  planes.normal.set([total.normal.x / onPieces, total.normal.y / onPieces, total.normal.z / onPieces], k);
  planes.depth[i] = total.depth / onPieces;
}

/** Several surfaces in one point. */
function isUneven({ normal }: PointSums, count: number): boolean {
  return count > 0 && Math.hypot(normal.x, normal.y, normal.z) < 0.96 * count;
}

function sceneOf({ box }: Room, light: RoomLight, pieces: Furnishing): Scene {
  const materials = [...pieces.materials, ...faces.map((face) => light.shell[face])];
  const first = pieces.materials.length;
  const number = (face: (typeof faces)[number]) => first + faces.indexOf(face);
  const mesh = pieces.mesh;
  const shell = Object.assign(Object.create(Object.getPrototypeOf(mesh)) as Mesh, {
    positions: [...mesh.positions],
    normals: [...mesh.normals],
    materials: [...mesh.materials],
  });
  const { left, right, back, height } = box;
  const near = -1.5;
  shell.quad(number('floor'), [left, 0, near], [left, 0, back], [right, 0, back], [right, 0, near]);
  shell.quad(
    number('ceiling'),
    [left, height, near],
    [right, height, near],
    [right, height, back],
    [left, height, back],
  );
  shell.quad(number('back'), [left, 0, back], [left, height, back], [right, height, back], [right, 0, back]);
  shell.quad(number('left'), [left, 0, near], [left, height, near], [left, height, back], [left, 0, back]);
  shell.quad(number('right'), [right, 0, near], [right, 0, back], [right, height, back], [right, height, near]);
  shell.quad(number('ceiling'), [left, 0, near], [right, 0, near], [right, height, near], [left, height, near]);
  return {
    mesh: shell,
    placements: [],
    materials,
    camera: { at: [0, 0, 0], yaw: 0, view: 60, shift: 0 },
    sky: {
      zenith: [1, 1, 1],
      horizon: [1, 1, 1],
      ground: [0.5, 0.5, 0.5],
      glow: [0, 0, 0],
      clouds: 0,
      cloudLight: [1, 1, 1],
      cloudShade: [1, 1, 1],
    },
    sun: { direction: [0, 1, 0], light: [0, 0, 0], size: 0.1 },
    lights: [...light.lights, ...pieces.lights],
    portals: [],
    ambient: [0.42, 0.42, 0.42],
    bounces: 1,
    haze: 0,
    hazeColour: [1, 1, 1],
    exposure: 1,
    bloom: 0,
    whiteBalance: [1, 1, 1],
  };
}

/** Factor that makes the middle light on the room's surfaces 1. */
function exposureOf(tracer: Tracer, { view, box }: Room): number {
  const lights: number[] = [];
  const eye: Vec3 = [0, view.eyeHeight, 0];
  for (let row = 0; row < 14; row++) {
    for (let column = 0; column < 16; column++) {
      const ray = rayOf(view, ((column + 0.5) / 16) * view.size.width, ((row + 0.5) / 14) * view.size.height);
      if (meetBox(box, view.eyeHeight, ray).face === 'ceiling') continue;
      tracer.seed(row * 16 + column);
      const sums = emptySums();
      for (let s = 0; s < 6; s++)
        tracer.addSample(eye, ray, sums, true, fraction(G1 * (s + 1)), fraction(G2 * (s + 1)));
      if (sums.indirectCount > 0) {
        lights.push(luminanceOf(sums.indirect.r, sums.indirect.g, sums.indirect.b) / 6);
      }
    }
  }
  lights.sort((a, b) => a - b);
  return 1 / Math.max(0.05, lights[Math.floor(lights.length * 0.55)] ?? 1);
}

function emptySums(): PointSums {
  return {
    direct: { r: 0, g: 0, b: 0 },
    albedo: { r: 0, g: 0, b: 0 },
    indirect: { r: 0, g: 0, b: 0 },
    indirectCount: 0,
    normal: { x: 0, y: 0, z: 0 },
    depth: 0,
  };
}

function clear(sums: PointSums): void {
  for (const part of [sums.direct, sums.albedo, sums.indirect]) {
    part.r = 0;
    part.g = 0;
    part.b = 0;
  }
  sums.indirectCount = 0;
  sums.normal.x = 0;
  sums.normal.y = 0;
  sums.normal.z = 0;
  sums.depth = 0;
}

function addSums(to: PointSums, from: PointSums): void {
  for (const name of ['direct', 'albedo', 'indirect'] as const) {
    to[name].r += from[name].r;
    to[name].g += from[name].g;
    to[name].b += from[name].b;
  }
  to.indirectCount += from.indirectCount;
  to.normal.x += from.normal.x;
  to.normal.y += from.normal.y;
  to.normal.z += from.normal.z;
  to.depth += from.depth;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
