import type { EmbeddedTool } from '../job.ts';
import { compress } from './compress.ts';
import { img2Video } from './img-to-video.ts';
import { imgs2Video } from './imgs-to-video.ts';
import { toline } from './toline.ts';
import { upScaleImg } from './up-scale-img.ts';

/** Every tool the embedded engine runs, by id. A new tool is one file here and one line. */
export const embeddedTools: Readonly<Record<string, EmbeddedTool>> = {
  compress,
  img2Video,
  imgs2Video,
  toline,
  upScaleImg,
};
