import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { clamp } from '../../base/scalar.ts';
import type { CarriedLine } from './carried-lines.ts';
import type { Reluctance } from './copy-reluctance.ts';
import { type Box, cut, putBack, sizeOf } from './hole-window.ts';
import { carriedThrough, linesLeaving } from './leaving-lines.ts';
import { type FillOptions, fillByPatches } from './patch-fill.ts';
import { lookThrough, type RecedingView, recedingView, vanishingPointBeside } from './receding-view.ts';
import { linesOf, type PictureLines, sampleAt } from './rectified-fill.ts';

/** Pixels added on each side, 0 or more. */
export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface ExtendOptions {
  seed: number;
  /** 0 is the likeliest continuation; other numbers give others. */
  variant: number;
  /** Width of the band of the original, along every side that grows, that may be painted anew; 0 keeps it exactly. */
  overlap: number;
  /** Reluctance to copy pixels of the picture. */
  reluctance?: Reluctance;
  onProgress?(fraction: number): void;
}

/**
 * A strip is at most this share of the original's side, so that every pixel of it finds something to copy. Above and
 * below only what lies nearest is of the right kind: sky above, ground below.
 */
const stripShare = { left: 0.16, right: 0.16, top: 0.06, bottom: 0.08 };
/**
 * Depth of the sources of a strip in the picture, share of the side; short above, where the sky is, and deeper below.
 */
const contextShare = { left: 0.55, right: 0.55, top: 0.15, bottom: 0.3 };
/** Sources of a strip beside the picture lie on about the same height: horizons and storeys stay level. */
const rowLock = 0.06;

/** Lines of what is copied more unwillingly are not carried on. */
const mostThing = 0.5;

/** The same where lines were made level. */
const recedingRowLock = 0.03;

interface Strip {
  side: keyof Margins;
  /** Area that is painted. */
  hole: Box;
  /** Area of the sources, with the hole in it. */
  window: Box;
}

/**
 * Continues a picture beyond its borders, strip by strip from the inside outwards, sides first and then above and
 * below, every strip as a hole that shifted copies of what lies beside it fill.
 *
 * @returns pixels of the larger size; the original's lie at `left`, `top` and are exact when `overlap` is 0
 */
export function extendPicture(rgb: RgbBytes, size: Size, margins: Margins, options: ExtendOptions): RgbBytes {
  const canvas = {
    width: size.width + margins.left + margins.right,
    height: size.height + margins.top + margins.bottom,
  };
  const original = {
    left: margins.left,
    top: margins.top,
    right: margins.left + size.width,
    bottom: margins.top + size.height,
  };
  const out = new Uint8Array(canvas.width * canvas.height * 3);
  putBack(out, canvas, original, rgb, 3);
  const reluctanceBy = reluctances(options.reluctance, size, original);
  const strips = planStrips(original, margins, options.overlap);
  const lines = linesOf(rgb, new Uint8Array(rgb.length / 3), size);
  const isThing = (x: number, y: number) => (reluctanceBy.left?.(x + original.left, y + original.top) ?? 0) > mostThing;
  const leaving = linesLeaving(lines.segments, size, isThing);
  strips.forEach((strip, index) => {
    const { side, hole } = strip;
    const painting: StripPainting = {
      ...strip,
      out,
      canvas,
      reluctance: reluctanceBy[side],
      carried: carriedThrough(leaving, hole, { x: original.left, y: original.top }),
      fill: {
        seed: options.seed + index,
        variant: options.variant,
        away: isBeside(side) ? 'across' : 'upright',
        onProgress: (fraction) => options.onProgress?.((index + fraction) / strips.length),
      },
    };
    const view = viewBeside(lines, size, strip, original);
    if (view) paintReceding(painting, view);
    else paintStraight(painting);
  });
  return out;
}

interface StripPainting extends Strip {
  /** The whole picture so far, of the size of `canvas`. */
  out: RgbBytes;
  canvas: Size;
  reluctance: ((x: number, y: number) => number) | undefined;
  carried: CarriedLine[];
  fill: Pick<FillOptions, 'seed' | 'variant' | 'away' | 'onProgress'>;
}

/** Paints the strip where lines that run away from the viewer are level, and carries it back. */
function paintReceding(painting: StripPainting, view: RecedingView): void {
  const { side, hole, window, out, canvas, reluctance, carried, fill } = painting;
  const seen = lookThrough(view, { canvas: out, size: canvas, window, hole });
  const edge = view.fromPicture(side === 'left' ? hole.right : hole.left, (hole.top + hole.bottom) / 2).x;
  const width = Math.ceil(side === 'left' ? edge : view.width - edge);
  const filled = fillByPatches(seen.rgb, seen.isHole, view, {
    ...fill,
    maxRowShift: recedingRowLock,
    lines: carried.flatMap((line) => lineIn(view, line)),
    shifts: certainShifts(side, { width, height: 0 }),
    ...(reluctance && {
      reluctance(x: number, y: number) {
        const at = view.toPicture(x, y);
        return reluctance(at.x, at.y);
      },
    }),
  });
  for (let y = hole.top; y < hole.bottom; y++)
    for (let x = hole.left; x < hole.right; x++)
      sampleAt(filled, view, view.fromPicture(x + 0.5, y + 0.5), out, (y * canvas.width + x) * 3);
}

function paintStraight({ side, hole, window, out, canvas, reluctance, carried, fill }: StripPainting): void {
  const inner = sizeOf(window);
  const isHole = new Uint8Array(inner.width * inner.height);
  for (let y = hole.top; y < hole.bottom; y++) {
    const row = (y - window.top) * inner.width - window.left;
    isHole.fill(1, row + hole.left, row + hole.right);
  }
  const filled = fillByPatches(cut(out, canvas, window, 3), isHole, inner, {
    ...fill,
    shifts: certainShifts(side, sizeOf(hole)),
    lines: carried.map((line) => ({ ...line, from: { x: line.from.x - window.left, y: line.from.y - window.top } })),
    ...(reluctance && { reluctance: (x: number, y: number) => reluctance(x + window.left, y + window.top) }),
    ...(isBeside(side) && { maxRowShift: rowLock }),
    // Thin strips one on another would add up their corrections; sky and ceilings are smooth.
    isToneFitted: side !== 'bottom',
  });
  putBack(out, canvas, window, filled, 3);
}

function isBeside(side: keyof Margins): boolean {
  return side === 'left' || side === 'right';
}

/** A line as the view shows it. */
function lineIn(view: RecedingView, { from, ahead, reach, seen }: CarriedLine): CarriedLine[] {
  const at = (along: number) => view.fromPicture(from.x + along * ahead.x, from.y + along * ahead.y);
  const [start, end] = [at(0), at(reach)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (!(length > 1)) return [];
  const direction = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const alongOf = (along: number) => {
    const { x, y } = at(along);
    return (x - start.x) * direction.x + (y - start.y) * direction.y;
  };
  const [[first]] = seen as readonly [readonly [number, number]];
  // Beyond the point that the view recedes to nothing is seen.
  let back = alongOf(first);
  for (let share = 0.9; !(back < 0) && share > 0.05; share -= 0.1) back = alongOf(first * share);
  return back < 0 ? [{ from: start, ahead: direction, reach: length, seen: [[back, 0]] }] : [];
}

function viewBeside(lines: PictureLines, size: Size, { side, hole, window }: Strip, { left, top }: Box) {
  if (side !== 'left' && side !== 'right') return undefined;
  const point = vanishingPointBeside(lines, size, side);
  return point && recedingView(window, hole, side, { x: point.x + left, y: point.y + top });
}

/** Reluctance to copy pixels that were added beside the picture; lines upwards continue by copies of copies. */
const copyOfCopy = 0.3;

/** By side, how unwillingly a place of the canvas is copied. Above there is sky, whose clouds may come again. */
function reluctances(
  given: Reluctance | undefined,
  size: Size,
  original: Box,
): { [side in keyof Margins]?: (x: number, y: number) => number } {
  if (!given) return {};
  const lookup = (plane: Float32Array, outside?: number) => (x: number, y: number) => {
    const at = Math.floor(((x - original.left) * given.width) / size.width);
    // Pixels added beside the picture are taken for the kind of their row.
    const column = outside === undefined ? clamp(at, 0, given.width - 1) : at;
    const row = Math.floor(((y - original.top) * given.height) / size.height);
    const isInside = column >= 0 && row >= 0 && column < given.width && row < given.height;
    return isInside ? plane[row * given.width + column]! : (outside ?? 0);
  };
  const beside = lookup(given.beside, copyOfCopy);
  return { left: beside, right: beside, bottom: lookup(given.below), top: lookup(given.above) };
}

/** Straight shifts by one strip and more: with them every pixel of the strip has something to copy. */
function certainShifts(side: keyof Margins, { width, height }: Size): number[] {
  const sign = side === 'left' || side === 'top' ? 1 : -1;
  return [1.15, 1.4, 1.7, 2, ...(isBeside(side) ? [2.5, 3, 3.5, 4.2] : [])].flatMap((times) => {
    const by = sign * Math.round((isBeside(side) ? width : height) * times + 5);
    return isBeside(side) ? [by, 0] : [0, by];
  });
}

function planStrips(original: Box, margins: Margins, overlap: number): Strip[] {
  const strips: Strip[] = [];
  const known = { ...original };
  for (const side of ['left', 'right', 'top', 'bottom'] as const) {
    const total = margins[side];
    if (total === 0) continue;
    const across = isBeside(side) ? original.right - original.left : original.bottom - original.top;
    const count = Math.ceil(total / Math.max(isBeside(side) ? 32 : 16, Math.round(across * stripShare[side])));
    for (let index = 0; index < count; index++) {
      const width = Math.round((total * (index + 1)) / count) - Math.round((total * index) / count);
      // Only the first strip touches the original.
      const lap = index === 0 ? Math.min(overlap, across >> 2) : 0;
      const context = Math.max(width * 4, Math.round(across * contextShare[side]));
      strips.push(stripAt(side, known, width, lap, context));
      known[side] += side === 'left' || side === 'top' ? -width : width;
    }
  }
  return strips;
}

function stripAt(side: keyof Margins, known: Box, width: number, lap: number, context: number): Strip {
  switch (side) {
    case 'left':
      return {
        side,
        hole: { ...known, left: known.left - width, right: known.left + lap },
        window: { ...known, left: known.left - width, right: Math.min(known.right, known.left + context) },
      };
    case 'right':
      return {
        side,
        hole: { ...known, left: known.right - lap, right: known.right + width },
        window: { ...known, left: Math.max(known.left, known.right - context), right: known.right + width },
      };
    case 'top':
      return {
        side,
        hole: { ...known, top: known.top - width, bottom: known.top + lap },
        window: { ...known, top: known.top - width, bottom: Math.min(known.bottom, known.top + context) },
      };
    case 'bottom':
      return {
        side,
        hole: { ...known, top: known.bottom - lap, bottom: known.bottom + width },
        window: { ...known, top: Math.max(known.top, known.bottom - context), bottom: known.bottom + width },
      };
  }
}
