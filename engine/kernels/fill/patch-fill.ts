import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { makeRandom } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import { type CarriedLine, guideAlong } from './carried-lines.ts';
import { type DistancePenalty, fillByExemplars } from './exemplar-fill.ts';
import { cut } from './hole-window.ts';
import { spreadSmoothly } from './membrane.ts';
import { paintEnlarged } from './patch-enlarge.ts';
import { improveMatches, makePatchLevel, type PatchLevel, paintFromMatches, patchRadius } from './patch-match.ts';
import { confidenceOf, halve, pad, rimsOf, type Scale } from './patch-scales.ts';
import { fitTones } from './patch-tones.ts';
import { fillByShifts } from './shift-map.ts';
import { type Away, dominantShifts, farMatches, oncenessOf } from './shift-statistics.ts';

type Start = 'shifts' | 'exemplars' | 'film';

export interface FillOptions {
  seed: number;
  /**
   * Initial content of the hole: shifted copies (the default), patches laid one by one, or, when thin, a smooth film.
   */
  start?: Start;
  penalty?: DistancePenalty;
  /** Largest vertical distance between a pixel and what it is copied from, as a share of the height. */
  maxRowShift?: number;
  /** Shifts that a montage may use besides those it finds: x0, y0, x1, y1 … pixels. */
  shifts?: ReadonlyArray<number>;
  /** 0 uses every shift found; other numbers leave some out at random, which gives another picture. */
  variant?: number;
  /** Reluctance of a montage to copy the pixel at a point, 0–1; 0 everywhere when absent. */
  reluctance?(x: number, y: number): number;
  /** The direction of copies for which what is there once is spared; it may be repeated when not given. */
  away?: Away;
  /** Straight edges that go on through the hole, pixels. */
  lines?: readonly CarriedLine[];
  /** 1 where the fill may be copied from; everywhere outside the hole when not given. */
  isAllowed?: Uint8Array;
  /** True when tones are fitted to the border of the hole at the end; on when not given. */
  isToneFitted?: boolean;
  onProgress?(fraction: number): void;
}

/** The coarsest scale is the first whose shorter side is below this, pixels. */
const coarsestSide = 48;
/** Shifts a montage chooses from; He & Sun use 60. */
const shiftCount = 60;
/** Of no more shifts than these none is left out. */
const fewShifts = 16;
/** Mirrored rim around the picture, pixels: without it nothing could be copied from along its borders. */
const border = 24;
/** Holes of more pixels are filled in a smaller copy of the picture and painted after it. */
const mostSearched = 100_000;
/** Comparisons a scale may cost, about; larger holes get fewer rounds. */
const comparisonBudget = 12e6;

/**
 * Fills a hole from the rest of the picture: exemplar-based filling at the coarsest scale, then PatchMatch and voting
 * in turns from scale to scale (Wexler et al. 2007 with the search of Barnes et al. 2009), then tones are fitted to the
 * border and to each other.
 *
 * @param rgb interleaved pixels; not written to
 * @param isHole 1 = fill
 * @returns a copy in which only pixels of the hole differ; unchanged when nothing outside the hole is large enough to
 *   copy from
 */
export function fillByPatches(rgb: RgbBytes, isHole: Uint8Array, size: Size, options: FillOptions): RgbBytes {
  const whole: Scale = { ...size, rgb, isHole, ...(options.isAllowed ? { isAllowed: options.isAllowed } : undefined) };
  const rims = rimsOf(whole, border);
  const padded = pad(whole, rims);
  const random = makeRandom(options.seed);
  const start = options.start ?? 'shifts';
  const scales = buildScales(padded, start);
  const finest = Math.max(
    0,
    scales.findIndex(({ isHole: hole }) => countOf(hole) <= mostSearched),
  );
  let coarser: PatchLevel | undefined;
  const work = scales.map(({ isHole: hole }) => hole.length + 1);
  const total = work.reduce((sum, pixels) => sum + pixels, 0);
  let done = 0;
  for (let depth = scales.length - 1; depth >= finest; depth--) {
    const scale = scales[depth]!;
    const level = makePatchLevel(scale.rgb, scale.isHole, scale, scale.isAllowed);
    if (level.isSource.includes(1)) {
      const confidence = confidenceOf(scale.isHole, scale);
      const limits = limitsOf(level, depth - finest, options);
      if (coarser) {
        inheritMatches(level, coarser, random);
        paintFromMatches(level, confidence, 1);
      } else {
        startHole(level, { ...options, ...limits, scale: 2 ** depth, rims, whole: size }, random);
      }
      const { turns, rounds } = effortOf(level, depth - finest, scales.length - finest, start);
      for (let turn = 0; turn < turns; turn++) {
        improveMatches(level, rounds, limits, random);
        // Sharp weights in the end: the mean of many patches would look out of focus.
        paintFromMatches(level, confidence, depth === finest && turn === turns - 1 ? 6 : 1);
        options.onProgress?.((done + (work[depth]! * (turn + 1)) / turns) / total);
      }
      coarser = level;
    }
    done += work[depth]!;
    options.onProgress?.(done / total);
  }
  if (coarser && options.isToneFitted !== false) fitTones(coarser, confidenceOf(coarser.isHole, coarser), 2 ** finest);
  if (coarser && finest > 0) paintEnlarged(padded, coarser, 2 ** finest);
  const inside = { left: rims.left, top: rims.top, right: rims.left + size.width, bottom: rims.top + size.height };
  return cut(padded.rgb, padded, inside, 3);
}

interface MontageOptions extends FillOptions {
  /** Pixels of the picture per pixel of the level. */
  scale: number;
  /** The picture without its mirrored rims. */
  whole: Size;
  rims: { left: number; top: number };
}

/** @param options of the fill with the limits of this level */
function startHole(level: PatchLevel, options: MontageOptions, random: () => number): void {
  switch (options.start ?? 'shifts') {
    case 'film':
      spreadColours(level);
      break;
    case 'exemplars':
      fillByExemplars(level, options.penalty ?? { columns: 0.6, rows: 0.6 });
      break;
    case 'shifts':
      startMontage(level, options, random);
      break;
  }
  for (const target of level.targets) {
    if (level.match[target]! < 0) level.match[target] = randomSource(level, target, random);
  }
}

function startMontage(level: PatchLevel, options: MontageOptions, random: () => number): void {
  const { shifts = [], scale, maxRowShift, variant = 0, away, lines = [], rims } = options;
  const known = farMatches(level, random, { maxRowShift, away });
  const found = dominantShifts(known, shiftCount);
  // Without its few shifts a regular picture would lose its rhythm.
  const isVaried = variant > 0 && found.length > 2 * fewShifts;
  const isKept = Array.from({ length: found.length / 2 }, () => !isVaried || random() < 0.5);
  const likely = found.filter((_, i) => isKept[i >> 1]);
  const guide = guideAlong(
    lines.map((line) => atScale(line, scale, rims)),
    level.isHole,
    level,
  );
  const helping = [...shifts.map((length) => Math.round(length / scale)), ...acrossHole(level)];
  fillByShifts(level, Int32Array.from([...likely, ...guide.shifts, ...helping]), likely.length / 2, {
    reluctance: reluctanceAt(level, options),
    once: away && oncenessOf(known),
    ...(lines.length > 0 && { strayed: guide.strayed }),
  });
}

function atScale({ from, ahead, reach, seen }: CarriedLine, scale: number, rims: { left: number; top: number }) {
  return {
    from: { x: (from.x + rims.left) / scale, y: (from.y + rims.top) / scale },
    ahead,
    reach: reach / scale,
    seen: seen.map(([start, end]) => [start / scale, end / scale] as const),
  };
}

/** Reluctance for the pixels of a level; its rims get that of the border. */
function reluctanceAt({ width, height }: Size, { reluctance, scale, whole, rims }: MontageOptions) {
  if (!reluctance) return undefined;
  const out = new Float32Array(width * height);
  const place = (at: number, rim: number, length: number) => clamp((at + 0.5) * scale - rim, 0, length - 1);
  for (let y = 0, i = 0; y < height; y++) {
    const row = place(y, rims.top, whole.height);
    for (let x = 0; x < width; x++, i++) out[i] = reluctance(place(x, rims.left, whole.width), row);
  }
  return out;
}

/** Straight shifts that lead out of the hole, for pictures too plain to repeat themselves. */
function acrossHole({ isHole, width, height }: PatchLevel): number[] {
  let left = width;
  let right = 0;
  let top = height;
  let bottom = 0;
  for (let i = 0; i < isHole.length; i++) {
    if (isHole[i] !== 1) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    top = Math.min(top, (i / width) | 0);
    bottom = (i / width) | 0;
  }
  const columns = right - left + 2 * patchRadius;
  const rows = bottom - top + 2 * patchRadius;
  return [0.5, 1, 1.5].flatMap((times) => {
    const dx = Math.round(columns * times);
    const dy = Math.round(rows * times);
    return [dx, 0, -dx, 0, 0, dy, 0, -dy];
  });
}

function buildScales(finest: Scale, start: Start): Scale[] {
  const scales = [finest];
  const most = start === 'film' ? 2 : 9;
  while (scales.length < most) {
    const last = scales.at(-1)!;
    if (Math.min(last.width, last.height) < coarsestSide || (start === 'shifts' && isMontageSized(last))) break;
    const half = halve(last);
    if (!half.isHole.includes(1)) break;
    scales.push(half);
  }
  return scales;
}

/** Small enough for a montage of shifted copies to be worked out in a fraction of a second. */
function isMontageSized({ isHole }: Scale): boolean {
  return isHole.length <= 50_000 && countOf(isHole) <= 3000;
}

function countOf(isHole: Uint8Array): number {
  let count = 0;
  for (const hole of isHole) count += hole;
  return count;
}

/** Coarse scales decide the structure and look everywhere; fine ones only correct what they inherit. */
function limitsOf({ width, height }: Size, depth: number, { maxRowShift, start = 'shifts' }: FillOptions) {
  const everywhere = start === 'shifts' ? 8 : start === 'film' ? 48 : Math.max(width, height);
  return {
    reach: depth === 0 ? Math.min(16, everywhere) : depth === 1 ? Math.min(64, everywhere) : everywhere,
    ...(maxRowShift === undefined ? undefined : { maxRowShift: Math.max(2, Math.round(maxRowShift * height)) }),
  };
}

function effortOf(
  { targets }: PatchLevel,
  depth: number,
  count: number,
  start: Start,
): { turns: number; rounds: number } {
  const rounds = depth >= 2 ? 3 : 2;
  const turns =
    start === 'shifts' ? 2 : start === 'film' ? 3 : depth >= count - 2 ? 10 : depth >= 2 ? 5 : depth === 1 ? 3 : 2;
  const affordable = Math.floor(comparisonBudget / (targets.length * rounds * 8 + 1));
  if (affordable < 1) return { turns: 1, rounds: 1 };
  return { turns: Math.min(turns, affordable), rounds };
}

function inheritMatches(level: PatchLevel, coarser: PatchLevel, random: () => number): void {
  const { width, height, isSource, match } = level;
  for (const target of level.targets) {
    const x = target % width;
    const y = (target / width) | 0;
    const parent = Math.min(coarser.height - 1, y >> 1) * coarser.width + Math.min(coarser.width - 1, x >> 1);
    const found = coarser.match[parent]!;
    let source = -1;
    if (found >= 0) {
      const column = Math.min(width - patchRadius - 1, Math.max(patchRadius, (found % coarser.width) * 2 + (x & 1)));
      const row = Math.min(
        height - patchRadius - 1,
        Math.max(patchRadius, ((found / coarser.width) | 0) * 2 + (y & 1)),
      );
      source = row * width + column;
    }
    match[target] = source >= 0 && isSource[source] === 1 ? source : randomSource(level, target, random);
  }
}

/** A source at random, near the target if there is one. */
function randomSource({ width, height, isSource }: PatchLevel, target: number, random: () => number): number {
  const x = target % width;
  const y = (target / width) | 0;
  for (let reach = 12; reach < 4 * Math.max(width, height); reach *= 1.3) {
    const column = x + Math.round((random() * 2 - 1) * reach);
    const row = y + Math.round((random() * 2 - 1) * reach);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    if (isSource[row * width + column] === 1) return row * width + column;
  }
  return isSource.indexOf(1);
}

/** A soap film over the hole, as a guess to compare patches with. */
function spreadColours({ rgb, isHole, width, height }: PatchLevel): void {
  const isKnown = bytesOf(isHole, (hole) => 1 - hole);
  for (let channel = 0; channel < 3; channel++) {
    const plane = floatsOf(isKnown, (_, i) => rgb[i * 3 + channel]!);
    spreadSmoothly(plane, isKnown, { width, height });
    for (let i = 0; i < isHole.length; i++) if (isHole[i] === 1) rgb[i * 3 + channel] = plane[i]! + 0.5;
  }
}
