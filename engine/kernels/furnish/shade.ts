/** Light that furniture takes from a room's surfaces: contact shadows, and shadows of windows and lamps. */
import type { Size } from '../../base/blur.ts';
import { clamp } from '../../base/scalar.ts';
import type { Vec3 } from '../../base/vector.ts';
import { type Accelerator, buildWorld } from '../trace/bvh.ts';
import type { Material } from '../trace/materials.ts';
import type { Mesh } from '../trace/mesh.ts';
import { hash2 } from '../trace/noise.ts';
import type { AreaLight } from '../trace/scene.ts';
import { type Face, meetBox, type RoomBox } from './room-box.ts';
import { type RoomView, rayOf } from './room-view.ts';

interface ShadeInput {
  view: RoomView;
  box: RoomBox;
  mesh: Mesh;
  materials: readonly Material[];
  lights: readonly AreaLight[];
  /** Points wholly covered by pieces need no shade. */
  alpha: Float32Array;
  /** Points covered by rugs are shaded a little above the floor. */
  cover: Float32Array;
}

const coarse = 8;
const coarseRays = 16;
const fine = 2;
const fineRays = 16;
/** Beyond this distance a piece takes no sky away, metres. */
const reach = 1.7;
/** Pieces give back part of what they take. */
const taken = 0.92;
/** Share of the light that comes straight from windows. */
const windowShare = 0.5;
const G1 = 0.7548776662466927;
const G2 = 0.5698402909980532;

interface Shader extends Pick<ShadeInput, 'view' | 'box' | 'lights' | 'cover'> {
  world: Accelerator;
}

/** A surface point in front of a face of the room: position, unit normal, and two random shifts of its rays, 0–1. */
interface ShadedPoint {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  a0: number;
  b0: number;
}

/** @returns 0–1 per point of `view.size`; 1 where nothing changes */
export function shadeOf({ view, box, mesh, materials, lights, alpha, cover }: ShadeInput): Float32Array {
  const { width, height } = view.size;
  const out = new Float32Array(width * height).fill(1);
  if (mesh.triangleCount === 0) return out;
  const seeThrough = new Set<number>();
  materials.forEach((material, i) => {
    if (material.surface === 'glass' || material.surface === 'light') seeThrough.add(i);
  });
  const shader = { view, box, lights, cover, world: buildWorld(mesh, [], seeThrough) };
  const { exact, face, size } = fineShade(shader, alpha);
  smooth(exact, face, size, 1);
  smooth(exact, face, size, 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = between(exact, size.width, size.height, (x + 0.5) / fine - 0.5, (y + 0.5) / fine - 0.5);
      // Far from all pieces the room stays exactly as it was.
      out[y * width + x] = level > 0.985 ? 1 : level + 0.015 * (level / 0.985) ** 8;
    }
  }
  return out;
}

/** Shade every 8 pixels of the picture. */
function roughShade(shader: Shader): Size & { level: Float32Array } {
  const { width, height } = shader.view.size;
  const size = { width: Math.ceil(width / coarse), height: Math.ceil(height / coarse) };
  const level = new Float32Array(size.width * size.height);
  for (let i = 0; i < level.length; i++) {
    const x = Math.min(width - 1, (i % size.width) * coarse + coarse / 2);
    const y = Math.min(height - 1, Math.floor(i / size.width) * coarse + coarse / 2);
    level[i] = pointShade(shader, x, y, coarseRays);
  }
  return { ...size, level };
}

/** Shade every 2 pixels: 1 where the rough shade is clear, -1 behind pieces; and the face of the points looked at. */
function fineShade(shader: Shader, alpha: Float32Array): { exact: Float32Array; face: Uint8Array; size: Size } {
  const { view, box } = shader;
  const { width, height } = view.size;
  const rough = roughShade(shader);
  const size = { width: Math.ceil(width / fine), height: Math.ceil(height / fine) };
  const exact = new Float32Array(size.width * size.height).fill(1);
  const face = new Uint8Array(exact.length);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const px = Math.min(width - 1, x * fine + fine / 2);
      const py = Math.min(height - 1, y * fine + fine / 2);
      const i = y * size.width + x;
      if (isClear(rough, Math.floor(px / coarse), Math.floor(py / coarse))) continue;
      const met = meetBox(box, view.eyeHeight, rayOf(view, px, py));
      face[i] = met.face.charCodeAt(0);
      const isHidden = alpha[Math.floor(py) * width + Math.floor(px)]! > 0.995;
      exact[i] = isHidden ? -1 : pointShade(shader, px, py, fineRays);
    }
  }
  return { exact, face, size };
}

/** True when a rough point and its eight neighbours are unshaded. */
function isClear({ level, width, height }: Size & { level: Float32Array }, column: number, row: number): boolean {
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      if (level[y * width + x]! < 0.985) return false;
    }
  }
  return true;
}

const inwards: Record<Face, Vec3> = {
  floor: [0, 1, 0],
  ceiling: [0, -1, 0],
  back: [0, 0, -1],
  left: [1, 0, 0],
  right: [-1, 0, 0],
};

function pointShade(shader: Shader, px: number, py: number, rays: number): number {
  const { view, box, cover } = shader;
  const ray = rayOf(view, px, py);
  const { face, far } = meetBox(box, view.eyeHeight, ray);
  const [nx, ny, nz] = inwards[face];
  const isCovered = cover[Math.floor(py) * view.size.width + Math.floor(px)]! > 0;
  const lift = isCovered ? 0.05 : 0.004;
  const point: ShadedPoint = {
    x: ray[0] * far + nx * lift,
    y: view.eyeHeight + ray[1] * far + ny * lift,
    z: ray[2] * far + nz * lift,
    nx,
    ny,
    nz,
    a0: hash2(Math.floor(px), Math.floor(py), 71),
    b0: hash2(Math.floor(px), Math.floor(py), 72),
  };
  const open = openSky(shader.world, point, rays);
  const { lit, could } = windowLight(shader, point, Math.max(2, rays >> 2));
  const share = could < 1e-3 ? 0 : windowShare;
  return 1 - taken * (1 - (1 - share) * (open / rays) - share * (could < 1e-3 ? 1 : lit / could));
}

/** Number of cosine-weighted rays that leave a point freely; one that meets a piece counts by its distance. */
function openSky(world: Accelerator, { x, y, z, nx, ny, nz, a0, b0 }: ShadedPoint, rays: number): number {
  let open = 0;
  for (let s = 0; s < rays; s++) {
    const turn = 2 * Math.PI * fraction(a0 + G1 * s);
    const high = 1 - 2 * fraction(b0 + G2 * s);
    const ring = Math.sqrt(Math.max(0, 1 - high * high));
    let dx = nx * 1.0001 + ring * Math.cos(turn);
    let dy = ny * 1.0001 + high;
    let dz = nz * 1.0001 + ring * Math.sin(turn);
    const length = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    dx *= length;
    dy *= length;
    dz *= length;
    if (!world.intersect(x, y, z, dx, dy, dz) || world.hit.t > reach) open++;
    else open += world.hit.t / reach;
  }
  return open;
}

/** Light of all lamps and windows at a point: as the pieces let it through, and without them. */
function windowLight({ world, lights }: Shader, point: ShadedPoint, shots: number): { lit: number; could: number } {
  const { x, y, z, nx, ny, nz, a0, b0 } = point;
  let lit = 0;
  let could = 1e-6;
  for (const { corner, edgeA, edgeB, facing, light } of lights) {
    for (let s = 0; s < shots; s++) {
      const u = fraction(a0 + G2 * (s + 1));
      const v = fraction(b0 + G1 * (s + 1));
      let lx = corner[0] + edgeA[0] * u + edgeB[0] * v - x;
      let ly = corner[1] + edgeA[1] * u + edgeB[1] * v - y;
      let lz = corner[2] + edgeA[2] * u + edgeB[2] * v - z;
      const square = lx * lx + ly * ly + lz * lz;
      const length = Math.sqrt(square);
      lx /= length;
      ly /= length;
      lz /= length;
      const cosines = (nx * lx + ny * ly + nz * lz) * -(facing[0] * lx + facing[1] * ly + facing[2] * lz);
      if (cosines <= 0) continue;
      const area = Math.hypot(...edgeA) * Math.hypot(...edgeB);
      const gain = (cosines * area * light[1]) / (square + 0.05) / shots;
      could += gain;
      if (!world.isBlocked(x, y, z, lx, ly, lz, length - 0.02)) lit += gain;
    }
  }
  return { lit, could };
}

/** Means of neighbours on the same surface; points behind pieces (-1) take theirs, so that no edge shines. */
function smooth(level: Float32Array, face: Uint8Array, size: Size, step: number): void {
  const from = level.slice();
  const planes = { from, face, size, step };
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const i = y * size.width + x;
      if (face[i] !== 0) level[i] = neighbourMean(planes, x, y);
    }
  }
}

function neighbourMean(
  { from, face, size, step }: { from: Float32Array; face: Uint8Array; size: Size; step: number },
  x: number,
  y: number,
): number {
  const { width, height } = size;
  const i = y * width + x;
  const own = from[i]!;
  let sum = 0;
  let total = 0;
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const xx = x + dx * step;
      const yy = y + dy * step;
      if (xx < 0 || yy < 0 || xx >= width || yy >= height) continue;
      const j = yy * width + xx;
      const neighbour = from[j]!;
      if (face[j] !== face[i] || neighbour < 0) continue;
      const apart = own < 0 ? 0 : Math.abs(neighbour - own) / 0.22;
      const weight = Math.exp(-(dx * dx + dy * dy) / 4 - apart);
      sum += weight * neighbour;
      total += weight;
    }
  }
  return total > 0 ? sum / total : own;
}

function between(plane: Float32Array, width: number, height: number, x: number, y: number): number {
  const left = clamp(Math.floor(x), 0, width - 2);
  const top = clamp(Math.floor(y), 0, height - 2);
  const u = clamp(x - left, 0, 1);
  const v = clamp(y - top, 0, 1);
  const i = top * width + left;
  let sum = 0;
  let total = 0;
  for (const [j, weight] of [
    [i, (1 - u) * (1 - v)],
    [i + 1, u * (1 - v)],
    [i + width, (1 - u) * v],
    [i + width + 1, u * v],
  ] as const) {
    if (plane[j]! < 0) continue;
    sum += plane[j]! * weight;
    total += weight;
  }
  return total > 1e-6 ? sum / total : 1;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
