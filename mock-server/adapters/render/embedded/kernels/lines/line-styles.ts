import { gaussianBlur, type Size } from '../blur.ts';
import { latticeRandom, makeRandom, valueNoise } from '../random.ts';
import { traceContours } from './contours.ts';
import { flowDifferenceOfGaussians, smoothAlongFlow } from './flow.ts';
import type { LineSource } from './line-source.ts';
import { closeCorners, drawPolyline, joinEnds, lengthOf, type Polyline, straighten } from './polyline.ts';

/** Pen settings shared by the styles. */
export interface Pen {
  /** 1–8, pixels at a long side of 1024. */
  lineWidth: number;
  /** 0–100: how weak an edge may be and still be drawn. */
  detail: number;
}

/**
 * Every fine line: flow-based DoG, thresholded softly, without specks.
 *
 * @returns ink plane 0 (paper) … 1 (ink)
 */
export function drawDetail(source: LineSource, { lineWidth, detail }: Pen): Float32Array {
  const { size, unit } = source;
  const threshold = 0.001 + 0.012 * ((100 - detail) / 100) ** 2;
  const ink = flowDifferenceOfGaussians(source.contrast, size, source.flow, {
    sigma: unit * (0.55 + 0.2 * lineWidth),
    along: 3.5 * unit,
    balance: 0.99,
    quiet: threshold,
  });
  for (let i = 0; i < ink.length; i++) ink[i] = Math.tanh(60 * Math.max(0, -ink[i]! - threshold));
  removeSpecks(ink, size, Math.round(14 * unit * unit * (1.6 - detail / 100) * (1 + lineWidth / 4)));
  return ink;
}

/** How contours are picked, lengths in pixels at a long side of 1024. */
interface ContourPick {
  /** Blur of the edge strength before ridges are sought. */
  blur: number;
  /** Edge strength at which a contour begins. */
  threshold: number;
  /** Shortest contour. */
  minLength: number;
  /** How far a straight piece may lie off the traced points. */
  tolerance: number;
  /** What the longest straight piece of a line must reach, weighted with strength and straightness. */
  minPiece: number;
}

/** A line of straight pieces. */
interface DraftedLine {
  points: number[];
  /** Mean edge strength over the threshold, 1 or so and up. */
  strength: number;
}

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
  const drafted = lines.map(({ points }) => points);
  closeCorners(drafted, 7 * unit);
  joinEnds(drafted, size, 8 * unit);
  return lines;
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

/**
 * Few long contours, drawn with a pen that swells in the middle and with the strength of the edge.
 *
 * @returns ink plane 0…1
 */
export function drawOutline(source: LineSource, { lineWidth, detail }: Pen): Float32Array {
  const { size, unit } = source;
  const coarseness = (100 - detail) / 100;
  const lines = draftLines(source, {
    blur: 0.9,
    threshold: 0.009 + 0.026 * coarseness ** 1.5,
    minLength: 8 + 18 * coarseness,
    tolerance: 1.6,
    minPiece: 18 + 28 * coarseness,
  });
  const ink = new Float32Array(size.width * size.height);
  for (const { points, strength } of lines) {
    const half = (lineWidth * unit * Math.min(1.3, 0.55 + 0.25 * strength)) / 2;
    drawPolyline(ink, size, points, (share) => half * (0.55 + 0.45 * Math.min(1, 8 * share, 8 * (1 - share))));
  }
  return ink;
}

/**
 * Straight pieces of one weight, as a drafting program plots them.
 *
 * @returns ink plane 0…1
 */
export function drawCad(source: LineSource, { lineWidth, detail }: Pen): Float32Array {
  const { size, unit } = source;
  const coarseness = (100 - detail) / 100;
  const lines = draftLines(source, {
    blur: 0.6,
    threshold: 0.007 + 0.026 * coarseness ** 1.5,
    minLength: 7 + 8 * coarseness,
    tolerance: 1.5,
    minPiece: 12 + 42 * coarseness,
  });
  const ink = new Float32Array(size.width * size.height);
  const half = Math.max(0.5, (lineWidth * 0.6 * unit) / 2);
  for (const { points } of lines) drawPolyline(ink, size, points, () => half);
  return ink;
}

/**
 * Pencil: each line drawn twice with an unsteady hand, and hatching whose density follows the shade.
 *
 * @param jitter 0–100: unsteadiness of the hand
 * @param seed the same seed gives the same drawing
 * @returns ink plane 0…1
 */
export function drawSketch(source: LineSource, pen: Pen, jitter: number, seed: number): Float32Array {
  const { size, unit, lightness } = source;
  const lines = drawDetail(source, pen);
  const amplitude = (jitter / 100) * 3.2 * unit;
  const once = displace(lines, size, amplitude, 70 * unit, seed);
  const again = displace(lines, size, amplitude * 1.5 + 0.4 * unit, 95 * unit, seed + 7);
  const shade = gaussianBlur(lightness, size, 2 * unit);
  const dodge = dodgeTone(lightness, size, 9 * unit);
  const { low, high } = spread(lightness);
  const turn = ((makeRandom(seed)() - 0.5) * jitter * Math.PI) / 900;
  const ink = new Float32Array(lightness.length);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const dark = Math.max(0, Math.min(1, (high - shade[i]!) / (high - low)));
      let hatch = hatching(x, y, Math.PI / 4 + turn, unit, seed + 11, (dark - 0.15) * 1.1);
      if (dark > 0.5) hatch += 0.7 * hatching(x, y, -Math.PI / 5 + turn, unit, seed + 13, (dark - 0.5) * 1.3);
      // Graphite catches the tooth of the paper, so a line is never solid.
      const tooth = 0.7 + 0.3 * valueNoise(x / (1.3 * unit), y / (1.3 * unit), seed + 17);
      const line = Math.max(once[i]! * 0.95, again[i]! * 0.5);
      const tone = 1 - (1 - 0.35 * hatch) * (1 - 0.45 * (1 - dodge[i]!));
      ink[i] = 1 - (1 - line * tooth) * (1 - Math.min(1, tone) * tooth);
    }
  }
  return ink;
}

/** Colour dodge of the picture with its blurred negative: white, darker towards the dark side of forms; 0…1. */
function dodgeTone(lightness: Float32Array, size: Size, sigma: number): Float32Array {
  const out = gaussianBlur(lightness, size, sigma);
  for (let i = 0; i < out.length; i++) out[i] = Math.min(1, lightness[i]! / (out[i]! + 1e-3));
  return out;
}

/** Lightness below which a twentieth of the picture lies, and above which a fifth does; at least 0.2 apart. */
function spread(lightness: Float32Array): { low: number; high: number } {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < lightness.length; i++) {
    histogram[Math.max(0, Math.min(255, Math.round(lightness[i]! * 255)))]!++;
  }
  const levelOf = (share: number) => {
    let seen = 0;
    for (let level = 0; level < 256; level++) {
      seen += histogram[level]!;
      if (seen >= share * lightness.length) return level / 255;
    }
    return 1;
  };
  const high = levelOf(0.8);
  return { low: Math.min(levelOf(0.05), high - 0.2), high };
}

/** One layer of pencil hatching at a pixel, 0…1; strokes are about 40 pixels long at a long side of 1024. */
function hatching(x: number, y: number, angle: number, unit: number, seed: number, density: number): number {
  if (density <= 0) return 0;
  const along = x * Math.cos(angle) + y * Math.sin(angle);
  const across = (y * Math.cos(angle) - x * Math.sin(angle)) / (1.5 * unit);
  // Neighbouring strokes begin at different places.
  const row = Math.floor(across);
  const shift = latticeRandom(row, 0, seed) * 40;
  const level = valueNoise(along / (30 * unit) + shift, across, seed);
  return Math.max(0, Math.min(1, (density - level) * 2.2 + 0.35)) * Math.min(1, density * 4);
}

function displace(plane: Float32Array, { width, height }: Size, amplitude: number, period: number, seed: number) {
  const out = new Float32Array(plane.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const dx = (valueNoise(x / period, y / period, seed + 1) - 0.5) * 2 * amplitude;
      const dy = (valueNoise(x / period, y / period, seed + 2) - 0.5) * 2 * amplitude;
      const px = Math.max(0, Math.min(width - 1.001, x + dx));
      const py = Math.max(0, Math.min(height - 1.001, y + dy));
      const column = px | 0;
      const row = py | 0;
      const fx = px - column;
      const at = row * width + column;
      const upper = plane[at]! + (plane[at + 1]! - plane[at]!) * fx;
      const lower = plane[at + width]! + (plane[at + width + 1]! - plane[at + width]!) * fx;
      out[i] = upper + (lower - upper) * (py - row);
    }
  }
  return out;
}

/** Clears connected pieces of ink (8 neighbours, ink above 0.25) that are smaller than `minArea` pixels. */
function removeSpecks(ink: Float32Array, { width, height }: Size, minArea: number): void {
  const isSeen = new Uint8Array(ink.length);
  const stack = new Int32Array(ink.length);
  const piece: number[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (isSeen[start] || ink[start]! <= 0.25) {
      if (ink[start]! < 0.08) ink[start] = 0;
      continue;
    }
    let depth = 0;
    let area = 0;
    piece.length = 0;
    stack[depth++] = start;
    isSeen[start] = 1;
    while (depth > 0) {
      const at = stack[--depth]!;
      if (area++ < minArea) piece.push(at);
      const x = at % width;
      const y = (at / width) | 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (isSeen[next] || ink[next]! <= 0.25) continue;
          isSeen[next] = 1;
          stack[depth++] = next;
        }
      }
    }
    if (area < minArea) for (const at of piece) ink[at] = 0;
  }
}
