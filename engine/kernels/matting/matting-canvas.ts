import type { Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf, clamp } from '../../base/scalar.ts';

/** Place of a cut-out on its canvas. */
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
  const { canvas, drawn } = place;
  const isScaled = drawn.width !== size.width || drawn.height !== size.height;
  const channels = behind ? 3 : 4;
  const out = new Uint8Array(canvas.width * canvas.height * channels);
  if (behind) out.set(behind);
  const sheet = { out, channels, place, cover: isScaled ? resamplePlane(alpha, size, drawn, 'catmullRom') : alpha };
  for (let channel = 0; channel < 3; channel++) {
    // Colours are resampled as far as they are opaque, so that nothing from behind bleeds in.
    const plane = isScaled
      ? resamplePlane(
          floatsOf(alpha, (share, i) => rgb[i * 3 + channel]! * share),
          size,
          drawn,
          'catmullRom',
        )
      : undefined;
    drawChannel(sheet, channel, (from, share) => {
      if (!plane) return rgb[from * 3 + channel]!;
      return share > 0 ? plane[from]! / share : 0;
    });
  }
  if (!behind) drawAlpha(sheet);
  return out;
}

interface Sheet {
  out: Uint8Array;
  /** 3, or 4 with alpha. */
  channels: number;
  place: CanvasPlace;
  /** Alpha as drawn, 0…1 before clamping. */
  cover: Float32Array;
}

/** Part of the canvas that the cut-out covers: rows and columns from the first to before the last. */
function coveredPart({ canvas, drawn, left, top }: CanvasPlace) {
  return {
    firstRow: Math.max(0, top),
    lastRow: Math.min(canvas.height, top + drawn.height),
    firstColumn: Math.max(0, left),
    lastColumn: Math.min(canvas.width, left + drawn.width),
  };
}

/** @param colourAt colour of a pixel of the cut-out as drawn, by its index and alpha, 0–255 */
function drawChannel(
  { out, channels, place, cover }: Sheet,
  channel: number,
  colourAt: (from: number, share: number) => number,
): void {
  const { firstRow, lastRow, firstColumn, lastColumn } = coveredPart(place);
  for (let y = firstRow; y < lastRow; y++) {
    for (let x = firstColumn; x < lastColumn; x++) {
      const from = (y - place.top) * place.drawn.width + x - place.left;
      const at = (y * place.canvas.width + x) * channels + channel;
      const share = clamp(cover[from]!, 0, 1);
      const own = colourAt(from, share);
      out[at] = byteOf(channels === 3 ? own * share + out[at]! * (1 - share) : own);
    }
  }
}

function drawAlpha({ out, channels, place, cover }: Sheet): void {
  const { firstRow, lastRow, firstColumn, lastColumn } = coveredPart(place);
  for (let y = firstRow; y < lastRow; y++) {
    for (let x = firstColumn; x < lastColumn; x++) {
      const from = (y - place.top) * place.drawn.width + x - place.left;
      out[(y * place.canvas.width + x) * channels + 3] = Math.round(255 * clamp(cover[from]!, 0, 1));
    }
  }
}
