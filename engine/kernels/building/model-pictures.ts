/** Pictures of a model's materials as painters. */

import { openPicture } from '../../base/picture-file.ts';
import { linearOfByte } from '../../base/srgb.ts';
import { definePaint, type Painter, type PaintRecord } from '../trace/paint.ts';
import type { BuildingMaterial, BuildingModel } from './building-mesh.ts';

export interface ModelPicture {
  width: number;
  height: number;
  /** Linear, three numbers a pixel. */
  light: Float32Array;
}

/** Longer side that a picture keeps, pixels. */
const longestSide = 1024;

/** Decodes the pictures of a model; undefined for one that cannot be read. */
export async function decodePictures({ textures }: BuildingModel): Promise<(ModelPicture | undefined)[]> {
  const pictures: (ModelPicture | undefined)[] = [];
  for (const { bytes } of textures) pictures.push(await decodePicture(bytes));
  return pictures;
}

async function decodePicture(bytes: Uint8Array): Promise<ModelPicture | undefined> {
  try {
    const { data, info } = await openPicture(Buffer.from(bytes))
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const light = new Float32Array(info.width * info.height * 3);
    const step = info.channels < 3 ? 0 : 1;
    for (let i = 0; i < info.width * info.height; i++)
      for (let c = 0; c < 3; c++) light[i * 3 + c] = linearOfByte[data[i * info.channels + c * step]!]!;
    return { width: info.width, height: info.height, light };
  } catch {
    return undefined;
  }
}

/** Paints a material by its picture: between four pixels, repeated. */
export function picturePaint({ uvs }: BuildingModel, { colour }: BuildingMaterial, picture: ModelPicture): PaintRecord {
  // Paints of files are brighter than any real ones.
  const gain = colour.map((c) => c * 0.86);
  return modelPicture({ uvs, gain, picture });
}

interface LaidPicture {
  uvs: Float32Array;
  gain: readonly number[];
  picture: ModelPicture;
}

const modelPicture = definePaint('picture of a model', ({ uvs, gain, picture }: LaidPicture): Painter => {
  const { width, height, light } = picture;
  return (p, out) => {
    const k = (p.triangle ?? -1) * 6;
    if (k < 0 || k >= uvs.length) {
      out.r = gain[0]! * 0.5;
      out.g = gain[1]! * 0.5;
      out.b = gain[2]! * 0.5;
      return;
    }
    const u = p.u ?? 0;
    const v = p.v ?? 0;
    const w = 1 - u - v;
    const across = uvs[k]! * w + uvs[k + 2]! * u + uvs[k + 4]! * v;
    const down = uvs[k + 1]! * w + uvs[k + 3]! * u + uvs[k + 5]! * v;
    const x = (across - Math.floor(across)) * width - 0.5;
    const y = (down - Math.floor(down)) * height - 0.5;
    const column = Math.floor(x);
    const row = Math.floor(y);
    const fx = x - column;
    const fy = y - row;
    const x0 = (column + width) % width;
    const y0 = (row + height) % height;
    const a = (y0 * width + x0) * 3;
    const b = (y0 * width + ((x0 + 1) % width)) * 3;
    const c = (((y0 + 1) % height) * width + x0) * 3;
    const d = (((y0 + 1) % height) * width + ((x0 + 1) % width)) * 3;
    const at = (i: number): number =>
      (light[a + i]! * (1 - fx) + light[b + i]! * fx) * (1 - fy) + (light[c + i]! * (1 - fx) + light[d + i]! * fx) * fy;
    out.r = at(0) * gain[0]!;
    out.g = at(1) * gain[1]!;
    out.b = at(2) * gain[2]!;
  };
});
