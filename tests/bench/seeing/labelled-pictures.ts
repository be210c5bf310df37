import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Size } from '../../../engine/base/blur.ts';

/** Measured classes; doors and open shops count as building, windows as window and building. */
export const labelled = ['sky', 'ground', 'window', 'building', 'plant', 'car'] as const;
export type Labelled = (typeof labelled)[number];

/** 1 where a point belongs to it. */
export type LabelMasks = Record<Labelled, Uint8Array>;

export interface LabelledPicture {
  name: string;
  file: string;
  /** PNG with the colours of LabelMeFacade (Fröhlich, Rodner & Denzler, ICPR 2010). */
  labels: string;
}

/**
 * Photographs with labels: the folder given, else that of `SEEING_PICTURES`; it holds `img/*.jpg` and `lab/*.png` of the
 * same names. Nothing when there are none.
 */
export function findLabelledPictures(folder = process.env.SEEING_PICTURES): LabelledPicture[] {
  if (folder === undefined || !existsSync(path.join(folder, 'img'))) return [];
  return readdirSync(path.join(folder, 'img'))
    .map((file) => path.parse(file))
    .map(({ name, base }) => ({
      name,
      file: path.join(folder, 'img', base),
      labels: path.join(folder, 'lab', `${name}.png`),
    }))
    .filter(({ labels }) => existsSync(labels))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const classesByColour: ReadonlyMap<string, readonly Labelled[]> = new Map([
  ['0,128,128', ['sky']],
  ['128,128,128', ['ground']],
  ['128,64,0', ['ground']],
  ['0,0,128', ['window', 'building']],
  ['128,0,0', ['building']],
  ['128,128,0', ['building']],
  ['0,128,0', ['plant']],
  ['128,0,128', ['car']],
]);

/** The labels in another size, by the nearest point. */
export async function readLabels({ labels }: LabelledPicture, { width, height }: Size): Promise<LabelMasks> {
  const data = await sharp(labels)
    .removeAlpha()
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer();
  const masks = emptyMasks(width * height);
  for (let i = 0; i < width * height; i++) {
    const colour = `${data[i * 3]},${data[i * 3 + 1]},${data[i * 3 + 2]}`;
    for (const name of classesByColour.get(colour) ?? []) masks[name][i] = 1;
  }
  return masks;
}

export function emptyMasks(count: number): LabelMasks {
  return Object.fromEntries(labelled.map((name) => [name, new Uint8Array(count)])) as LabelMasks;
}
