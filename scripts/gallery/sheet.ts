import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { PictureRecipe } from './recipe.ts';
import { galleryFolder } from './store.ts';

const columns = 6;
const cell = { width: 300, height: 300, caption: 22 };

/** Pictures side by side with their names, as PNG. Needs a font. */
export async function drawSheet(recipes: readonly PictureRecipe[], file: string): Promise<void> {
  const fileOf = (name: string): string => path.join(galleryFolder, 'pictures', `${name}.webp`);
  const made = recipes.filter(({ name }) => existsSync(fileOf(name)));
  const layers = await Promise.all(
    made.map(async ({ name }, place): Promise<OverlayOptions[]> => {
      const left = (place % columns) * cell.width;
      const top = Math.floor(place / columns) * (cell.height + cell.caption);
      const picture = sharp(fileOf(name));
      const fitted = picture.resize(cell.width - 4, cell.height, { fit: 'contain', background: '#e4e4e2' });
      const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.caption}"><text x="2" y="15" font-family="Noto Sans CJK SC, sans-serif" font-size="13">${name}</text></svg>`;
      return [
        { input: await fitted.png().toBuffer(), left, top },
        { input: Buffer.from(words), left, top: top + cell.height },
      ];
    }),
  );
  const height = Math.max(1, Math.ceil(made.length / columns)) * (cell.height + cell.caption);
  await sharp({ create: { width: columns * cell.width, height, channels: 3, background: '#fff' } })
    .composite(layers.flat())
    .png()
    .toFile(file);
}
