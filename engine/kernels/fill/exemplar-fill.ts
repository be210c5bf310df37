import type { Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { type PatchLevel, patchRadius, sourcesOf } from './patch-match.ts';

/** Penalty for the distance of a source: 1 adds as much as the difference itself for a source one picture away. */
export interface DistancePenalty {
  /** Along x, per picture width squared. */
  columns: number;
  /** Along y, per picture height squared. */
  rows: number;
}

/**
 * Fills the hole patch by patch, edges first, and sets the matches (Criminisi, Pérez, Toyama, "Region filling and
 * object removal by exemplar-based image inpainting", 2004). All sources are compared, so the level should be small:
 * below about 100 pixels a side.
 */
export function fillByExemplars(level: PatchLevel, penalty: DistancePenalty): void {
  const { width, rgb, isHole, isSource, targets, match } = level;
  const sources = sourcesOf(level);
  const filling: Filling = {
    level,
    isUnknown: Uint8Array.from(isHole),
    confidence: floatsOf(isHole, (hole) => 1 - hole),
  };
  const { isUnknown, confidence } = filling;
  let left = isHole.reduce((sum, hole) => sum + hole, 0);
  const offsets = new Int32Array((2 * patchRadius + 1) ** 2);
  while (left > 0) {
    const target = nextTarget(filling);
    if (target < 0) return;
    const x = target % width;
    const y = (target / width) | 0;
    let known = 0;
    let trust = 0;
    let count = 0;
    eachInPatch(level, x, y, (pixel) => {
      if (!isUnknown[pixel]) offsets[known++] = pixel - target;
      trust += confidence[pixel]!;
      count++;
    });
    const source = bestSource(level, sources, target, { offsets: offsets.subarray(0, known), penalty });
    eachInPatch(level, x, y, (pixel) => {
      if (!isUnknown[pixel]) return;
      const from = source + pixel - target;
      rgb.copyWithin(pixel * 3, from * 3, from * 3 + 3);
      isUnknown[pixel] = 0;
      confidence[pixel] = trust / count;
      match[pixel] = isSource[from] === 1 ? from : source;
      left--;
    });
  }
  for (const target of targets) if (match[target]! < 0) match[target] = nearestMatch(level, target, sources[0]!);
}

interface Filling {
  level: PatchLevel;
  /** 1 where nothing stands yet. */
  isUnknown: Uint8Array;
  confidence: Float32Array;
}

function eachInPatch({ width, height }: Size, x: number, y: number, visit: (pixel: number) => void): void {
  const lastRow = Math.min(height - 1, y + patchRadius);
  const lastColumn = Math.min(width - 1, x + patchRadius);
  for (let row = Math.max(0, y - patchRadius); row <= lastRow; row++) {
    for (let column = Math.max(0, x - patchRadius); column <= lastColumn; column++) visit(row * width + column);
  }
}

/** The pixel on the front with most known around it and the strongest edge running into the hole. */
function nextTarget(filling: Filling): number {
  const { level, isUnknown } = filling;
  const { width, height } = level;
  let chosen = -1;
  let highest = -1;
  for (const i of level.targets) {
    if (!isUnknown[i]) continue;
    const x = i % width;
    const y = (i / width) | 0;
    const isFront =
      (x > 0 && !isUnknown[i - 1]) ||
      (x < width - 1 && !isUnknown[i + 1]) ||
      (y > 0 && !isUnknown[i - width]) ||
      (y < height - 1 && !isUnknown[i + width]);
    if (!isFront) continue;
    const priority = priorityAt(filling, x, y);
    if (priority <= highest) continue;
    highest = priority;
    chosen = i;
  }
  return chosen;
}

function priorityAt({ level, isUnknown, confidence }: Filling, x: number, y: number): number {
  const { width, height, rgb } = level;
  const luma = (i: number) => rgb[i * 3]! * 0.3 + rgb[i * 3 + 1]! * 0.59 + rgb[i * 3 + 2]! * 0.11;
  let trust = 0;
  let count = 0;
  let steepest = 0;
  let gradientX = 0;
  let gradientY = 0;
  let normalX = 0;
  let normalY = 0;
  eachInPatch(level, x, y, (pixel) => {
    count++;
    trust += confidence[pixel]!;
    const column = pixel % width;
    const row = (pixel / width) | 0;
    if (isUnknown[pixel]) {
      normalX += column - x;
      normalY += row - y;
      return;
    }
    if (column >= width - 1 || row >= height - 1 || isUnknown[pixel + 1] || isUnknown[pixel + width]) return;
    const dx = luma(pixel + 1) - luma(pixel);
    const dy = luma(pixel + width) - luma(pixel);
    const steepness = dx * dx + dy * dy;
    if (steepness <= steepest) return;
    steepest = steepness;
    gradientX = dx;
    gradientY = dy;
  });
  const norm = Math.hypot(normalX, normalY) || 1;
  const edge = Math.abs(gradientX * normalY - gradientY * normalX) / (norm * 255) + 0.02;
  return (trust / count) * edge;
}

/** The source whose patch fits best at the pixels of `offsets`, which are known around the target. */
function bestSource(
  { width, height, rgb }: PatchLevel,
  sources: Int32Array,
  target: number,
  { offsets, penalty }: { offsets: Int32Array; penalty: DistancePenalty },
): number {
  const x = target % width;
  const y = (target / width) | 0;
  const known = offsets.length;
  let best = sources[0]!;
  let lowest = Number.POSITIVE_INFINITY;
  for (const source of sources) {
    const dx = (source % width) - x;
    const dy = ((source / width) | 0) - y;
    const factor = 1 + (penalty.columns * dx * dx) / (width * width) + (penalty.rows * dy * dy) / (height * height);
    let sum = 0;
    for (let k = 0; k < known && sum * factor < lowest; k++) {
      const p = (target + offsets[k]!) * 3;
      const q = (source + offsets[k]!) * 3;
      const red = rgb[p]! - rgb[q]!;
      const green = rgb[p + 1]! - rgb[q + 1]!;
      const blue = rgb[p + 2]! - rgb[q + 2]!;
      sum += red * red + green * green + blue * blue;
    }
    sum *= factor;
    if (sum >= lowest) continue;
    lowest = sum;
    best = source;
  }
  return best;
}

/** Targets around the hole take over the shift of the nearest filled pixel. */
function nearestMatch(level: PatchLevel, target: number, otherwise: number): number {
  const { width, isHole, isSource, match } = level;
  const x = target % width;
  const y = (target / width) | 0;
  let found = otherwise;
  let nearest = Number.POSITIVE_INFINITY;
  eachInPatch(level, x, y, (pixel) => {
    if (isHole[pixel] !== 1 || match[pixel]! < 0) return;
    const source = match[pixel]! + target - pixel;
    if (source < 0 || isSource[source] !== 1) return;
    const square = ((pixel % width) - x) ** 2 + (((pixel / width) | 0) - y) ** 2;
    if (square >= nearest) return;
    nearest = square;
    found = source;
  });
  return found;
}
