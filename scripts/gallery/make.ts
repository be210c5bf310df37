/**
 * Makes the pictures of the inspiration gallery from `recipes/`, with the engine itself, into
 * `mock-server/seed/gallery/`, and writes its lists. What was made by the same recipe is not made again.
 *
 * Options: --only name (a beginning is enough, may repeat), --jobs n (threads, 1), --again (also what is there),
 * --lists (only the lists), --seconds n (stops taking up pictures after that long; exit code 7 when some are left),
 * --sheet file (a contact sheet of what is there).
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { writeLists } from './lists.ts';
import { makeMaterials } from './make-materials.ts';
import type { PictureRecipe } from './recipe.ts';
import { pictureRecipes } from './recipes/all.ts';
import { drawSheet } from './sheet.ts';
import { makeSmallCopies } from './small-copies.ts';
import { galleryFolder } from './store.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    lists: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    sheet: { type: 'string' },
  },
});
const marksFile = path.join(import.meta.dirname, 'made.json');
const until = values.seconds ? performance.now() + Number(values.seconds) * 1000 : Number.POSITIVE_INFINITY;
const marks: Record<string, string> = JSON.parse(await readFile(marksFile, 'utf8').catch(() => '{}'));
await mkdir(path.join(galleryFolder, 'pictures'), { recursive: true });
const made = new Set<string>();
const left = values.lists ? 0 : await makeAll();
await makeSmallCopies(made);
await makeMaterials();
await writeLists();
if (values.sheet) await drawSheet(pictureRecipes.filter(isWanted), values.sheet);
process.exitCode = left > 0 ? 7 : 0;

function isWanted({ name }: PictureRecipe): boolean {
  return !values.only || values.only.some((begin) => name.startsWith(begin));
}

/** Functions are told apart by the scene's name alone: change it when one draws something else. */
function markOf({ making, ratio, scene }: PictureRecipe): string {
  return createHash('sha256').update(JSON.stringify({ making, ratio, scene })).digest('hex').slice(0, 16);
}

async function isMade(recipe: PictureRecipe): Promise<boolean> {
  const file = path.join(galleryFolder, 'pictures', `${recipe.name}.webp`);
  return marks[recipe.name] === markOf(recipe) && (await stat(file).then(Boolean, () => false));
}

/** @returns how many are left to make */
async function makeAll(): Promise<number> {
  const waiting: PictureRecipe[] = [];
  for (const recipe of pictureRecipes)
    if (isWanted(recipe) && (values.again || !(await isMade(recipe)))) waiting.push(recipe);
  const jobs = Math.min(waiting.length, Math.max(1, Number.parseInt(values.jobs, 10) || 1));
  await Promise.all(Array.from({ length: jobs }, () => work(waiting)));
  return waiting.length;
}

async function work(waiting: PictureRecipe[]): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  try {
    while (waiting.length > 0 && performance.now() < until) {
      const recipe = waiting.shift()!;
      const start = performance.now();
      const bytes = await new Promise<number>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage(recipe.name);
      });
      worker.removeAllListeners('error');
      marks[recipe.name] = markOf(recipe);
      made.add(recipe.name);
      await writeFile(marksFile, `${JSON.stringify(marks, null, 2)}\n`);
      console.log(`${recipe.name}: ${bytes} B, ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  } finally {
    await worker.terminate();
  }
}
