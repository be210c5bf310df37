import type { Stamp } from '../../../canvas/stamp';
import { marked, paintLine, paintPixel } from './bitmap';
import type { MaskDocument } from './document';
import { clipped, joined, type Rect } from './rect';

/**
 * Paints the stamps of a brush into the layer of a document, each joined with the one before.
 * @returns what was touched.
 */
export function paintStamps(document: MaskDocument, stamps: readonly Stamp[], before: Stamp | undefined): Rect {
  const { layer } = document;
  let touched = clipped(0, 0, 0, 0, layer);
  let last = before;
  for (const stamp of stamps) {
    const { x, y, width } = stamp;
    const part = paintLine(layer, last ?? stamp, stamp, Math.min(last?.width ?? width, width) / 2, marked);
    paintPixel(layer, stamp, marked);
    const isThicker = last !== undefined && width > last.width;
    const end = isThicker ? paintLine(layer, stamp, stamp, width / 2, marked) : part;
    touched = joined(touched, joined(joined(part, end), clipped(x, y, x + 1, y + 1, layer)));
    last = stamp;
  }
  document.touchLayer(touched);
  return touched;
}
