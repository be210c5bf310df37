import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { encodeLight } from '../../engine/base/linear-light.ts';
import { finishOf, paintTile } from '../../engine/kernels/material/textures.ts';
import { materialRecipes } from './recipes/materials.ts';
import { galleryFolder, storeWebp } from './store.ts';

/** Pixels of a swatch's side; its edges meet. */
const side = 512;
const mostBytes = 40_000;

/** Paints the swatches that are not there yet. */
export async function makeMaterials(): Promise<void> {
  const folder = path.join(galleryFolder, 'materials');
  await mkdir(folder, { recursive: true });
  for (const { file, classifyId, tone, seed } of materialRecipes) {
    const target = path.join(folder, `${file}.webp`);
    if (await stat(target).catch(() => undefined)) continue;
    const finish = finishOf(classifyId);
    if (!finish) throw new Error(`no finish for ${classifyId}`);
    const { rgb } = paintTile(finish, side, { seed, tone });
    const picture = sharp(encodeLight(rgb), { raw: { width: side, height: side, channels: 3 } });
    await storeWebp(picture, target, mostBytes);
  }
}
