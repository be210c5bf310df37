import type { Size } from '@/canvas/geometry';
import { cleanImageUrl, imageUrl } from '@/data/image';
import { readPictureSize } from '@/data/image-mask';
import { headBytes, picturePeculiarities } from './engine/picture-notes';

/** Pictures with more pixels are never shown at their full size. */
const largestShown = 24_000_000;
const largestShownWidth = 4096;

/** Address of a picture for those who look closely. */
export function closeUrl(imageId: string, size: Size): string {
  return imageUrl(imageId, closeWidth(size));
}

/** Address of a picture whose edges and colours are looked for; it may be smaller than the picture. */
export function studyUrl(imageId: string, size: Size): string {
  return cleanImageUrl(imageId, closeWidth(size));
}

function closeWidth({ width, height }: Size): number | undefined {
  return width * height > largestShown ? largestShownWidth : undefined;
}

/** Size of a picture. Throws a sentence that tells a deleted picture from a failed call. */
export async function readSize(imageId: string): Promise<Size> {
  try {
    return await readPictureSize(imageId);
  } catch (error) {
    const answer = await fetch(imageUrl(imageId), { method: 'HEAD' }).catch(() => undefined);
    if (answer?.status === 404) throw new Error('图片已被删除，请重新上传');
    throw error;
  }
}

/** Notes on a stored picture, a sentence each; empty when it cannot be read. */
export async function readNotes(imageId: string, size: Size): Promise<string[]> {
  const shownWidth = size.width * size.height > largestShown ? Math.min(size.width, largestShownWidth) : size.width;
  return picturePeculiarities(await readHead(imageId), size, shownWidth);
}

async function readHead(imageId: string): Promise<Uint8Array> {
  try {
    const answer = await fetch(imageUrl(imageId), { headers: { range: `bytes=0-${headBytes - 1}` } });
    const reader = answer.ok ? answer.body?.getReader() : undefined;
    const first = await reader?.read();
    // The rest is not wanted, in case the server sends everything.
    void reader?.cancel();
    return first?.value?.subarray(0, headBytes) ?? new Uint8Array(0);
  } catch {
    return new Uint8Array(0);
  }
}
