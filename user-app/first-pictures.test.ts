import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tools } from '#shared/tools/registry';
import { resultUrl } from './data/results.ts';
import { ownPicturesOf } from './features/tool-workbench/stage/first-picture.ts';
import { firstPictures } from './first-pictures.ts';

const pictures = firstPictures();
const isDelivered = (url: string) => existsSync(path.join(import.meta.dirname, 'public', url));

test('every path of every tool asks early for the picture that its empty stage shows', () => {
  let shownPaths = 0;
  for (const tool of tools) {
    const own = ownPicturesOf(tool.id);
    // Beside each other the base is the taller one.
    const shown = own && !own.isOverlaid && own.before ? own.before : own?.after;
    const href = tool.id === 'ailive' || !shown ? undefined : resultUrl(shown);
    for (const address of tool.paths) {
      const picture = pictures[address];
      expect(picture && 'href' in picture ? picture.href : undefined, address).toBe(href);
      if (href) shownPaths += 1;
    }
    if (href) expect(isDelivered(href), href).toBe(true);
  }
  expect(shownPaths).toBeGreaterThan(20);
});

test('the main page asks early for the sizes of the picture that it opens with', () => {
  const main = pictures['/'];
  if (!main || !('imageSrcset' in main)) throw new Error('the main page has no picture');
  expect(pictures['/home']).toEqual(main);
  const urls = main.imageSrcset.split(',').map((source) => source.trim().split(' ')[0] ?? '');
  expect(urls).toHaveLength(3);
  for (const url of urls) expect(isDelivered(url), url).toBe(true);
});
