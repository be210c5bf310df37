import type { BuildingModel } from '../../kernels/building/building-mesh.ts';

/** Positions are rounded to so many parts of a metre: a quarter of a millimetre off at most, and short when packed. */
const partsOfMetre = 2048;
/** Numbers that tell a corner from another: place, direction, part, look, place in its picture. */
const words = 8;

/** Triangles whose corners are shared where they are alike in everything. */
export interface Welded {
  /** Three numbers a corner, metres. */
  positions: Float32Array;
  /** Three numbers a corner, in 127ths. */
  normals: Int8Array;
  /** Index in the model's objects, a corner. */
  objects: Float32Array;
  /** Number that the look of a corner was given with. */
  looks: Uint32Array;
  /** Two numbers a corner; of length 0 where no picture is asked for. */
  uvs: Float32Array;
  indices: Uint32Array;
}

interface WeldWishes {
  /** Numbers of the triangles to take. */
  triangles: Uint32Array;
  /** Look of a triangle, as a number. */
  lookOf: (triangle: number) => number;
  hasPicture: boolean;
}

/** Takes some triangles of a model out of it. Corners are in the order in which they first occur. */
export function weld(model: BuildingModel, { triangles, lookOf, hasPicture }: WeldWishes): Welded {
  const corners = new CornerTable(triangles.length * 3);
  const indices = new Uint32Array(triangles.length * 3);
  const key = new Int32Array(words);
  const uvBits = new Float32Array(key.buffer, 6 * 4, 2);
  for (let i = 0; i < triangles.length; i++) {
    const triangle = triangles[i]!;
    key[4] = model.objectOf[triangle]!;
    key[5] = lookOf(triangle);
    for (let corner = 0; corner < 3; corner++) {
      const at = triangle * 9 + corner * 3;
      for (let axis = 0; axis < 3; axis++) key[axis] = Math.round(model.positions[at + axis]! * partsOfMetre);
      key[3] = packedNormal(model.normals, at);
      if (hasPicture) {
        uvBits[0] = model.uvs[triangle * 6 + corner * 2]!;
        uvBits[1] = model.uvs[triangle * 6 + corner * 2 + 1]!;
      }
      indices[i * 3 + corner] = corners.numberOf(key);
    }
  }
  return { ...corners.unpacked(hasPicture), indices };
}

const asByte = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 127) & 0xff;

const packedNormal = (normals: Float32Array, at: number): number =>
  asByte(normals[at]!) | (asByte(normals[at + 1]!) << 8) | (asByte(normals[at + 2]!) << 16);

/** Corners by what they are, in a table with open addresses. */
class CornerTable {
  readonly #slots: Int32Array;
  #keys = new Int32Array(words * 1024);
  #count = 0;

  /** @param most corners that will be asked for */
  constructor(most: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, most * 1.6)))).fill(-1);
  }

  numberOf(key: Int32Array): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(key) & mask;
    for (;;) {
      const number = this.#slots[slot]!;
      if (number < 0) break;
      if (this.#isAt(number, key)) return number;
      slot = (slot + 1) & mask;
    }
    const number = this.#count++;
    this.#slots[slot] = number;
    if (this.#keys.length < this.#count * words) {
      const longer = new Int32Array(this.#keys.length * 2);
      longer.set(this.#keys);
      this.#keys = longer;
    }
    this.#keys.set(key, number * words);
    return number;
  }

  #isAt(number: number, key: Int32Array): boolean {
    for (let i = 0; i < words; i++) if (this.#keys[number * words + i] !== key[i]) return false;
    return true;
  }

  unpacked(hasPicture: boolean): Omit<Welded, 'indices'> {
    const count = this.#count;
    const keys = this.#keys;
    const bits = new Float32Array(keys.buffer);
    const welded = {
      positions: new Float32Array(count * 3),
      normals: new Int8Array(count * 3),
      objects: new Float32Array(count),
      looks: new Uint32Array(count),
      uvs: new Float32Array(hasPicture ? count * 2 : 0),
    };
    for (let i = 0; i < count; i++) {
      const at = i * words;
      for (let axis = 0; axis < 3; axis++) {
        welded.positions[i * 3 + axis] = keys[at + axis]! / partsOfMetre;
        welded.normals[i * 3 + axis] = (keys[at + 3]! >> (axis * 8)) & 0xff;
      }
      welded.objects[i] = keys[at + 4]!;
      welded.looks[i] = keys[at + 5]!;
      if (hasPicture) welded.uvs.set(bits.subarray(at + 6, at + 8), i * 2);
    }
    return welded;
  }
}

function hashOf(key: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < words; i++) {
    hash = Math.imul(hash ^ key[i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
