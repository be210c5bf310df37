import type { BuildingMaterial, BuildingObject } from '../kernels/building/building-mesh.ts';
import { BuildingFileRefused } from './refusals.ts';

/** Most triangles of a model. */
export const mostTriangles = 4_000_000;
const mostMaterials = 65_535;
/** Coordinates beyond it are as little a building's as those that are no numbers. */
const largestCoordinate = 1e12;
/** Triangles are dropped when their height is a smaller share of their longest side. */
const thinnest = 1e-7;
/** Smallest cosine between the normals of a corner and of its face. */
const flattest = 0.05;

/** Vectors in an array: where the first begins, and how far the next is. */
export interface Vectors {
  array: ArrayLike<number>;
  stride: number;
  offset: number;
}

/** u becomes a·u + c·v + e, v becomes b·u + d·v + f. */
export type UvTransform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Part {
  positions: Vectors;
  /** Faces keep to their own normals when absent. */
  normals?: Vectors | undefined;
  /** Two numbers a vertex. */
  uvs?: Vectors | undefined;
  /** Makes coordinates whose v counts downwards of them; see {@link UvTransform}. Identity when absent. */
  uvTransform?: UvTransform | undefined;
  /** Three indices of vertices a triangle; in order when absent. */
  indices?: ArrayLike<number> | undefined;
  /** Indices in `normals` and `uvs` where they are not those of the positions, in step with `indices`. */
  normalIndices?: ArrayLike<number> | undefined;
  uvIndices?: ArrayLike<number> | undefined;
  /** Sixteen numbers, column after column; identity when absent. A mirroring one turns the corners round. */
  matrix?: ArrayLike<number> | undefined;
  material: number;
  object: number;
}

/** Triangles as they were collected; a position is the sum of its numbers and of its object's origin. */
export interface Collected {
  count: number;
  positions: Float32Array;
  normals: Float32Array;
  /** Of length 0 when nothing has any. */
  uvs: Float32Array;
  materialOf: Uint16Array;
  objectOf: Uint32Array;
  /** Three numbers an object; apart from the positions, since coordinates of hundreds of kilometres are no float's. */
  origins: Float64Array;
  materials: BuildingMaterial[];
  objects: BuildingObject[];
  /** Triangles without an area. */
  degenerate: number;
  /** Triangles with coordinates that are no numbers. */
  invalid: number;
}

const sameUvs: UvTransform = [1, 0, 0, 1, 0, 0];
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Takes the parts of a model, in the coordinates of its file, and gives their triangles. */
export class MeshCollector {
  #count = 0;
  #positions: Float32Array;
  #normals: Float32Array;
  #uvs = new Float32Array();
  #materialOf: Uint16Array;
  #objectOf: Uint32Array;
  readonly #origins: number[] = [];
  readonly #hasOrigin: boolean[] = [];
  readonly #materials: BuildingMaterial[] = [];
  readonly #indexOf = new Map<string, number>();
  readonly #objects: BuildingObject[] = [];
  #degenerate = 0;
  #invalid = 0;
  /** Of the triangle that is added: indices of its corners, their positions, its normal. */
  readonly #order: [number, number, number] = [0, 0, 0];
  readonly #corner = new Float64Array(9);
  readonly #face = new Float64Array(3);

  /** @param expected triangles, where they are known; memory is taken for so many. Refuses more than the limit. */
  constructor(expected = 16_384) {
    this.#refuseTooMany(expected);
    this.#positions = new Float32Array(expected * 9);
    this.#normals = new Float32Array(expected * 9);
    this.#materialOf = new Uint16Array(expected);
    this.#objectOf = new Uint32Array(expected);
  }

  /** Index of a material that is the same by all that is known of it. Refuses too many. */
  material(material: BuildingMaterial): number {
    const key = JSON.stringify(material);
    const index = this.#indexOf.get(key) ?? this.#materials.length;
    if (index === this.#materials.length) {
      if (index >= mostMaterials) throw new BuildingFileRefused('tooManyMaterials');
      this.#indexOf.set(key, index);
      this.#materials.push(material);
    }
    return index;
  }

  object(object: BuildingObject): number {
    this.#hasOrigin.push(false);
    this.#origins.push(0, 0, 0);
    return this.#objects.push(object) - 1;
  }

  /** Adds the triangles of a part; how many of them have an area. Refuses too many. */
  add(part: Part): number {
    const corners = part.indices ? part.indices.length : vectorsIn(part.positions);
    const triangles = Math.floor(corners / 3);
    this.#grow(this.#count + triangles, part.uvs !== undefined);
    const matrix = part.matrix ?? identity;
    const { normalMatrix, isMirrored } = turnOf(matrix);
    const before = this.#count;
    for (let triangle = 0; triangle < triangles; triangle++) {
      this.#order[0] = triangle * 3;
      this.#order[1] = triangle * 3 + (isMirrored ? 2 : 1);
      this.#order[2] = triangle * 3 + (isMirrored ? 1 : 2);
      this.#readCorners(part, matrix);
      if (!this.#hasArea()) continue;
      this.#writeCorners(part.object);
      this.#writeNormals(part, normalMatrix);
      if (part.uvs) this.#writeUvs(part, part.uvs);
      this.#materialOf[this.#count] = part.material;
      this.#objectOf[this.#count] = part.object;
      this.#count++;
    }
    return this.#count - before;
  }

  collected(): Collected {
    const count = this.#count;
    return {
      count,
      positions: this.#positions.subarray(0, count * 9),
      normals: this.#normals.subarray(0, count * 9),
      uvs: this.#uvs.subarray(0, this.#uvs.length > 0 ? count * 6 : 0),
      materialOf: this.#materialOf.subarray(0, count),
      objectOf: this.#objectOf.subarray(0, count),
      origins: Float64Array.from(this.#origins),
      materials: this.#materials,
      objects: this.#objects,
      degenerate: this.#degenerate,
      invalid: this.#invalid,
    };
  }

  #refuseTooMany(triangles: number): void {
    if (triangles > mostTriangles) throw new BuildingFileRefused('tooManyTriangles', { limit: mostTriangles / 10_000 });
  }

  #grow(needed: number, hasUvs: boolean): void {
    if (needed > this.#materialOf.length) {
      this.#refuseTooMany(needed);
      const capacity = Math.min(mostTriangles, Math.max(needed, Math.ceil(this.#materialOf.length * 1.6)));
      this.#positions = grown(this.#positions, new Float32Array(capacity * 9));
      this.#normals = grown(this.#normals, new Float32Array(capacity * 9));
      this.#materialOf = grown(this.#materialOf, new Uint16Array(capacity));
      this.#objectOf = grown(this.#objectOf, new Uint32Array(capacity));
    }
    const uvLength = this.#materialOf.length * 6;
    if ((hasUvs || this.#uvs.length > 0) && this.#uvs.length < uvLength)
      this.#uvs = grown(this.#uvs, new Float32Array(uvLength));
  }

  #readCorners({ positions: { array, stride, offset }, indices }: Part, matrix: ArrayLike<number>): void {
    const corner = this.#corner;
    for (let i = 0; i < 3; i++) {
      const from = offset + stride * (indices ? indices[this.#order[i]!]! : this.#order[i]!);
      const [x, y, z] = [array[from]!, array[from + 1]!, array[from + 2]!];
      for (let axis = 0; axis < 3; axis++)
        corner[i * 3 + axis] = matrix[axis]! * x + matrix[4 + axis]! * y + matrix[8 + axis]! * z + matrix[12 + axis]!;
    }
  }

  /** Counts triangles that are none, and leaves the normal of the others in `#face`. */
  #hasArea(): boolean {
    const c = this.#corner;
    for (let i = 0; i < 9; i++) {
      // Written so that what is no number is caught too.
      if (!(Math.abs(c[i]!) <= largestCoordinate)) {
        this.#invalid++;
        return false;
      }
    }
    const [ax, ay, az] = [c[3]! - c[0]!, c[4]! - c[1]!, c[5]! - c[2]!];
    const [bx, by, bz] = [c[6]! - c[0]!, c[7]! - c[1]!, c[8]! - c[2]!];
    const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const doubled = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const longest = Math.max(
      ax * ax + ay * ay + az * az,
      bx * bx + by * by + bz * bz,
      (bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2,
    );
    if (!(doubled > longest * thinnest)) {
      this.#degenerate++;
      return false;
    }
    this.#face[0] = nx / doubled;
    this.#face[1] = ny / doubled;
    this.#face[2] = nz / doubled;
    return true;
  }

  #writeCorners(object: number): void {
    const corner = this.#corner;
    const origin = object * 3;
    if (!this.#hasOrigin[object]) {
      this.#hasOrigin[object] = true;
      for (let axis = 0; axis < 3; axis++) this.#origins[origin + axis] = corner[axis]!;
    }
    for (let i = 0; i < 9; i++) this.#positions[this.#count * 9 + i] = corner[i]! - this.#origins[origin + (i % 3)]!;
  }

  /** A normal that looks to the back of its face is turned; one along the face, or of no length, is the face's. */
  #writeNormals({ normals, indices, normalIndices = indices }: Part, matrix: Float64Array): void {
    const [fx, fy, fz] = [this.#face[0]!, this.#face[1]!, this.#face[2]!];
    for (let i = 0; i < 3; i++) {
      const to = this.#count * 9 + i * 3;
      let [nx, ny, nz] = [fx, fy, fz];
      if (normals) {
        const vertex = normalIndices ? normalIndices[this.#order[i]!]! : this.#order[i]!;
        const from = normals.offset + normals.stride * vertex;
        const [x, y, z] = [normals.array[from]!, normals.array[from + 1]!, normals.array[from + 2]!];
        nx = matrix[0]! * x + matrix[3]! * y + matrix[6]! * z;
        ny = matrix[1]! * x + matrix[4]! * y + matrix[7]! * z;
        nz = matrix[2]! * x + matrix[5]! * y + matrix[8]! * z;
        const along = nx * fx + ny * fy + nz * fz;
        const length = Math.sign(along) * Math.sqrt(nx * nx + ny * ny + nz * nz);
        if (Math.abs(along) > Math.abs(length) * flattest) [nx, ny, nz] = [nx / length, ny / length, nz / length];
        else [nx, ny, nz] = [fx, fy, fz];
      }
      this.#normals[to] = nx;
      this.#normals[to + 1] = ny;
      this.#normals[to + 2] = nz;
    }
  }

  #writeUvs({ indices, uvIndices = indices, uvTransform }: Part, { array, stride, offset }: Vectors): void {
    const [a, b, c, d, e, f] = uvTransform ?? sameUvs;
    for (let i = 0; i < 3; i++) {
      const from = offset + stride * (uvIndices ? uvIndices[this.#order[i]!]! : this.#order[i]!);
      const to = this.#count * 6 + i * 2;
      const [u, v] = [array[from]!, array[from + 1]!];
      // A coordinate that is not finite would make the colour of the whole triangle not finite.
      const isNumber = Number.isFinite(u) && Number.isFinite(v);
      this.#uvs[to] = isNumber ? a * u + c * v + e : 0;
      this.#uvs[to + 1] = isNumber ? b * u + d * v + f : 0;
    }
  }
}

const vectorsIn = ({ array, stride, offset }: Vectors): number => Math.floor((array.length - offset) / stride);

function grown<T extends Float32Array | Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Matrix of normals (the cofactors, column after column), and whether the matrix turns corners round. */
function turnOf(m: ArrayLike<number>): { normalMatrix: Float64Array; isMirrored: boolean } {
  const normalMatrix = new Float64Array(9);
  for (let column = 0; column < 3; column++) {
    const [b, c] = [((column + 1) % 3) * 4, ((column + 2) % 3) * 4];
    for (let row = 0; row < 3; row++) {
      const [i, j] = [(row + 1) % 3, (row + 2) % 3];
      normalMatrix[column * 3 + row] = m[b + i]! * m[c + j]! - m[b + j]! * m[c + i]!;
    }
  }
  const determinant = m[0]! * normalMatrix[0]! + m[1]! * normalMatrix[1]! + m[2]! * normalMatrix[2]!;
  if (determinant < 0) for (let i = 0; i < 9; i++) normalMatrix[i] = -normalMatrix[i]!;
  return { normalMatrix, isMirrored: determinant < 0 };
}
