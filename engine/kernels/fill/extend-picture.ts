import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { type Box, cut, putBack, sizeOf } from './hole-window.ts';
import { fillByPatches } from './patch-fill.ts';

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
  onProgress?(fraction: number): void;
}

/**
 * A strip is at most this share of the original's side, so that every pixel of it finds something to copy. Above and
 * below only what lies nearest is of the right kind: sky above, ground below.
 */
const stripShare = { beside: 0.16, upright: 0.06 };
/** Sources of a strip beside the picture lie on about the same height: horizons and storeys stay level. */
const rowLock = 0.06;

interface Strip {
  side: keyof Margins;
  /** What is painted. */
  hole: Box;
  /** What it is painted from, with the hole. */
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
  const strips = planStrips(original, margins, options.overlap);
  strips.forEach(({ side, hole, window }, index) => {
    const inner = sizeOf(window);
    const isHole = new Uint8Array(inner.width * inner.height);
    for (let y = hole.top; y < hole.bottom; y++) {
      const row = (y - window.top) * inner.width - window.left;
      isHole.fill(1, row + hole.left, row + hole.right);
    }
    const isBeside = side === 'left' || side === 'right';
    const filled = fillByPatches(cut(out, canvas, window, 3), isHole, inner, {
      seed: options.seed + index,
      variant: options.variant,
      shifts: certainShifts(side, sizeOf(hole)),
      // Thin strips one on another would add up their corrections.
      ...(isBeside ? { maxRowShift: rowLock } : { isToneFitted: false }),
      onProgress: (fraction) => options.onProgress?.((index + fraction) / strips.length),
    });
    putBack(out, canvas, window, filled, 3);
  });
  return out;
}

/** Straight shifts by one strip and more: with them every pixel of the strip has something to copy. */
function certainShifts(side: keyof Margins, { width, height }: Size): number[] {
  const isBeside = side === 'left' || side === 'right';
  const sign = side === 'left' || side === 'top' ? 1 : -1;
  return [1.15, 1.4, 1.7, 2].flatMap((times) => {
    const by = sign * Math.round((isBeside ? width : height) * times + 5);
    return isBeside ? [by, 0] : [0, by];
  });
}

function planStrips(original: Box, margins: Margins, overlap: number): Strip[] {
  const strips: Strip[] = [];
  const known = { ...original };
  for (const side of ['left', 'right', 'top', 'bottom'] as const) {
    const total = margins[side];
    if (total === 0) continue;
    const isBeside = side === 'left' || side === 'right';
    const across = isBeside ? original.right - original.left : original.bottom - original.top;
    const share = isBeside ? stripShare.beside : stripShare.upright;
    const count = Math.ceil(total / Math.max(isBeside ? 32 : 16, Math.round(across * share)));
    for (let index = 0; index < count; index++) {
      const width = Math.round((total * (index + 1)) / count) - Math.round((total * index) / count);
      // Only the first strip touches the original.
      const lap = index === 0 ? Math.min(overlap, across >> 2) : 0;
      const context = Math.max(width * 4, Math.round(across * (isBeside ? 0.55 : 0.15)));
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
