import { type JobPicture, UnsuitablePicture } from '../base/job.ts';
import { openPicture, refuseUnreadable } from '../base/picture-file.ts';

/** Levels, 0–255, by which the channels of a picture of one colour differ at most: what JPEG leaves of a plain ground. */
const mostRange = 8;

/** @throws UnsuitablePicture where a picture is one colour all over; JobRefused when it cannot be decoded */
export async function refuseBlank({ file }: Pick<JobPicture, 'file'>): Promise<void> {
  const { channels } = await refuseUnreadable(() => openPicture(file).stats());
  if (channels.every(({ min, max }) => max - min <= mostRange))
    throw new UnsuitablePicture('整张图只有一种颜色，没有可以处理的内容：请换一张图');
}
