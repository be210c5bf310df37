import { apiVersion } from '#shared/client/transport';
import { userContract } from '#shared/contract/user';
import { galleryWidths } from '#shared/domain/image-url';
import type { DefinedTool } from '#shared/tools/define-tool';
import { tools } from '#shared/tools/registry';
import { type ResultPicture, resultUrl } from './data/results';
import { basesOf } from './data/tool-bases';
import { columnSteps, leastHeight, wallGap } from './features/gallery/wall/masonry';
import { heroFrames, heroPairs, heroSources } from './features/hero/hero-pairs';
import { pictureFieldOf } from './features/tool-workbench/field-rules';
import { firstPictureOf, ownPicturesOf } from './features/tool-workbench/stage/first-picture';
import { firstCards, firstPictures as firstOfWall } from './lib/boot-response';
import { toolCardOf } from './lib/tool-card';

/** Properties of a `<link rel="preload" as="image">`. */
type Preload = { href: string } | { imageSrcset: string; imageSizes: string };

/** Picture that the document itself shows where the empty stage of a tool will have it (splash.ts). */
interface SplashPicture {
  /** Id of the tool: whoever has begun with it sees something else. */
  tool: string;
  /** Alone on the stage, under its former state, or one of the two beside each other. */
  kind: 'single' | 'over' | 'left' | 'right';
  /** Values of the variables `--splash-…`. */
  look: Readonly<Record<string, string>>;
}

/** Picture of the home page that the document shows on phones: visitors have it in one place (splash.ts). */
interface FirstHero {
  /** Widths of windows, px. */
  narrowest: number;
  widest: number;
  look: Readonly<Record<string, string>>;
}

/** Facts of the wall of all pictures for the boot script: the request, and the position of the wall in the app. */
function firstWall() {
  const address = `${userContract.pictures.path}?version=${apiVersion}&size=${firstCards}`;
  return {
    address,
    gap: wallGap,
    columnSteps,
    leastHeight,
    widths: galleryWidths,
    firstPictures: firstOfWall,
    ...wallFrames,
  };
}

/** Windows that have the wall in a place which splash.ts knows: up to, and from these widths on, px. */
const wallFrames = { phoneWidth: 480, wideWidth: 900 };

/** Heights of what stands under the picture on phones, px; states.css. */
const beginHeights = { bases: 141, words: 51 };

/** The large picture of each page that opens with one, by path; the boot script asks for it before the app's code is there. */
export function firstPictures(): Record<
  string,
  (Preload & { stage?: SplashPicture; hero?: FirstHero }) | { wall: object }
> {
  const pictures: ReturnType<typeof firstPictures> = {};
  const [pair] = heroPairs(tools.map(toolCardOf));
  if (pair) {
    const { srcSet, sizes } = heroSources(pair.after);
    const { width, height, mainColor } = pair.after;
    const look = { ratio: String(width / height), color: mainColor, margin: `${heroFrames.margin}px` };
    const hero = { narrowest: heroFrames.narrowest, widest: heroFrames.widest, look };
    for (const path of ['/', '/home']) pictures[path] = { imageSrcset: srcSet, imageSizes: sizes, hero };
  }
  pictures['/tupianHome'] = { wall: firstWall() };
  for (const tool of tools) {
    const picture = firstPictureOf(tool);
    if (!picture) continue;
    const first = { href: resultUrl(picture), stage: splashPictureOf(tool, picture) };
    for (const path of tool.paths) pictures[path] = first;
  }
  return pictures;
}

function splashPictureOf(tool: DefinedTool, picture: ResultPicture): SplashPicture {
  const own = ownPicturesOf(tool.id);
  const side = own?.before === picture ? 'left' : 'right';
  const startsFromPicture = pictureFieldOf(tool)?.[1].isRequired && basesOf(tool).length > 0;
  return {
    tool: tool.id,
    kind: own?.isOverlaid ? 'over' : own?.before ? side : 'single',
    look: {
      ratio: String(picture.width / picture.height),
      color: picture.mainColor,
      begin: `${startsFromPicture ? beginHeights.bases : beginHeights.words}px`,
      // Without header and footer the page is as long as the window, and has no scroll bar.
      ...(tool.isFullScreen && { header: '0px', overflow: 'auto' }),
    },
  };
}
