import type { JobPicture } from '../base/job.ts';
import { type Pixels, readPixels } from '../base/picture-file.ts';
import { resamplePlane } from '../base/resample.ts';
import { byteOf } from '../base/scalar.ts';
import { frameOf, type SceneParams } from './scene-render-base.ts';

/** Longest side of a picture a part is put back into, pixels. */
const longestSide = 4096;

/**
 * Puts a rendered part back into its picture, in the picture's own size (at most 4096 pixels). Pixels outside the frame
 * are the picture's, byte for byte; inside, the part blends in over a narrow rim.
 */
export async function pasteBackFrame(
  picture: JobPicture,
  crop: SceneParams['crop'],
  part: Uint8Array,
  partSize: { width: number; height: number },
): Promise<{ rgb: Uint8Array; size: { width: number; height: number }; changedPixelsOutside: number }> {
  const original: Pixels = await readPixels(picture, { maxSide: longestSide, alpha: 'onWhite' });
  const frame = frameOf(original, crop, original.width / picture.width)!;
  const rgb = new Uint8Array(original.rgb);
  const rim = Math.max(2, Math.round(Math.min(frame.width, frame.height) * 0.012));
  const plane = new Float32Array(partSize.width * partSize.height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = part[i * 3 + channel]!;
    const fitted = resamplePlane(plane, partSize, frame);
    for (let y = 0, i = 0; y < frame.height; y++) {
      for (let x = 0; x < frame.width; x++, i++) {
        const inside = Math.min(x + 1, y + 1, frame.width - x, frame.height - y);
        const share = Math.min(1, inside / (rim + 1));
        const at = ((frame.top + y) * original.width + frame.left + x) * 3 + channel;
        const laid = original.rgb[at]! + (fitted[i]! - original.rgb[at]!) * share;
        rgb[at] = byteOf(laid);
      }
    }
  }
  let changedPixelsOutside = 0;
  for (let y = 0, i = 0; y < original.height; y++) {
    for (let x = 0; x < original.width; x++, i += 3) {
      const isInside =
        x >= frame.left && x < frame.left + frame.width && y >= frame.top && y < frame.top + frame.height;
      if (isInside) continue;
      const isSame =
        rgb[i] === original.rgb[i] && rgb[i + 1] === original.rgb[i + 1] && rgb[i + 2] === original.rgb[i + 2];
      if (!isSame) changedPixelsOutside++;
    }
  }
  return { rgb, size: { width: original.width, height: original.height }, changedPixelsOutside };
}
