import type { Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf, clamp } from '../../base/scalar.ts';

/** Where a cut-out lies on its canvas. */
export interface CanvasPlace {
  /** Canvas, pixels. */
  canvas: Size;
  /** Size the cut-out is drawn at, pixels. */
  drawn: Size;
  /** Its upper left corner on the canvas, pixels; may lie outside. */
  left: number;
  top: number;
}

/**
 * Works out a canvas: a side of 0 follows from the other one, both 0 is the picture's own size; the picture is fitted
 * into the canvas, centred and then moved.
 */
export function placeOn(
  picture: Size,
  { width, height, x, y }: { width: number; height: number; x: number; y: number },
): CanvasPlace {
  const shape = picture.width / picture.height;
  const canvas = {
    width: width || Math.max(1, Math.round(height * shape)) || picture.width,
    height: height || Math.max(1, Math.round(width / shape)) || picture.height,
  };
  if (!width && !height) Object.assign(canvas, { width: picture.width, height: picture.height });
  const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
  const drawn = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const left = Math.round((canvas.width - drawn.width) / 2) + x;
  const top = Math.round((canvas.height - drawn.height) / 2) + y;
  return { canvas, drawn, left, top };
}

/**
 * Draws a cut-out on a canvas.
 *
 * @param rgb interleaved colours of the cut-out, not multiplied by alpha
 * @param alpha 0…1 per pixel
 * @param behind interleaved colours of the canvas; without it the canvas is transparent
 * @returns four bytes per pixel without `behind`, three with it
 */
export function drawCutOut(
  rgb: Uint8Array,
  alpha: Float32Array,
  size: Size,
  place: CanvasPlace,
  behind?: Uint8Array,
): Uint8Array {
  const { canvas, drawn, left, top } = place;
  const isScaled = drawn.width !== size.width || drawn.height !== size.height;
  const cover = isScaled ? resamplePlane(alpha, size, drawn, 'catmullRom') : alpha;
  const channels = behind ? 3 : 4;
  const out = new Uint8Array(canvas.width * canvas.height * channels);
  if (behind) out.set(behind);
  const firstRow = Math.max(0, top);
  const lastRow = Math.min(canvas.height, top + drawn.height);
  const firstColumn = Math.max(0, left);
  const lastColumn = Math.min(canvas.width, left + drawn.width);
  for (let channel = 0; channel < channels; channel++) {
    const plane = channel === 3 || !isScaled ? undefined : scaledColours(channel);
    for (let y = firstRow; y < lastRow; y++) {
      for (let x = firstColumn; x < lastColumn; x++) {
        const from = (y - top) * drawn.width + x - left;
        const at = (y * canvas.width + x) * channels + channel;
        const share = clamp(cover[from]!, 0, 1);
        if (channel === 3) out[at] = Math.round(255 * share);
        else if (behind) out[at] = rounded(ownAt(plane, from, channel, share) * share + out[at]! * (1 - share));
        else out[at] = rounded(ownAt(plane, from, channel, share));
      }
    }
  }
  return out;

  /** Colours are resampled as far as they are opaque, so that nothing from behind bleeds in. */
  function scaledColours(channel: number): Float32Array {
    const plane = floatsOf(alpha, (share, i) => rgb[i * 3 + channel]! * share);
    return resamplePlane(plane, size, drawn, 'catmullRom');
  }

  function ownAt(plane: Float32Array | undefined, from: number, channel: number, share: number): number {
    if (!plane) return rgb[from * 3 + channel]!;
    return share > 0 ? plane[from]! / share : 0;
  }
}

function rounded(level: number): number {
  return byteOf(level);
}
