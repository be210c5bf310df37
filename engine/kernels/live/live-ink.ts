import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane } from '../../base/colour.ts';
import { Paint, paintCount, paintOf } from './live-paint.ts';

/** Strokes of the canvas, pixel by pixel. */
export interface Ink {
  /** A {@link Paint} per pixel; gaps in a scribble count as painted. */
  paint: Uint8Array;
  /** Dark thin strokes, 0–1. */
  line: Float32Array;
  /** Share of the canvas that is painted, lines not counted. */
  covered: number;
}

/**
 * Reads strokes: thin dark ones are lines (black top-hat of the luma by a closing wider than a pen), all others mean
 * what their colour says. Between the strokes of a scribble the paper takes the colour round it.
 *
 * @param unit pixels of this canvas per pixel of one 512 wide
 */
export function readInk(rgb: Uint8Array, size: Size, unit: number): Ink {
  const count = size.width * size.height;
  const luma = lumaPlane(rgb);
  const closed = closeDark(luma, size, Math.max(2, Math.round(3.5 * unit)));
  const paint = new Uint8Array(count);
  const line = new Float32Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const red = rgb[at]!;
    const green = rgb[at + 1]!;
    const blue = rgb[at + 2]!;
    const depth = closed[i]! - luma[i]!;
    if (depth > 0.1) {
      const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
      const grey = 1 - Math.min(1, Math.max(0, chroma - 24) / 28);
      const level = Math.min(1, (depth - 0.1) / 0.35) * grey;
      line[i] = level;
      // A grey edge of a stroke belongs to the stroke, not to some grey material.
      if (level > 0.1) {
        paint[i] = Paint.line;
        continue;
      }
    }
    paint[i] = paintOf(red, green, blue);
  }
  joinEdges(paint, rgb, size);
  fillScribbles(paint, size, Math.max(3, Math.round(7 * unit)));
  let painted = 0;
  for (let i = 0; i < count; i++) if (paint[i]! > Paint.line) painted++;
  return { paint, line, covered: painted / count };
}

/** Soft edges of strokes are mixed colours; they take the meaning of the flat pixel beside them. */
function joinEdges(paint: Uint8Array, rgb: Uint8Array, size: Size): void {
  const { width, height } = size;
  const steep = steepPixels(paint, rgb, size);
  const sheet = { paint, rgb, steep, beside: [-1, 1, -width, width] };
  for (let y = 3; y < height - 3; y++) {
    for (let x = 3, i = y * width + 3; x < width - 3; x++, i++) if (steep[i] === 1) paint[i] = flatBeside(sheet, i);
  }
}

/** 1 where a channel changes by more than 40 between the neighbours of a pixel. */
function steepPixels(paint: Uint8Array, rgb: Uint8Array, { width, height }: Size): Uint8Array {
  const steep = new Uint8Array(paint.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (paint[i] === Paint.line) continue;
      let most = 0;
      for (let at = i * 3; at < i * 3 + 3; at++) {
        const across = Math.abs(rgb[at + 3]! - rgb[at - 3]!);
        const down = Math.abs(rgb[at + width * 3]! - rgb[at - width * 3]!);
        most = Math.max(most, across, down);
      }
      if (most > 40) steep[i] = 1;
    }
  }
  return steep;
}

/** The paint beside a steep pixel whose colour is nearest to it, or its own where it is a thin stroke and no edge. */
function flatBeside(
  { paint, rgb, steep, beside }: { paint: Uint8Array; rgb: Uint8Array; steep: Uint8Array; beside: readonly number[] },
  i: number,
): number {
  let least = Number.POSITIVE_INFINITY;
  let nearest = paint[i]!;
  let last = -1;
  let isBetween = false;
  for (const step of beside) {
    let at = i + step;
    if (steep[at] === 1) at += step;
    if (steep[at] === 1) at += step;
    if (steep[at] === 1 || paint[at] === Paint.line) continue;
    let far = 0;
    for (let channel = 0; channel < 3; channel++) far += Math.abs(rgb[at * 3 + channel]! - rgb[i * 3 + channel]!);
    isBetween ||= last >= 0 && paint[at] !== last;
    last = paint[at]!;
    if (far >= least) continue;
    least = far;
    nearest = paint[at]!;
  }
  // With the same on all sides, what differs much from it is a thin stroke and no edge.
  return isBetween || least < 100 ? nearest : paint[i]!;
}

/** Paper that has more of one paint round it than of all else together takes that paint. */
function fillScribbles(paint: Uint8Array, size: Size, radius: number): void {
  const count = paint.length;
  const present = new Int32Array(paintCount);
  for (let i = 0; i < count; i++) present[paint[i]!]!++;
  const member = new Float32Array(count);
  const density = new Float32Array(count);
  const scratch = new Float32Array(count);
  const best = new Float32Array(count).fill(0.46);
  const choice = new Uint8Array(count);
  const densityOf = (kind: number) => {
    for (let i = 0; i < count; i++) member[i] = paint[i] === kind ? 1 : 0;
    boxBlur(member, size, radius, density, scratch);
  };
  // Nothing is filled near outlines: a window left white in a painted wall is meant to be white.
  densityOf(Paint.line);
  for (let i = 0; i < count; i++) if (density[i]! > 0.06) best[i] = 2;
  for (let kind = Paint.sky; kind < paintCount; kind++) {
    if (present[kind]! < count / 2000) continue;
    densityOf(kind);
    for (let i = 0; i < count; i++) {
      if (paint[i] !== Paint.paper || density[i]! <= best[i]!) continue;
      best[i] = density[i]!;
      choice[i] = kind;
    }
  }
  for (let i = 0; i < count; i++) if (choice[i] !== 0) paint[i] = choice[i]!;
}

/** Grey closing by a square: dark details narrower than `2 * radius` disappear. */
export function closeDark(plane: Float32Array, size: Size, radius: number): Float32Array {
  const opened = slideMost(plane, size, radius);
  for (let i = 0; i < opened.length; i++) opened[i] = -opened[i]!;
  const closed = slideMost(opened, size, radius);
  for (let i = 0; i < closed.length; i++) closed[i] = -closed[i]!;
  return closed;
}

/** Largest value in a square window: windows of doubled width from two of half the width, rows first. */
function slideMost(plane: Float32Array, { width, height }: Size, radius: number): Float32Array {
  const length = 2 * radius + 1;
  const padded = Math.max(width, height) + 2 * radius;
  const line = new Float32Array(padded);
  const out = Float32Array.from(plane);
  const run = (start: number, pitch: number, count: number): void => {
    for (let i = 0; i < radius; i++) {
      line[i] = out[start]!;
      line[count + radius + i] = out[start + (count - 1) * pitch]!;
    }
    for (let i = 0; i < count; i++) line[radius + i] = out[start + i * pitch]!;
    const total = count + 2 * radius;
    let covered = 1;
    while (covered * 2 <= length) {
      for (let i = 0; i + covered < total; i++) if (line[i + covered]! > line[i]!) line[i] = line[i + covered]!;
      covered *= 2;
    }
    const rest = length - covered;
    for (let i = 0; i < count; i++) {
      const first = line[i]!;
      const second = line[i + rest]!;
      out[start + i * pitch] = first > second ? first : second;
    }
  };
  for (let y = 0; y < height; y++) run(y * width, 1, width);
  for (let x = 0; x < width; x++) run(x, width, height);
  return out;
}
