/** The seed's lists of pictures, materials and further recipes. Sets and cases are written by hand beside them. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureRecipes } from './recipes/all.ts';
import { materialRecipes } from './recipes/materials.ts';
import { moreRecipes } from './recipes/more.ts';
import { factsOf, galleryFolder } from './store.ts';
import { paramsOf } from './trace-picture.ts';

interface ImageSet {
  name: string;
  pictures: string[];
}

export async function writeLists(): Promise<void> {
  const sets: ImageSet[] = JSON.parse(await readFile(path.join(galleryFolder, 'sets.json'), 'utf8').catch(() => '[]'));
  const setOf = new Map(
    sets.flatMap(({ name, pictures }) => pictures.map((picture) => [picture, name] as const)).reverse(),
  );
  const pictures = [];
  for (const { name, title, about, kind, classifyId, tags, view, time, scene, making, ratio } of pictureRecipes) {
    const file = `pictures/${name}.webp`;
    if (!(await isThere(file))) continue;
    const { width, height, bytes, sha256, mainColor, thumbHash } = await factsOf(path.join(galleryFolder, file));
    const isTool = making.by === 'words' && !making.isWhite;
    pictures.push({
      ...{ name, file, width, height, bytes, sha256, mainColor, thumbHash, title, description: about },
      ...{ source: 'render', kind, classifyId, tags, view, time, scene, set: setOf.get(name) ?? null },
      recipe: isTool ? { tool: 'text2Img', params: paramsOf(making, ratio) } : null,
    });
  }
  await writeList('pictures', pictures);
  const materials = [];
  for (const { name, file: base, classifyId } of materialRecipes) {
    const file = `materials/${base}.webp`;
    if (await isThere(file))
      materials.push({ name, kind: 'material', classifyId, file, ...(await factsOf(path.join(galleryFolder, file))) });
  }
  await writeList('materials', materials);
  await writeList(
    'more',
    moreRecipes.map(({ ratio, making, name, title, about, classifyId, tags, view, time, scene }) => ({
      ...{ name, title, description: about, kind: 'picture', classifyId, tags, view, time, scene },
      recipe: { tool: 'text2Img', params: paramsOf(making, ratio) },
    })),
  );
  const total = pictures.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${pictures.length} pictures, ${(total / 1e6).toFixed(1)} MB; ${materials.length} materials`);
}

const isThere = (file: string): Promise<boolean> =>
  stat(path.join(galleryFolder, file)).then(
    () => true,
    () => false,
  );

/** One entry a line, so that a changed picture is a changed line. */
async function writeList(name: string, entries: readonly unknown[]): Promise<void> {
  const lines = entries.map((entry) => `  ${JSON.stringify(entry)}`);
  await writeFile(path.join(galleryFolder, `${name}.json`), `[\n${lines.join(',\n')}\n]\n`);
}
