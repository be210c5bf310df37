import type { Size } from '../../base/blur.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';

/** A rectangle of whole pixels: `left` and `top` belong to it, `right` and `bottom` do not. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** More separate spots than this are treated as one. */
const maxSpots = 64;

/**
 * Boxes around the connected spots of a mask (8-neighbourhood). Spots whose surroundings overlap share a box.
 *
 * @param margin pixels around a spot that are looked at when it is filled, for a spot of this longest side
 */
export function spotsOf(mask: Mask, size: Size, margin: (side: number) => number): Box[] {
  let boxes = connectedBoxes(mask, size);
  if (boxes.length > maxSpots) boxes = [boxes.reduce(union)];
  for (;;) {
    const merged: Box[] = [];
    for (const box of boxes) {
      const near = merged.findIndex((other) => overlaps(widen(box, margin, size), widen(other, margin, size)));
      if (near < 0) merged.push(box);
      else merged[near] = union(merged[near]!, box);
    }
    if (merged.length === boxes.length) return merged;
    boxes = merged;
  }
}

function connectedBoxes(mask: Mask, { width, height }: Size): Box[] {
  const isSeen = new Uint8Array(mask.length);
  const boxes: Box[] = [];
  const stack: number[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start]! < chosenLevel || isSeen[start]) continue;
    const box = { left: width, top: height, right: 0, bottom: 0 };
    isSeen[start] = 1;
    stack.push(start);
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const x = at % width;
      const y = (at / width) | 0;
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (mask[next]! < chosenLevel || isSeen[next]) continue;
          isSeen[next] = 1;
          stack.push(next);
        }
      }
    }
    boxes.push(box);
  }
  return boxes;
}

/** The box with a margin by its longest side, within the picture. */
export function widen(box: Box, margin: (side: number) => number, { width, height }: Size): Box {
  const by = Math.round(margin(Math.max(box.right - box.left, box.bottom - box.top)));
  return {
    left: Math.max(0, box.left - by),
    top: Math.max(0, box.top - by),
    right: Math.min(width, box.right + by),
    bottom: Math.min(height, box.bottom + by),
  };
}

function union(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

export function sizeOf({ left, top, right, bottom }: Box): Size {
  return { width: right - left, height: bottom - top };
}

/** The bytes inside the box; `channels` bytes per pixel. */
export function cut(bytes: Uint8Array, { width }: Size, box: Box, channels: number): Uint8Array {
  const inner = sizeOf(box);
  const out = new Uint8Array(inner.width * inner.height * channels);
  for (let y = 0; y < inner.height; y++) {
    const from = ((box.top + y) * width + box.left) * channels;
    out.set(bytes.subarray(from, from + inner.width * channels), y * inner.width * channels);
  }
  return out;
}

/** Puts back what {@link cut} took; the reverse of it. */
export function putBack(bytes: Uint8Array, { width }: Size, box: Box, part: Uint8Array, channels: number): void {
  const inner = sizeOf(box);
  for (let y = 0; y < inner.height; y++) {
    const line = part.subarray(y * inner.width * channels, (y + 1) * inner.width * channels);
    bytes.set(line, ((box.top + y) * width + box.left) * channels);
  }
}
