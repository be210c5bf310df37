import sharp from 'sharp';
import { type RenderPicture, RenderRefused } from '../port.ts';
import type { Size } from '../result-size.ts';

const unreadablePicture = '图片无法读取，请换一张图片';

/** Place of a base within a picture of another proportion, pixels. */
export type Frame = Size & { left: number; top: number };

/** Place of a base in a picture of a size that a model takes: as large as it fits, in the middle. */
export function frameIn(base: Size, size: Size): Frame {
  const scale = Math.min(size.width / base.width, size.height / base.height);
  const width = Math.max(1, Math.round(base.width * scale));
  const height = Math.max(1, Math.round(base.height * scale));
  return { width, height, left: Math.floor((size.width - width) / 2), top: Math.floor((size.height - height) / 2) };
}

/**
 * PNG of a picture at its place, its border drawn on to the edges, without alpha and metadata. Throws
 * {@link RenderRefused}.
 */
export async function framedPng(picture: Pick<RenderPicture, 'file'>, frame: Frame, size: Size): Promise<Uint8Array> {
  try {
    return await sharp(picture.file)
      .flatten({ background: '#fff' })
      .resize(frame.width, frame.height, { fit: 'fill' })
      .extend({
        ...{ left: frame.left, right: size.width - frame.width - frame.left, extendWith: 'copy' },
        ...{ top: frame.top, bottom: size.height - frame.height - frame.top },
      })
      .png()
      .toBuffer();
  } catch {
    throw new RenderRefused(unreadablePicture);
  }
}

/** Usual longest side of a reference, the shortest side that services take, and the longest, pixels. */
const [usualSide, shortestSide, longestSide] = [1536, 384, 3072];

/** PNG of a reference at a size that services take. Throws {@link RenderRefused}. */
export async function referencePng({ file, width, height }: RenderPicture): Promise<Uint8Array> {
  const reduced = Math.min(1, usualSide / Math.max(width, height));
  const enlarged = Math.min(shortestSide / Math.min(width, height), longestSide / Math.max(width, height));
  const scale = Math.max(reduced, enlarged);
  try {
    return await sharp(file)
      .flatten({ background: '#fff' })
      .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
      .png()
      .toBuffer();
  } catch {
    throw new RenderRefused(unreadablePicture);
  }
}

/** Place of a frame in a picture that came back in another size. */
export function frameOf(frame: Frame, asked: Size, got: Size): Frame {
  const [across, down] = [got.width / asked.width, got.height / asked.height];
  const left = Math.min(got.width - 1, Math.round(frame.left * across));
  const top = Math.min(got.height - 1, Math.round(frame.top * down));
  const width = Math.min(got.width - left, Math.max(1, Math.round(frame.width * across)));
  return { left, top, width, height: Math.min(got.height - top, Math.max(1, Math.round(frame.height * down))) };
}
