/**
 * Copies of the gallery's pictures in the width that walls ask for, which a first start takes over: the first look at a
 * wall decodes nothing. Cards are 180–340 px wide, so the width serves all but those of wide windows with two device
 * pixels.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { galleryWidth } from '#shared/domain/image-url';
import { galleryFolder } from './store.ts';

/** Measured over every 14th picture: 21 kB and 38 dB to the resized original; 90 costs half as much again for 1.5 dB. */
const quality = 84;

/** Makes those of the named pictures, and what is missing; takes away those of pictures that are gone. */
export async function makeSmallCopies(made: ReadonlySet<string>): Promise<void> {
  const folder = path.join(galleryFolder, 'small');
  await mkdir(folder, { recursive: true });
  const wanted = await readdir(path.join(galleryFolder, 'pictures'));
  const known = new Set(await readdir(folder));
  for (const file of known) if (!wanted.includes(file)) await rm(path.join(folder, file));
  for (const file of wanted) {
    if (known.has(file) && !made.has(path.basename(file, '.webp'))) continue;
    const picture = sharp(path.join(galleryFolder, 'pictures', file))
      .toColourspace('srgb')
      .resize({ width: galleryWidth });
    await writeFile(path.join(folder, file), await picture.webp({ quality, effort: 6 }).toBuffer());
  }
}
