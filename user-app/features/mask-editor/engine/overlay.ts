import type { GreyMask } from '#shared/domain/mask-edge';
import { type Size, toScreen, toSheet, type View } from '../../../canvas/geometry';
import type { MaskBitmap } from './bitmap';
import type { PreviewPart } from './preview';
import { clipped, emptyRect, isEmptyRect, joined, type Rect, wholeOf } from './rect';

export interface OverlayColour {
  red: number;
  green: number;
  blue: number;
  /** 0–255. */
  alpha: number;
}

export interface OverlaySource {
  /** Of the picture's size, or smaller. */
  mask: GreyMask;
  /** A part of the mask in full size. */
  part?: PreviewPart | undefined;
  /** A stroke under way, of the picture's size. */
  layer?: MaskBitmap | undefined;
  isErasing?: boolean;
}

/** The colour at every strength of the mask, as words of this machine. */
function ramp({ red, green, blue, alpha }: OverlayColour): Uint32Array {
  const bytes = new Uint8Array(256 * 4);
  for (let value = 0; value < 256; value += 1) bytes.set([red, green, blue, (alpha * value) / 255], value * 4);
  return new Uint32Array(bytes.buffer);
}

/** For each pixel of the screen the column (or row) of the picture under it; −1 beside the picture. */
function indexesOf(from: number, count: number, at: (screen: number) => number, length: number, part: number) {
  return Int32Array.from({ length: count }, (_none, index) => {
    const sheetIndex = Math.floor(at(from + index + part));
    return sheetIndex >= 0 && sheetIndex < length ? sheetIndex : -1;
  });
}

/**
 * The mask as a coloured overlay: the pixels of the screen within `area` that lie over marked pixels, RGBA. Sampled at the
 * size of the screen, so that a large picture costs no more than a small one; `isFine` takes four samples a pixel.
 */
export function overlayOf(
  source: OverlaySource,
  picture: Size,
  view: View,
  area: Rect,
  colour: OverlayColour,
  isFine = false,
): Uint8ClampedArray<ArrayBuffer> {
  const { part } = source;
  const inner = part ? screenWithin(view, part.area, picture, area) : emptyRect;
  if (!part || isEmptyRect(inner)) return sampled(source, wholeOf(picture), picture, view, area, colour, isFine);
  const close = sampled({ ...source, mask: part.mask }, part.area, picture, view, inner, colour, isFine);
  if (inner.width === area.width && inner.height === area.height) return close;
  const pixels = sampled(source, wholeOf(picture), picture, view, area, colour, isFine);
  for (let row = 0; row < inner.height; row += 1) {
    const from = row * inner.width * 4;
    const to = ((inner.y - area.y + row) * area.width + inner.x - area.x) * 4;
    pixels.set(close.subarray(from, from + inner.width * 4), to);
  }
  return pixels;
}

/** The pixels of the screen that show only a part of the picture. */
function screenWithin(view: View, part: Rect, picture: Size, area: Rect): Rect {
  const right = part.x + part.width;
  const bottom = part.y + part.height;
  const from = toScreen(view, part);
  const to = toScreen(view, { x: right, y: bottom });
  const left = Math.max(area.x, part.x === 0 ? area.x : Math.ceil(from.x));
  const top = Math.max(area.y, part.y === 0 ? area.y : Math.ceil(from.y));
  const ends = { x: area.x + area.width, y: area.y + area.height };
  const endX = Math.min(ends.x, right === picture.width ? ends.x : Math.floor(to.x));
  const endY = Math.min(ends.y, bottom === picture.height ? ends.y : Math.floor(to.y));
  return { x: left, y: top, width: endX - left, height: endY - top };
}

/** @param covered part of the picture that the mask is of */
function sampled(
  { mask, layer, isErasing = false }: OverlaySource,
  covered: Rect,
  picture: Size,
  view: View,
  area: Rect,
  colour: OverlayColour,
  isFine: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(area.width * area.height * 4);
  const words = new Uint32Array(pixels.buffer);
  const colours = ramp(colour);
  const parts = isFine && view.scale < 1 ? [0.25, 0.75] : [0.5];
  // Position of each sample in the picture, and in the mask, which may be smaller.
  const columns = parts.map((part) =>
    indexesOf(area.x, area.width, (x) => toSheet(view, { x, y: 0 }).x, picture.width, part),
  );
  const rows = parts.map((part) =>
    indexesOf(area.y, area.height, (y) => toSheet(view, { x: 0, y }).y, picture.height, part),
  );
  const inMask = (indexes: Int32Array, start: number, share: number) =>
    indexes.map((index) => (index < 0 ? -1 : (index - start) * share));
  const maskColumns = columns.map((indexes) => inMask(indexes, covered.x, mask.width / covered.width));
  const maskRows = rows.map((indexes) => inMask(indexes, covered.y, mask.height / covered.height));
  const sums = new Uint16Array(area.width);
  const share = parts.length * parts.length;
  for (let y = 0; y < area.height; y += 1) {
    sums.fill(0);
    for (const [index, indexes] of rows.entries()) {
      const row = indexes[y] as number;
      if (row < 0) continue;
      const start = ((maskRows[index] as Int32Array)[y] as number) * mask.width;
      for (const [part, columnIndexes] of maskColumns.entries()) {
        if (layer) addDrawn(sums, columnIndexes, mask.data, start, columns[part] as Int32Array, layer, row, isErasing);
        else addSamples(sums, columnIndexes, mask.data, start);
      }
    }
    putColours(words.subarray(y * area.width, (y + 1) * area.width), sums, colours, share === 1 ? 0 : 2);
  }
  return pixels;
}

/** Colours a row of pixels by the sums of its samples; `shift` divides a sum by the number of samples, a power of 2. */
function putColours(row: Uint32Array, sums: Uint16Array, colours: Uint32Array, shift: number): void {
  for (let x = 0; x < row.length; x += 1) {
    const sum = sums[x] as number;
    if (sum > 0) row[x] = colours[sum >> shift] as number;
  }
}

function addSamples(sums: Uint16Array, columns: Int32Array, data: Uint8Array, start: number): void {
  for (let x = 0; x < sums.length; x += 1) {
    const column = columns[x] as number;
    if (column >= 0) sums[x] = (sums[x] as number) + (data[start + column] as number);
  }
}

/** The same with a stroke under way on top. */
function addDrawn(
  sums: Uint16Array,
  columns: Int32Array,
  data: Uint8Array,
  start: number,
  layerColumns: Int32Array,
  layer: MaskBitmap,
  row: number,
  isErasing: boolean,
): void {
  const layerStart = row * layer.width;
  const drawn = isErasing ? 0 : 255;
  for (let x = 0; x < sums.length; x += 1) {
    const column = columns[x] as number;
    if (column < 0) continue;
    const isDrawn = layer.data[layerStart + (layerColumns[x] as number)] !== 0;
    sums[x] = (sums[x] as number) + (isDrawn ? drawn : (data[start + column] as number));
  }
}

/** The pixels of the screen over a part of the picture. */
export function areaOf(view: View, part: Rect, screen: Size): Rect {
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
