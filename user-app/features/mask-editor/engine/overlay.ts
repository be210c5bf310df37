import type { MaskBitmap } from './bitmap';
import { clipped, emptyRect, isEmptyRect, joined, type Rect, toImage, toScreen, type View } from './geometry';

export interface OverlayColour {
  red: number;
  green: number;
  blue: number;
  /** 0–255. */
  alpha: number;
}

/**
 * The mask as a coloured film: the pixels of the screen within `area` that lie over marked pixels, RGBA. Sampled at the
 * size of the screen, so that a large picture costs no more than a small one.
 */
export function filmOf(
  mask: MaskBitmap,
  view: View,
  area: Rect,
  { red, green, blue, alpha }: OverlayColour,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(area.width * area.height * 4);
  const words = new Uint32Array(pixels.buffer);
  const word = wordOf(red, green, blue, alpha);
  const columns = new Int32Array(area.width);
  for (let x = 0; x < area.width; x += 1) {
    const column = Math.floor(toImage(view, { x: area.x + x + 0.5, y: 0 }).x);
    columns[x] = column >= 0 && column < mask.width ? column : -1;
  }
  for (let y = 0; y < area.height; y += 1) {
    const row = Math.floor(toImage(view, { x: 0, y: area.y + y + 0.5 }).y);
    if (row < 0 || row >= mask.height) continue;
    for (let x = 0; x < area.width; x += 1) {
      const column = columns[x] as number;
      if (column >= 0 && mask.data[row * mask.width + column] !== 0) words[y * area.width + x] = word;
    }
  }
  return pixels;
}

/** Four bytes as this machine's word. */
function wordOf(...bytes: [number, number, number, number]): number {
  return new Uint32Array(Uint8Array.from(bytes).buffer)[0] as number;
}

/** The pixels of the screen over a part of the picture. */
export function areaOf(view: View, part: Rect, screen: { width: number; height: number }): Rect {
  if (isEmptyRect(part)) return emptyRect;
  const from = toScreen(view, part);
  const to = toScreen(view, { x: part.x + part.width, y: part.y + part.height });
  return clipped(from.x - 1, from.y - 1, to.x + 1, to.y + 1, screen);
}

/** Collects what changed and draws it once a frame. */
export function createFrameQueue(draw: (area: Rect) => void, request: (act: () => void) => void) {
  let waiting = emptyRect;
  let isAsked = false;
  return {
    add(area: Rect): void {
      waiting = joined(waiting, area);
      if (isEmptyRect(waiting) || isAsked) return;
      isAsked = true;
      request(() => {
        const now = waiting;
        waiting = emptyRect;
        isAsked = false;
        draw(now);
      });
    },
  };
}
