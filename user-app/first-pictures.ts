import { tools } from '#shared/tools/registry';
import { heroPairs, heroSources } from './features/hero/hero-pairs';
import { firstPictureOf } from './features/tool-workbench/stage/first-picture';
import { toolCardOf } from './lib/tool-card';

/** What a `<link rel="preload" as="image">` says of a picture, as its properties are called. */
type Preload = { href: string } | { imageSrcset: string; imageSizes: string };

/** The large picture of each page that opens with one, by path; the boot script asks for it before the app's code is there. */
export function firstPictures(): Record<string, Preload> {
  const pictures: Record<string, Preload> = {};
  const [pair] = heroPairs(tools.map(toolCardOf));
  if (pair) {
    const { srcSet, sizes } = heroSources(pair.after);
    for (const path of ['/', '/home']) pictures[path] = { imageSrcset: srcSet, imageSizes: sizes };
  }
  for (const tool of tools) {
    const href = firstPictureOf(tool);
    if (href) for (const path of tool.paths) pictures[path] = { href };
  }
  return pictures;
}
