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
  /** What is known more exactly. */
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
function placesOf(from: number, count: number, at: (screen: number) => number, length: number, part: number) {
  return Int32Array.from({ length: count }, (_none, index) => {
    const place = Math.floor(at(from + index + part));
    return place >= 0 && place < length ? place : -1;
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

/** The pixels of the screen that show nothing of the picture but a part of it. */
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

/** @param covered what of the picture the mask is of. */
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
  // Where each sample lies in the picture, and in the mask, which may be smaller.
  const columns = parts.map((part) =>
    placesOf(area.x, area.width, (x) => toSheet(view, { x, y: 0 }).x, picture.width, part),
  );
  const rows = parts.map((part) =>
    placesOf(area.y, area.height, (y) => toSheet(view, { x: 0, y }).y, picture.height, part),
  );
  const inMask = (places: Int32Array, start: number, share: number) =>
    places.map((place) => (place < 0 ? -1 : (place - start) * share));
  const maskColumns = columns.map((places) => inMask(places, covered.x, mask.width / covered.width));
  const maskRows = rows.map((places) => inMask(places, covered.y, mask.height / covered.height));
  const sums = new Uint16Array(area.width);
  const share = parts.length * parts.length;
  for (let y = 0; y < area.height; y += 1) {
    sums.fill(0);
    for (const [index, places] of rows.entries()) {
      const row = places[y] as number;
      if (row < 0) continue;
      const start = ((maskRows[index] as Int32Array)[y] as number) * mask.width;
      for (const [part, columnPlaces] of maskColumns.entries()) {
        if (layer) addDrawn(sums, columnPlaces, mask.data, start, columns[part] as Int32Array, layer, row, isErasing);
        else addSamples(sums, columnPlaces, mask.data, start);
      }
    }
    const target = y * area.width;
    for (let x = 0; x < area.width; x += 1) {
      const sum = sums[x] as number;
      if (sum > 0) words[target + x] = colours[share === 1 ? sum : sum >> 2] as number;
    }
  }
  return pixels;
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
