import type { Size } from '../../base/blur.ts';
import { distanceInside, labelComponents } from '../../base/components.ts';
import { JobRefused } from '../../base/job.ts';

/** An opening in a wall that was closed to tell rooms apart. */
export interface WallGap {
  /**
   * `window`: lines run along the middle of the wall. `door`: any other opening. `break`: shorter than 1.5 wall widths.
   * `opening`: a narrow place between two rooms that no wall ends at.
   */
  kind: 'door' | 'window' | 'break' | 'opening';
  isHorizontal: boolean;
  /** Box, both ends included, pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Along the wall, pixels. */
  length: number;
}

export interface Walls {
  /** 1 on walls. */
  wall: Uint8Array;
  /** Index of the pixel's gap in `gaps`, plus one; 0 = none. */
  gapOf: Uint16Array;
  gaps: WallGap[];
  /** The usual thickness of a wall, pixels. */
  width: number;
  /** The usual width of thin lines, pixels. */
  lineWidth: number;
}

/** Lengths of the horizontal and vertical runs of members through each pixel. */
function runLengths(isMember: Uint8Array, { width, height }: Size): { across: Uint16Array; down: Uint16Array } {
  const across = new Uint16Array(isMember.length);
  const down = new Uint16Array(isMember.length);
  const fill = (out: Uint16Array, start: number, step: number, count: number) => {
    for (let from = 0; from < count; ) {
      let to = from;
      while (to < count && isMember[start + to * step]) to++;
      for (let k = from; k < to; k++) out[start + k * step] = to - from;
      from = to + 1;
    }
  };
  for (let y = 0; y < height; y++) fill(across, y * width, 1, width);
  for (let x = 0; x < width; x++) fill(down, x, width, height);
  return { across, down };
}

/**
 * Width of the stroke through each ink pixel (the shorter of its two runs), and the widths of thin lines: most common by
 * length.
 */
export function strokeWidths(ink: Uint8Array, size: Size): { widths: Uint16Array; areas: Float64Array; thin: number } {
  const { across, down } = runLengths(ink, size);
  const widths = across;
  const areas = new Float64Array(201);
  for (let i = 0; i < ink.length; i++) {
    if (!ink[i]) continue;
    const width = Math.min(across[i]!, down[i]!);
    widths[i] = width;
    areas[Math.min(200, width)]!++;
  }
  let thin = 1;
  for (let width = 1; width < 200; width++) if (areas[width]! / width > areas[thin]! / thin) thin = width;
  return { widths, areas, thin };
}

/**
 * Finds the walls of a floor plan (strokes much thicker than its lines) and closes the openings between their ends.
 * An opening is closed along the axis of the wall whose end borders it, when it is empty and at most 11 wall widths
 * long (a door), or when lines run through it and it is at most 26 wall widths long (a window, a sliding door).
 * Walls that run neither across nor down keep their openings.
 *
 * @param given the thickness of walls where it is known, pixels
 * @throws JobRefused when no walls are found
 */
export function findWalls(ink: Uint8Array, size: Size, given?: number): Walls {
  const { areas, thin } = strokeWidths(ink, size);
  const width = given ?? wallWidth(areas, thin, size);
  const wall = thickStrokes(ink, size, width, thin);
  const gapOf = new Uint16Array(ink.length);
  const gaps: WallGap[] = [];
  const { across, down } = runLengths(wall, size);
  const context = { ink, wall, width, gapOf, gaps, size };
  closeGaps(context, true, across, down);
  closeGaps(context, false, down, across);
  return { wall, gapOf, gaps, width, lineWidth: Math.min(thin, Math.max(1, width * 0.2)) };
}

function wallWidth(areas: Float64Array, thin: number, { width, height }: Size): number {
  const smooth = (at: number) => (areas[at - 1] ?? 0) + areas[at]! + (areas[at + 1] ?? 0);
  const least = Math.max(4, Math.ceil(thin * 2.2));
  let best = 0;
  for (let at = least; at < 120; at++) if (best === 0 || smooth(at) > smooth(best)) best = at;
  const needed = (width + height) * 2;
  if (best > 0 && smooth(best) >= needed) return best;
  if (thin >= 5 && smooth(thin) >= needed) return thin;
  throw new JobRefused('没有找到墙体：请上传墙体涂实（粗黑线）的户型线稿');
}

function thickStrokes(ink: Uint8Array, size: Size, width: number, thin: number): Uint8Array {
  const shrink = Math.max(width * 0.22, thin < width * 0.5 ? thin / 2 + 0.8 : 0);
  const inside = distanceInside(ink, size);
  const isOffCore = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i++) isOffCore[i] = inside[i]! > shrink ? 0 : 1;
  const toCore = distanceInside(isOffCore, size);
  const wall = new Uint8Array(ink.length);
  for (let i = 0; i < ink.length; i++) wall[i] = ink[i] && toCore[i]! <= shrink * 1.45 + 0.5 ? 1 : 0;
  const { labels, components } = labelComponents(wall, size, true);
  // Arrow heads, bold letters and dots are thick too, but small; a small full square may be a column.
  const isKept = components.map(({ left, right, top, bottom, area }) => {
    const w = right - left + 1;
    const h = bottom - top + 1;
    return Math.max(w, h) >= width * 2.5 || (area > w * h * 0.9 && Math.min(w, h) >= width * 0.8);
  });
  for (let i = 0; i < wall.length; i++) if (wall[i] && !isKept[labels[i]!]) wall[i] = 0;
  return wall;
}

interface Context {
  ink: Uint8Array;
  wall: Uint8Array;
  width: number;
  gapOf: Uint16Array;
  gaps: WallGap[];
  size: Size;
}

/** `along` holds the wall's run lengths in the direction of the scan, `across` those at a right angle to it. */
function closeGaps(context: Context, isHorizontal: boolean, along: Uint16Array, across: Uint16Array): void {
  const { width, size, gaps, gapOf, ink } = context;
  const candidate = gapCandidates(context, isHorizontal, along, across);
  const { labels, components } = labelComponents(candidate, size);
  const isClosed = components.map((opening) => {
    const spanX = opening.right - opening.left + 1;
    const spanY = opening.bottom - opening.top + 1;
    const [long, thick] = isHorizontal ? [spanX, spanY] : [spanY, spanX];
    if (thick < width * 0.45 || thick > width * 1.8 || gaps.length > 60_000) return 0;
    const { left, top, right, bottom } = opening;
    const isFramed = framedShare(ink, size.width, opening, isHorizontal) > 0.88;
    if (long > width * (isFramed ? 26 : 11)) return 0;
    const middle = shrinkAcross(opening, isHorizontal, Math.floor(thick / 4));
    // Lines along the faces of a wall alone are a threshold.
    const isGlazed = isFramed && framedShare(ink, size.width, middle, isHorizontal) > 0.88;
    const kind = long <= width * 1.5 ? 'break' : isGlazed ? 'window' : 'door';
    gaps.push({ kind, isHorizontal, left, top, right, bottom, length: long });
    return gaps.length;
  });
  for (let i = 0; i < labels.length; i++) {
    const number = labels[i]! < 0 ? 0 : isClosed[labels[i]!]!;
    if (number > 0 && gapOf[i] === 0) gapOf[i] = number;
  }
}

/** 1 between two walls in one line, at least one of which ends there, up to 26 wall widths apart. */
function gapCandidates(
  { wall, width, size }: Context,
  isHorizontal: boolean,
  along: Uint16Array,
  across: Uint16Array,
): Uint8Array {
  const [length, lines] = isHorizontal ? [size.width, size.height] : [size.height, size.width];
  const [step, lineStep] = isHorizontal ? [1, size.width] : [size.width, 1];
  // The end of a wall: no thicker than a wall, and at least about as long as thick.
  const isEnd = (at: number) => across[at]! > 0 && across[at]! <= width * 1.75 && along[at]! >= across[at]! * 0.9;
  // Looked at a little inside the wall, because its very edge is ragged.
  const inset = Math.max(1, Math.round(width * 0.25));
  const candidate = new Uint8Array(wall.length);
  for (let line = 0; line < lines; line++) {
    let last = -1;
    for (let at = 0; at < length; at++) {
      const index = line * lineStep + at * step;
      if (!wall[index]) continue;
      const gap = at - last - 1;
      const before = line * lineStep + last * step;
      if (last >= 0 && gap > 0 && gap <= width * 26 && (isEnd(before - inset * step) || isEnd(index + inset * step))) {
        for (let k = last + 1; k < at; k++) candidate[line * lineStep + k * step] = 1;
      }
      last = at;
    }
  }
  return candidate;
}
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The middle of a gap's box, without `by` pixels beside each face of the wall. */
function shrinkAcross({ left, top, right, bottom }: Box, isHorizontal: boolean, by: number): Box {
  return isHorizontal
    ? { left, right, top: top + by, bottom: bottom - by }
    : { left: left + by, right: right - by, top, bottom };
}

/** Share of the positions along a gap at which there is ink somewhere across it. */
function framedShare(ink: Uint8Array, width: number, { left, top, right, bottom }: Box, isHorizontal: boolean): number {
  const [from, to, start, end] = isHorizontal ? [left, right, top, bottom] : [top, bottom, left, right];
  let framed = 0;
  for (let k = from; k <= to; k++) {
    for (let c = start; c <= end; c++) {
      if (!ink[isHorizontal ? c * width + k : k * width + c]) continue;
      framed++;
      break;
    }
  }
  return framed / (to - from + 1);
}
