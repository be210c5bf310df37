/** Edges of a model that a drawing may show: borders of parts and materials, folds, and outlines against a camera. */
import type { Vec3 } from '../../base/vector.ts';
import type { PreparedBuilding } from './prepared-building.ts';

export interface ModelEdge {
  /** Ends in the tracer's frame, metres. */
  from: Vec3;
  to: Vec3;
  /** A triangle at the edge, in the order of the model. */
  triangle: number;
}

/** Corners nearer to each other than this are one, metres. */
const weldStep = 0.001;
/** Faces whose normals have less than this in common meet in a fold. */
const foldCosine = 0.9;

/**
 * @param seen objects whose edges are wanted, by index in the model
 * @param eye of the camera, in the tracer's frame
 */
export function findModelEdges(building: PreparedBuilding, seen: Uint8Array, eye: Vec3): ModelEdge[] {
  const { model, mesh } = building;
  const triangles: number[] = [];
  for (let i = 0; i < model.triangleCount; i++) if (seen[model.objectOf[i]!] === 1) triangles.push(i);
  const corners = weld(mesh.positions, triangles);
  const shared = new EdgeTable(triangles.length * 3);
  triangles.forEach((triangle, k) => {
    for (let side = 0; side < 3; side++)
      shared.add(corners[k * 3 + side]!, corners[k * 3 + ((side + 1) % 3)]!, { triangle, side });
  });
  const faces = new Faces(mesh.positions, eye);
  const edges: ModelEdge[] = [];
  shared.each((first, side, second) => {
    const isBorder =
      second < 0 ||
      model.objectOf[first] !== model.objectOf[second] ||
      mesh.materials[first] !== mesh.materials[second];
    if (!isBorder && !faces.areApart(first, second)) return;
    const [from, to] = [cornerOf(mesh.positions, first, side), cornerOf(mesh.positions, first, (side + 1) % 3)];
    edges.push({ from, to, triangle: first });
  });
  return edges;
}

function cornerOf(positions: ArrayLike<number>, triangle: number, corner: number): Vec3 {
  const k = triangle * 9 + corner * 3;
  return [positions[k]!, positions[k + 1]!, positions[k + 2]!];
}

/** @returns a number for each corner of the triangles, the same for corners at the same point */
function weld(positions: ArrayLike<number>, triangles: readonly number[]): Uint32Array {
  const corners = new Uint32Array(triangles.length * 3);
  const slots = tableSize(corners.length);
  const table = new Int32Array(slots).fill(-1);
  const points = new Int32Array(corners.length * 3);
  let count = 0;
  for (let i = 0; i < corners.length; i++) {
    const k = triangles[Math.floor(i / 3)]! * 9 + (i % 3) * 3;
    const x = Math.round(positions[k]! / weldStep);
    const y = Math.round(positions[k + 1]! / weldStep);
    const z = Math.round(positions[k + 2]! / weldStep);
    let slot = (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & (slots - 1);
    for (;;) {
      const index = table[slot]!;
      if (index < 0) {
        table[slot] = count;
        points.set([x, y, z], count * 3);
        corners[i] = count++;
        break;
      }
      if (points[index * 3] === x && points[index * 3 + 1] === y && points[index * 3 + 2] === z) {
        corners[i] = index;
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  return corners;
}

const tableSize = (entries: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, entries * 2)));

/** Edges by their two corners, with the triangles on both sides. */
class EdgeTable {
  readonly #slots: number;
  readonly #ends: Float64Array;
  readonly #first: Int32Array;
  readonly #side: Uint8Array;
  /** -1 where there is none, -2 where there are several. */
  readonly #second: Int32Array;

  constructor(entries: number) {
    this.#slots = tableSize(entries);
    this.#ends = new Float64Array(this.#slots).fill(-1);
    this.#first = new Int32Array(this.#slots);
    this.#side = new Uint8Array(this.#slots);
    this.#second = new Int32Array(this.#slots).fill(-1);
  }

  add(start: number, end: number, { triangle, side }: { triangle: number; side: number }): void {
    if (start === end) return;
    const [low, high] = start < end ? [start, end] : [end, start];
    const ends = low * 2 ** 26 + high;
    let slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) & (this.#slots - 1);
    while (this.#ends[slot] !== -1 && this.#ends[slot] !== ends) slot = (slot + 1) & (this.#slots - 1);
    if (this.#ends[slot] === -1) {
      this.#ends[slot] = ends;
      this.#first[slot] = triangle;
      this.#side[slot] = side;
    } else this.#second[slot] = this.#second[slot] === -1 ? triangle : -2;
  }

  /** @param visit gets a triangle, the side of it that is the edge, and the triangle beyond; negative where not one */
  each(visit: (first: number, side: number, second: number) => void): void {
    for (let slot = 0; slot < this.#slots; slot++)
      if (this.#ends[slot] !== -1) visit(this.#first[slot]!, this.#side[slot]!, this.#second[slot]!);
  }
}

/** Planes of triangles, and the side of them on which an eye is. */
class Faces {
  readonly #positions: ArrayLike<number>;
  readonly #eye: Vec3;

  constructor(positions: ArrayLike<number>, eye: Vec3) {
    this.#positions = positions;
    this.#eye = eye;
  }

  /** True where two faces meet in a fold, or the eye sees only one of them. */
  areApart(first: number, second: number): boolean {
    const [a, b] = [this.#plane(first), this.#plane(second)];
    const alike = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return Math.abs(alike) < foldCosine || this.#isSeen(first, a) !== this.#isSeen(second, b);
  }

  #plane(triangle: number): Vec3 {
    const p = this.#positions;
    const k = triangle * 9;
    const [ax, ay, az] = [p[k + 3]! - p[k]!, p[k + 4]! - p[k + 1]!, p[k + 5]! - p[k + 2]!];
    const [bx, by, bz] = [p[k + 6]! - p[k]!, p[k + 7]! - p[k + 1]!, p[k + 8]! - p[k + 2]!];
    const normal: Vec3 = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.hypot(...normal) || 1;
    return [normal[0] / length, normal[1] / length, normal[2] / length];
  }

  #isSeen(triangle: number, [x, y, z]: Vec3): boolean {
    const k = triangle * 9;
    const p = this.#positions;
    return x * (this.#eye[0] - p[k]!) + y * (this.#eye[1] - p[k + 1]!) + z * (this.#eye[2] - p[k + 2]!) > 0;
  }
}
