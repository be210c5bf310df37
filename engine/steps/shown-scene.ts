import { labPlanes, lumaPlane } from '../base/colour.ts';
import { type JobPicture, type ShownPlace, type ToolJob, UnsuitablePicture } from '../base/job.ts';
import { ModelUnavailable } from '../base/models.ts';
import { readPixels } from '../base/picture-file.ts';
import { judgeInput } from '../kernels/light/relight-input-kind.ts';
import { findLineSegments } from '../kernels/material/line-segments.ts';
import { isCloseUp, leastStraight, mayBeCloseUp } from '../kernels/matting/close-up.ts';
import { subjectByNetwork } from '../kernels/matting/subject-network.ts';
import { isTextPage } from '../kernels/words/text-page.ts';
import { subjectNetworkOf } from '../models/subject-weights.ts';

/** Longest side at which pages of text are told, pixels: letters of ten points on a sheet of A4 are nine high. */
const pageSide = 800;
/** The same for close-ups. */
const thingSide = 400;

const wanted: Readonly<Record<ShownPlace, string>> = {
  outdoors: '请换一张建筑、场地或街景的照片、效果图、模型视图或线稿',
  room: '请换一张看得到墙面和地面的室内照片、效果图或线稿',
  plan: '请换一张总平面图或户型图的线稿',
};

/**
 * Refuses pages of text, and where there are networks one thing from near.
 * @throws UnsuitablePicture where a picture shows that instead of such a place
 * @throws JobRefused when it cannot be decoded
 */
export async function refuseUnshown(
  picture: Pick<JobPicture, 'file'>,
  place: ShownPlace,
  models: ToolJob['models'],
): Promise<void> {
  const pixels = await readPixels(picture, { maxSide: pageSide, alpha: 'onWhite' });
  if (isTextPage(lumaPlane(pixels.rgb), pixels))
    throw new UnsuitablePicture(`这张图是一页文字，没有可以处理的画面。${wanted[place]}。`);
  // Plans are told from all photographs, and say so.
  if (place === 'plan' || !(await isThing(picture, models))) return;
  const missing = place === 'room' ? '室内空间' : '建筑或室外环境';
  throw new UnsuitablePicture(`这张图看起来是人像、动物或物品的特写，没有看到${missing}。${wanted[place]}。`);
}

async function isThing(picture: Pick<JobPicture, 'file'>, models: ToolJob['models']): Promise<boolean> {
  const network = subjectNetworkOf(models);
  if (!network) return false;
  const pixels = await readPixels(picture, { maxSide: thingSide, alpha: 'onWhite' });
  const luma = lumaPlane(pixels.rgb);
  const segments = findLineSegments(luma, pixels, leastStraight * Math.max(pixels.width, pixels.height));
  if (!mayBeCloseUp(segments, pixels) || judgeInput(labPlanes(pixels.rgb), pixels) !== 'shaded') return false;
  try {
    return isCloseUp(luma, await subjectByNetwork(pixels.rgb, pixels, network), segments, pixels);
  } catch (error) {
    if (error instanceof ModelUnavailable) return false;
    throw error;
  }
}
