/** Pictures of the gallery as files, and what the seed says of them. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { measure } from '../../mock-server/modules/studio/image/picture.ts';

/** `mock-server/seed/gallery`. */
export const galleryFolder = path.join(import.meta.dirname, '..', '..', 'mock-server', 'seed', 'gallery');

const quality = { usual: 82, least: 66 };

/** Facts of a file in both lists of the seed. */
export interface FileFacts {
  width: number;
  height: number;
  bytes: number;
  sha256: string;
  /** `#rrggbb` */
  mainColor: string;
  /** Base64. */
  thumbHash: string;
}

/** Writes WebP; busy pictures give up a little quality to stay below `mostBytes`. */
export async function storeWebp(picture: Sharp, file: string, mostBytes: number): Promise<number> {
  let level = quality.usual;
  let bytes = await picture.clone().webp({ quality: level, effort: 5 }).toBuffer();
  while (bytes.length > mostBytes && level > quality.least) {
    level -= 4;
    bytes = await picture.clone().webp({ quality: level, effort: 5 }).toBuffer();
  }
  await writeFile(file, bytes);
  return bytes.length;
}

export async function factsOf(file: string): Promise<FileFacts> {
  const bytes = await readFile(file);
  const { width, height, mainColor, thumbHash } = await measure(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { width, height, bytes: bytes.length, sha256, mainColor, thumbHash };
}
