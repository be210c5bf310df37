import type { EngineTool } from '../base/job.ts';
import { ailive } from './ailive.ts';
import { allPlan } from './all-plan.ts';
import { atmosphereChange } from './atmosphere-change.ts';
import { clean } from './clean.ts';
import { colorFlatPicture } from './color-flat-picture.ts';
import { compress } from './compress.ts';
import { emptyRoom } from './empty-room.ts';
import { extendImg } from './extend-img.ts';
import { img2Video } from './img-to-video.ts';
import { imgs2Video } from './imgs-to-video.ts';
import { indoorExterior } from './indoor-exterior.ts';
import { lama } from './lama.ts';
import { localRenderingPro, localRenderingProIndoor } from './local-rendering-pro.ts';
import { lockImg } from './lock-img.ts';
import { lockImgOut } from './lock-img-out.ts';
import { materialChange } from './material-change.ts';
import { matting } from './matting.ts';
import { realUpImg } from './real-up-img.ts';
import {
  architecturalPart,
  architecturalRender,
  birdsViewRender,
  gongzhuangRender,
  indoorRender,
  landscapeRender,
} from './scene-render.ts';
import { styleTransfer, styleTransferIndoor } from './style-transfer.ts';
import { text2Img } from './text-to-image.ts';
import { text2Video } from './text-to-video.ts';
import { toline } from './toline.ts';
import { upScaleImg } from './up-scale-img.ts';

/** Every tool the embedded engine runs, by id. A new tool is one file here and one line. */
export const engineTools: Readonly<Record<string, EngineTool>> = {
  ailive,
  allPlan,
  architecturalPart,
  architecturalRender,
  atmosphereChange,
  birdsViewRender,
  clean,
  colorFlatPicture,
  compress,
  emptyRoom,
  extendImg,
  gongzhuangRender,
  img2Video,
  imgs2Video,
  indoorExterior,
  indoorRender,
  lama,
  landscapeRender,
  localRenderingPro,
  localRenderingProIndoor,
  lockImg,
  lockImgOut,
  materialChange,
  matting,
  realUpImg,
  styleTransfer,
  styleTransferIndoor,
  text2Img,
  text2Video,
  toline,
  upScaleImg,
};
