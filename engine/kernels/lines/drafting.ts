import { gaussianBlur } from '../../base/blur.ts';
import { traceContours } from './contours.ts';
import type { Pen } from './fine-lines.ts';
import { smoothAlongFlow } from './flow.ts';
import type { LineSource } from './line-source.ts';
import { drawPolyline } from './pen.ts';
import { closeCorners, joinEnds, lengthOf, type Polyline, straighten } from './polyline.ts';
import { draftingFrame, snapToFrame } from './snap-to-frame.ts';
import type { VectorLayer } from './vector-drawing.ts';

/** A line of straight pieces. */
interface DraftedLine {
  points: number[];
  /** Mean edge strength over the threshold, 1 or so and up. */
  strength: number;
}

/** Lines as a draughtsman draws them, before ink. */
export interface Drafting {
  lines: DraftedLine[];
  /** Width of a line, pixels. */
  widthOf(line: DraftedLine): number;
  /** Share of the width that the pen's ends have; 1 for a plotter's pen. */
  endShare: number;
}

/** Parameters of the choice of contours, lengths in pixels at a long side of 1024. */
interface ContourPick {
  /** Blur of the edge strength before ridges are sought. */
  blur: number;
  /** Edge strength at which a contour begins. */
  threshold: number;
  /** Shortest contour. */
  minLength: number;
  /** Largest distance of a straight piece from the traced points. */
  tolerance: number;
  /** Least length of a line's longest straight piece, weighted with strength and straightness. */
  minPiece: number;
  /** Only what was built is wanted, in its directions. */
  isBuilt?: boolean;
}

/** Few long contours, drawn with a pen that swells in the middle and with the strength of the edge. */
export function draftOutline(source: LineSource, { lineWidth, detail }: Pen): Drafting {
  const coarseness = (100 - detail) / 100;
  const lines = draftLines(source, {
    blur: 0.9,
    threshold: 0.009 + 0.026 * coarseness ** 1.5,
    minLength: 8 + 18 * coarseness,
    tolerance: 1.6,
    minPiece: 18 + 28 * coarseness,
  });
  return {
    lines,
    widthOf: ({ strength }) => Math.max(1, lineWidth * source.unit * Math.min(1.3, 0.55 + 0.25 * strength)),
    endShare: 0.55,
  };
}

/**
 * Straight pieces of one weight, as a drafting program plots them: turned to the vanishing points of what was built,
 * joined at their corners. Lines that wander without a straight piece are texture and are left out.
 */
export function draftCad(source: LineSource, { lineWidth, detail }: Pen): Drafting {
  const coarseness = (100 - detail) / 100;
  const lines = draftLines(source, {
    blur: 0.6,
    threshold: 0.007 + 0.026 * coarseness ** 1.5,
    minLength: 7 + 8 * coarseness,
    tolerance: 1.5,
    minPiece: 12 + 42 * coarseness,
    isBuilt: true,
  });
  return { lines, widthOf: () => Math.max(1, lineWidth * 0.6 * source.unit), endShare: 1 };
}

/** A straight piece found by others than us: ends in pixels of the source, and how sure they are, 0–1. */
export interface FoundSegment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  score: number;
}

/** As {@link draftCad}, from straight pieces that were found already: their ends meet at corners. */
export function draftSegments(
  { size, unit }: LineSource,
  { lineWidth }: Pen,
  segments: readonly FoundSegment[],
): Drafting {
  const lines = segments.map(({ x1, y1, x2, y2, score }) => ({ points: [x1, y1, x2, y2], strength: 1 + 2 * score }));
  const drafted = lines.map(({ points }) => points);
  closeCorners(drafted, 7 * unit);
  joinEnds(drafted, size, 8 * unit);
  return { lines, widthOf: () => Math.max(1, lineWidth * 0.6 * unit), endShare: 1 };
}

/** @returns ink plane 0…1 */
export function drawDraft({ size }: LineSource, { lines, widthOf, endShare }: Drafting): Float32Array {
  const ink = new Float32Array(size.width * size.height);
  const swell = 1 - endShare;
  for (const line of lines) {
    const half = widthOf(line) / 2;
    // The width is looked up at the points, so a pen that swells needs some on the way.
    const points = swell === 0 ? line.points : withSteps(line.points, lengthOf(line.points) / 12);
    drawPolyline(ink, size, points, (share) => half * (endShare + swell * Math.min(1, 8 * share, 8 * (1 - share))));
  }
  return ink;
}

/** The same line with points no farther apart than `step`. */
function withSteps(line: Polyline, step: number): number[] {
  const out = [line[0]!, line[1]!];
  for (let i = 2; i < line.length; i += 2) {
    const [x, y] = [line[i - 2]!, line[i - 1]!];
    const [dx, dy] = [line[i]! - x, line[i + 1]! - y];
    const pieces = Math.max(1, Math.ceil(Math.hypot(dx, dy) / step));
    for (let piece = 1; piece <= pieces; piece++) out.push(x + (dx * piece) / pieces, y + (dy * piece) / pieces);
  }
  return out;
}

/** Strong edges, which are mostly those of whole bodies, and the lines within. */
export function layersOfDraft({ lines, widthOf, endShare }: Drafting): VectorLayer[] {
  const layerOf = (name: string, isWanted: (line: DraftedLine) => boolean): VectorLayer => ({
    name,
    strength: 1,
    lines: lines.filter(isWanted).map((line) => ({
      points: line.points,
      // A pen that swells is as wide on average as three parts of its middle and one of its ends.
      width: widthOf(line) * (0.75 + 0.25 * endShare),
      isCurved: false,
    })),
  });
  const isStrong = ({ strength }: DraftedLine) => strength >= strongEdge;
  return [layerOf('DETAIL', (line) => !isStrong(line)), layerOf('OUTLINE', isStrong)];
}

/** Times the threshold at which an edge counts as an outline. */
const strongEdge = 2.2;

function draftLines(source: LineSource, pick: ContourPick): DraftedLine[] {
  const { size, unit } = source;
  const blurred = gaussianBlur(source.gradient, size, pick.blur * unit);
  const strength = smoothAlongFlow(blurred, size, source.flow, 1.8 * unit);
  const contours = traceContours(strength, size, source.flow, {
    high: pick.threshold,
    low: pick.threshold * 0.4,
    minLength: pick.minLength * unit,
    maxGap: Math.round(6 * unit),
    agility: 0.22,
  });
  const lines: DraftedLine[] = [];
  for (const contour of contours) {
    const points = withoutHooks(straighten(contour.points, pick.tolerance * unit), 4 * unit);
    const strengthOver = contour.strength / pick.threshold;
    if (isDeliberate(points, strengthOver, pick.minPiece * unit)) lines.push({ points, strength: strengthOver });
  }
  if (pick.isBuilt) alignBuilt(lines, source);
  const drafted = lines.map(({ points }) => points);
  closeCorners(drafted, 7 * unit);
  joinEnds(drafted, size, 8 * unit);
  return lines;
}

/** Turns what was built to its vanishing points and takes out what wanders. In place. */
function alignBuilt(lines: DraftedLine[], { lightness, size, unit }: LineSource): void {
  const frame = draftingFrame(lightness, size, unit);
  if (!frame) return;
  const kept = lines.flatMap(({ points, strength }) => {
    const { points: turned, snapped } = snapToFrame(points, frame, 9 * unit, 9 * unit);
    const length = lengthOf(points);
    // Arches and furniture are curved, but strong; leaves and stones are neither straight nor strong.
    const isBuilt = snapped > 0.5 * length || (length > 36 * unit && straightness(points) > 0.96) || strength > 3.2;
    return isBuilt ? [{ points: turned, strength }] : [];
  });
  lines.splice(0, lines.length, ...kept);
}

/** Straightness of a line, 0–1: distance of its ends by its length. */
function straightness(line: Polyline): number {
  const far = Math.hypot(line.at(-2)! - line[0]!, line.at(-1)! - line[1]!);
  return far / Math.max(1e-9, lengthOf(line));
}

/** Texture gives lines that wander; what was built gives lines with a long straight piece, or strong ones. */
function isDeliberate(line: Polyline, strength: number, minPiece: number): boolean {
  let longest = 0;
  for (let i = 2; i < line.length; i += 2) {
    longest = Math.max(longest, Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!));
  }
  const length = lengthOf(line);
  return length > 0 && longest * Math.min(2.2, strength) * (0.4 + longest / length) > minPiece;
}

/** Takes short end pieces off a line that has longer ones: they come from the blur of a corner. */
function withoutHooks(line: number[], shortest: number): number[] {
  let from = 0;
  let to = line.length;
  const isShort = (i: number) => Math.hypot(line[i + 2]! - line[i]!, line[i + 3]! - line[i + 1]!) < shortest;
  while (to - from > 4 && isShort(from)) from += 2;
  while (to - from > 4 && isShort(to - 4)) to -= 2;
  return line.slice(from, to);
}
