/** Pictures of a model's materials as paints: colours and reliefs, at every size that they are seen at. */

import { openPicture } from '../../base/picture-file.ts';
import { linearOfByte } from '../../base/srgb.ts';
import { definePaint, type Painter, type PaintRecord, type SurfacePoint } from '../trace/paint.ts';
import type { BuildingMaterial, BuildingModel } from './building-mesh.ts';

/** A picture and its halves down to one pixel, one after the other. */
export interface ModelPicture {
  width: number;
  height: number;
  /** Three numbers a pixel: linear light, or a direction of a relief (x with u, y against v, z out of the face). Shared. */
  values: Float32Array;
}

/** All that paints of a model's pictures need. Shared by threads. */
export interface ModelPictures {
  uvs: Float32Array;
  /** By number of the texture; undefined where it is no material's colour, or cannot be read. */
  colours: ReadonlyArray<ModelPicture | undefined>;
  reliefs: ReadonlyArray<ModelPicture | undefined>;
  /** Metres on a triangle that are one unit of its coordinates. */
  extents: Float32Array;
  /** Six numbers a triangle, directions in the tracer's frame: of growing u, and of v that grows less. Empty without reliefs. */
  turns: Float32Array;
}

/** Longer side that a picture keeps, pixels. */
const longestSide = 1024;

/** @param positions of the model's triangles in the tracer's frame */
export async function decodePictures(model: BuildingModel, positions: Float32Array): Promise<ModelPictures> {
  const { textures, materials, uvs } = model;
  const colours: (ModelPicture | undefined)[] = [];
  const reliefs: (ModelPicture | undefined)[] = [];
  const [painted, raised] = [new Set<number>(), new Set<number>()];
  for (const { texture, relief } of materials) {
    if (texture !== undefined) painted.add(texture);
    if (relief) raised.add(relief.texture);
  }
  for (const [i, { bytes }] of textures.entries()) {
    colours.push(painted.has(i) ? await decodePicture(bytes, (byte) => linearOfByte[byte]!) : undefined);
    reliefs.push(raised.has(i) ? await decodePicture(bytes, (byte) => byte / 127.5 - 1) : undefined);
  }
  return { uvs, colours, reliefs, ...layOf(uvs, positions, raised.size > 0) };
}

async function decodePicture(bytes: Uint8Array, numberOf: (byte: number) => number): Promise<ModelPicture | undefined> {
  try {
    const { data, info } = await openPicture(Buffer.from(bytes))
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const values = new Float32Array(new SharedArrayBuffer(pixelsOf(width, height, Infinity) * 12));
    const step = channels < 3 ? 0 : 1;
    for (let i = 0; i < width * height; i++)
      for (let c = 0; c < 3; c++) values[i * 3 + c] = numberOf(data[i * channels + c * step]!);
    halve({ width, height, values });
    return { width, height, values };
  } catch {
    return undefined;
  }
}

const sideAt = (side: number, level: number): number => Math.max(1, side >> level);

/** Pixels of the first levels of a picture, at most all of them. */
function pixelsOf(width: number, height: number, levels: number): number {
  let pixels = 0;
  for (let level = 0; level < levels; level++) {
    pixels += sideAt(width, level) * sideAt(height, level);
    if (sideAt(width, level) === 1 && sideAt(height, level) === 1) break;
  }
  return pixels;
}

/** Fills every level behind the first with the means of the one before it. */
function halve({ width, height, values }: ModelPicture): void {
  let from = 0;
  for (let level = 1; sideAt(width, level - 1) > 1 || sideAt(height, level - 1) > 1; level++) {
    const [wide, high] = [sideAt(width, level - 1), sideAt(height, level - 1)];
    const to = from + wide * high * 3;
    const [columns, rows] = [sideAt(width, level), sideAt(height, level)];
    for (let y = 0; y < rows; y++) {
      const [y0, y1] = [Math.min(high - 1, y * 2) * wide, Math.min(high - 1, y * 2 + 1) * wide];
      for (let x = 0; x < columns; x++) {
        const [x0, x1] = [Math.min(wide - 1, x * 2), Math.min(wide - 1, x * 2 + 1)];
        for (let c = from; c < from + 3; c++)
          values[to + (y * columns + x) * 3 + c - from] =
            (values[(y0 + x0) * 3 + c]! +
              values[(y0 + x1) * 3 + c]! +
              values[(y1 + x0) * 3 + c]! +
              values[(y1 + x1) * 3 + c]!) /
            4;
      }
    }
    from = to;
  }
}

/** Lie of the coordinates on the triangles. */
function layOf(
  uvs: Float32Array,
  positions: Float32Array,
  hasReliefs: boolean,
): Pick<ModelPictures, 'extents' | 'turns'> {
  const count = uvs.length / 6;
  const extents = new Float32Array(new SharedArrayBuffer(count * 4));
  const turns = new Float32Array(new SharedArrayBuffer(hasReliefs ? count * 24 : 0));
  const [one, two] = [new Float64Array(3), new Float64Array(3)];
  for (let i = 0; i < count; i++) {
    const k = i * 6;
    const [u1, v1] = [uvs[k + 2]! - uvs[k]!, uvs[k + 3]! - uvs[k + 1]!];
    const [u2, v2] = [uvs[k + 4]! - uvs[k]!, uvs[k + 5]! - uvs[k + 1]!];
    const area = u1 * v2 - u2 * v1;
    for (let c = 0; c < 3; c++) {
      one[c] = positions[i * 9 + 3 + c]! - positions[i * 9 + c]!;
      two[c] = positions[i * 9 + 6 + c]! - positions[i * 9 + c]!;
    }
    const [ax, ay, az] = one as unknown as [number, number, number];
    const [bx, by, bz] = two as unknown as [number, number, number];
    const metres = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
    extents[i] = area === 0 ? 0 : Math.sqrt(metres / Math.abs(area));
    if (!hasReliefs || area === 0) continue;
    setUnit(turns.subarray(k, k + 3), one, two, [v2 / area, -v1 / area]);
    setUnit(turns.subarray(k + 3, k + 6), one, two, [u2 / area, -u1 / area]);
  }
  return { extents, turns };
}

/** Writes the direction of the sum of so much of one vector and of the other. */
function setUnit(out: Float32Array, a: Float64Array, b: Float64Array, by: readonly [number, number]): void {
  const sum = [0, 1, 2].map((c) => a[c]! * by[0] + b[c]! * by[1]);
  const length = Math.hypot(...sum) || 1;
  out.set(sum.map((value) => value / length));
}

/** Reads a picture where it lies on a triangle, between pixels and between levels; false off a triangle with coordinates. */
function pictureReader({ uvs, extents }: Pick<ModelPictures, 'uvs' | 'extents'>, picture: ModelPicture) {
  const { width, height, values } = picture;
  const starts: number[] = [0];
  while (sideAt(width, starts.length - 1) > 1 || sideAt(height, starts.length - 1) > 1)
    starts.push(pixelsOf(width, height, starts.length));
  const side = Math.sqrt(width * height);

  function add(level: number, across: number, down: number, share: number, out: Float64Array): void {
    const [wide, high] = [sideAt(width, level), sideAt(height, level)];
    const first = starts[level]!;
    const x = across * wide - 0.5;
    const y = down * high - 0.5;
    const column = Math.floor(x);
    const row = Math.floor(y);
    const fx = x - column;
    const fy = y - row;
    const x0 = (column + wide) % wide;
    const x1 = (column + 1) % wide;
    const y0 = first + ((row + high) % high) * wide;
    const y1 = first + ((row + 1) % high) * wide;
    for (let c = 0; c < 3; c++) {
      const top = values[(y0 + x0) * 3 + c]! * (1 - fx) + values[(y0 + x1) * 3 + c]! * fx;
      const bottom = values[(y1 + x0) * 3 + c]! * (1 - fx) + values[(y1 + x1) * 3 + c]! * fx;
      out[c]! += (top * (1 - fy) + bottom * fy) * share;
    }
  }

  return ({ triangle = -1, u = 0, v = 0, spread = 0 }: SurfacePoint, out: Float64Array): boolean => {
    const k = triangle * 6;
    if (k < 0 || k >= uvs.length) return false;
    const w = 1 - u - v;
    const across = uvs[k]! * w + uvs[k + 2]! * u + uvs[k + 4]! * v;
    const down = uvs[k + 1]! * w + uvs[k + 3]! * u + uvs[k + 5]! * v;
    const pixels = (spread * side) / extents[triangle]!;
    const level = pixels > 1 ? Math.min(starts.length - 1, Math.log2(pixels)) : 0;
    const lower = Math.floor(level);
    out.fill(0);
    add(lower, across - Math.floor(across), down - Math.floor(down), 1 - (level - lower), out);
    if (level > lower) add(lower + 1, across - Math.floor(across), down - Math.floor(down), level - lower, out);
    return true;
  };
}

type Lay = Pick<ModelPictures, 'uvs' | 'extents'>;

/** A material's colours by its picture; undefined where it has none. */
export function picturePaint(
  { uvs, extents, colours }: ModelPictures,
  { texture, colour }: BuildingMaterial,
): PaintRecord | undefined {
  const picture = texture === undefined ? undefined : colours[texture];
  // Paints of files are brighter than any real ones.
  return (
    picture &&
    modelPicture(
      { uvs, extents },
      picture,
      colour.map((c) => c * 0.86),
    )
  );
}

const modelPicture = definePaint(
  'picture of a model',
  (lay: Lay, picture: ModelPicture, gain: readonly number[]): Painter => {
    const read = pictureReader(lay, picture);
    const light = new Float64Array(3);
    return (p, out) => {
      if (!read(p, light)) light.fill(0.5);
      out.r = light[0]! * gain[0]!;
      out.g = light[1]! * gain[1]!;
      out.b = light[2]! * gain[2]!;
    };
  },
);

/** A material's relief by its picture; undefined where it has none. See `Material.relief`. */
export function reliefPaint(
  { uvs, extents, turns, reliefs }: ModelPictures,
  { relief }: BuildingMaterial,
): PaintRecord | undefined {
  const picture = relief && reliefs[relief.texture];
  return picture && modelRelief({ uvs, extents, turns }, picture, relief.strength);
}

const modelRelief = definePaint(
  'relief of a model',
  (lay: Lay & Pick<ModelPictures, 'turns'>, picture: ModelPicture, strength: number): Painter => {
    const read = pictureReader(lay, picture);
    const { turns } = lay;
    const slope = new Float64Array(3);
    return (p, out) => {
      if (!read(p, slope)) {
        out.r = p.nx;
        out.g = p.ny;
        out.b = p.nz;
        return;
      }
      const k = (p.triangle ?? 0) * 6;
      const x = slope[0]! * strength;
      const y = slope[1]! * strength;
      const z = Math.max(0.1, slope[2]!);
      out.r = p.nx * z + turns[k]! * x + turns[k + 3]! * y;
      out.g = p.ny * z + turns[k + 1]! * x + turns[k + 4]! * y;
      out.b = p.nz * z + turns[k + 2]! * x + turns[k + 5]! * y;
    };
  },
);
