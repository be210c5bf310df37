import type { Size } from '../../base/blur.ts';
import { type Component, labelComponents } from '../../base/components.ts';
import { bytesOf } from '../../base/map-plane.ts';

/** Share of the picture's sides that a sheet's frame spans at least. */
const leastSpan = 0.7;
/** Share of each side of its box that is ink, at least. */
const leastEdge = 0.9;
/** The part of a frame's box, 0–1, in which nothing of the frame lies: title blocks are at the right or below. */
const heart = { left: 0.06, right: 0.68, top: 0.06, bottom: 0.74 } as const;
/** A sheet has at most this many frames within each other. */
const mostFrames = 3;

/**
 * The ink of a drawing without the frames of its sheet, and what hangs together with them: title blocks. A frame is a
 * rectangle over most of the picture that nothing of the drawing touches.
 *
 * @param ink 1 where there is ink
 */
export function withoutSheetFrame(ink: Uint8Array, size: Size): Uint8Array {
  let rest = withoutEdgeLines(ink, size);
  for (let turn = 0; turn < mostFrames; turn++) {
    const { labels, components } = labelComponents(rest, size, true);
    const frame = components.findIndex((part, label) => isFrame(part, label, labels, size));
    if (frame < 0) return rest;
    const before = rest;
    rest = bytesOf(labels, (label, i) => (label === frame ? 0 : before[i]!));
  }
  return rest;
}

/** Depth of the rim in which a frame may be cut off by the picture's border, as a share of its longest side. */
const rimShare = 0.015;
/** Share of a row or column that a line in the rim covers, and the most rows of one: walls are thicker. */
const leastLine = 0.6;
const mostRows = 4;

/** The ink without thin lines along the picture's borders: what a crop left of a frame. */
function withoutEdgeLines(ink: Uint8Array, { width, height }: Size): Uint8Array {
  const rim = Math.ceil(rimShare * Math.max(width, height));
  const out = Uint8Array.from(ink);
  const sides = [
    { length: width, at: (depth: number, along: number) => depth * width + along },
    { length: width, at: (depth: number, along: number) => (height - 1 - depth) * width + along },
    { length: height, at: (depth: number, along: number) => along * width + depth },
    { length: height, at: (depth: number, along: number) => along * width + width - 1 - depth },
  ];
  for (const { length, at } of sides) {
    const lines = Array.from({ length: rim }, (_, depth) => depth).filter((depth) => {
      let count = 0;
      for (let along = 0; along < length; along++) count += ink[at(depth, along)]!;
      return count > leastLine * length;
    });
    if (lines.length > mostRows) continue;
    for (const depth of lines.flatMap((line) => [line - 1, line, line + 1])) {
      if (depth < 0) continue;
      for (let along = 0; along < length; along++) out[at(depth, along)] = 0;
    }
  }
  return out;
}

function isFrame(part: Component, label: number, labels: Int32Array, { width, height }: Size): boolean {
  const { left, right, top, bottom } = part;
  const across = right - left + 1;
  const down = bottom - top + 1;
  if (across < leastSpan * width || down < leastSpan * height) return false;
  const isOwn = (x: number, y: number) => labels[y * width + x] === label;
  const reach = Math.max(2, Math.round(Math.max(width, height) / 500));
  const nearX = (x: number, y: number, step: number) => {
    for (let by = 0; by <= reach; by++) if (isOwn(x + step * by, y)) return true;
    return false;
  };
  const nearY = (x: number, y: number, step: number) => {
    for (let by = 0; by <= reach; by++) if (isOwn(x, y + step * by)) return true;
    return false;
  };
  const counts = [0, 0, 0, 0] as [number, number, number, number];
  for (let y = top; y <= bottom; y++) {
    if (nearX(left, y, 1)) counts[0]++;
    if (nearX(right, y, -1)) counts[1]++;
  }
  for (let x = left; x <= right; x++) {
    if (nearY(x, top, 1)) counts[2]++;
    if (nearY(x, bottom, -1)) counts[3]++;
  }
  if (Math.min(counts[0], counts[1]) < leastEdge * down || Math.min(counts[2], counts[3]) < leastEdge * across) {
    return false;
  }
  for (let y = Math.round(top + heart.top * down); y < top + heart.bottom * down; y++) {
    for (let x = Math.round(left + heart.left * across); x < left + heart.right * across; x++) {
      if (isOwn(x, y)) return false;
    }
  }
  return true;
}
