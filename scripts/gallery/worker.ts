/** A thread that makes pictures of the gallery one after the other. */
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { makePicture } from './make-picture.ts';
import { pictureRecipes } from './recipes/all.ts';
import { galleryFolder, storeWebp } from './store.ts';

/** A picture is seldom worth more; together they stay below 16 MB. */
const mostBytes = 100_000;

const port = parentPort;
port?.on('message', async (name: string) => {
  const recipe = pictureRecipes.find((one) => one.name === name);
  if (!recipe) throw new Error(`no recipe ${name}`);
  const picture = await makePicture(recipe);
  port.postMessage(await storeWebp(picture, path.join(galleryFolder, 'pictures', `${name}.webp`), mostBytes));
});
