import type { EmbeddedTool } from '../job.ts';
import { allPlan } from './all-plan.ts';
import { clean } from './clean.ts';
import { colorFlatPicture } from './color-flat-picture.ts';
import { compress } from './compress.ts';
import { extendImg } from './extend-img.ts';
import { img2Video } from './img-to-video.ts';
import { imgs2Video } from './imgs-to-video.ts';
import { lama } from './lama.ts';
import { localRenderingPro, localRenderingProIndoor } from './local-rendering-pro.ts';
import { toline } from './toline.ts';
import { upScaleImg } from './up-scale-img.ts';

/** Every tool the embedded engine runs, by id. A new tool is one file here and one line. */
export const embeddedTools: Readonly<Record<string, EmbeddedTool>> = {
  allPlan,
  clean,
  colorFlatPicture,
  compress,
  extendImg,
  img2Video,
  imgs2Video,
  lama,
  localRenderingPro,
  localRenderingProIndoor,
  toline,
  upScaleImg,
};
