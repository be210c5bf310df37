import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import type { Point } from '../material/homography.ts';
import type { LineSegment } from '../material/line-segments.ts';
import type { Box } from './hole-window.ts';
import { type PictureLines, sampleAt } from './rectified-fill.ts';

/** Lines that count for a side lie within this share of the width. */
const zoneShare = 0.35;
/** Share of the length of all lines of the zone but upright ones that must run to the vanishing point. */
const leastAgreement = 0.5;
/** Length of such lines, in heights of the picture. */
const leastLength = 1.5;
/** Least ratio of lines that run towards the point to lines that run level. */
const leastGain = 1.15;
/** Angle between a line and the way to a point up to which it runs there, as a sine. */
const slack = 0.04;
/** Steeper lines are upright, as a sine. */
const upright = 0.9;
/** Nothing nearer to the vanishing point than this share of the border's distance is copied: it would be enlarged more. */
const leastDistance = 0.5;

/** A strip on the point's own side shows more above and below than the picture does, unless it is farther than this. */
const leastWidening = 0.93;

/** Vanishing point of the lines that reach a side of the picture; undefined when they are level or too few. */
export function vanishingPointBeside(
  { segments, frame }: PictureLines,
  { width, height }: Size,
  side: 'left' | 'right',
): Point | undefined {
  const zone = zoneShare * width;
  const lines = segments.filter(({ x1, x2, y1, y2, length }) => {
    const middle = (x1 + x2) / 2;
    return Math.abs(y2 - y1) < upright * length && (side === 'left' ? middle < zone : middle > width - zone);
  });
  const total = lines.reduce((sum, { length }) => sum + length, 0);
  const level = agreement(lines, undefined);
  const found = [frame.right, frame.ahead]
    .filter(([, , z]) => Math.abs(z) > 1e-3)
    .map(([x, y, z]) => ({ x: width / 2 + (frame.focal * x) / z, y: height / 2 + (frame.focal * y) / z }))
    .map((point) => ({ point, length: agreement(lines, point) }))
    .sort((one, other) => other.length - one.length)[0];
  if (!found || found.length < leastAgreement * total || found.length < leastLength * height) return undefined;
  return found.length > leastGain * level ? found.point : undefined;
}

/** Length of the lines that run to a point, or level where there is none. */
function agreement(lines: readonly LineSegment[], point: Point | undefined): number {
  let sum = 0;
  for (const { x1, y1, x2, y2, length } of lines) {
    const [toX, toY] = point ? [point.x - (x1 + x2) / 2, point.y - (y1 + y2) / 2] : [1, 0];
    const sine = Math.abs((x2 - x1) * toY - (y2 - y1) * toX) / (length * Math.hypot(toX, toY) + 1e-9);
    if (sine < slack) sum += length;
  }
  return sum;
}

/** A window seen squarely to a wall that recedes to a point: what runs to the point is level. */
export interface RecedingView extends Size {
  toPicture(x: number, y: number): Point;
  fromPicture(x: number, y: number): Point;
  /** The part of the window's columns that it shows. */
  left: number;
  right: number;
}

/**
 * The view of a strip beside the picture and of what it is filled from.
 *
 * @param hole the strip, which reaches from the top to the bottom of the window
 * @param toward the vanishing point
 * @returns undefined where the strip is too near to the point, or the point is not on the height of the window
 */
export function recedingView(window: Box, hole: Box, side: 'left' | 'right', toward: Point): RecedingView | undefined {
  const outer = (side === 'left' ? hole.left : hole.right) - toward.x;
  const border = (side === 'left' ? hole.right : hole.left) - toward.x;
  const strip = hole.right - hole.left;
  // Else what lies at the strip's corners is nowhere to be seen in the window.
  const isSeen =
    toward.y > window.top && toward.y < window.bottom && Math.abs(outer) > leastWidening * Math.abs(border);
  if (!isSeen || outer * border <= 0 || Math.min(Math.abs(outer), Math.abs(border)) < 1.5 * strip) return undefined;
  // The other end of the window, but not beyond or too near to the point.
  const end = (side === 'left' ? window.right : window.left) - toward.x;
  const isTowards = Math.abs(end) < Math.abs(border) || end * border <= 0;
  const near = leastDistance * border;
  const inner = isTowards && (end * border <= 0 || Math.abs(end) < Math.abs(near)) ? near : end;
  if (Math.abs(inner - border) < 1.5 * strip) return undefined;
  const across = Math.abs(outer * border);
  const down = Math.max(Math.abs(outer), Math.abs(border));
  const [from, to] = side === 'left' ? [outer, inner] : [inner, outer];
  const first = -across / from;
  const width = Math.ceil(-across / to - first);
  const spread = (at: number) => [window.top, window.bottom].map((y) => ((y - toward.y) * down) / Math.abs(at));
  const rows = [...spread(outer), ...spread(border)];
  const top = Math.min(...rows);
  const height = Math.ceil(Math.max(...rows) - top);
  return {
    ...{ width, height, left: Math.round(from + toward.x), right: Math.round(to + toward.x) },
    toPicture(x, y) {
      const away = -across / (x + first);
      return { x: toward.x + away, y: toward.y + ((y + top) * Math.abs(away)) / down };
    },
    fromPicture(x, y) {
      const away = x - toward.x;
      return { x: -across / away - first, y: ((y - toward.y) * down) / Math.abs(away) - top };
    },
  };
}

/** Image of a canvas in the view; pixels that are unknown or outside the window are hole. */
export function lookThrough(
  view: RecedingView,
  { canvas, size, window, hole }: { canvas: RgbBytes; size: Size; window: Box; hole: Box },
): { rgb: RgbBytes; isHole: Uint8Array } {
  const { width, height } = view;
  const rgb = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const at = view.toPicture(x + 0.5, y + 0.5);
      const isKnown =
        at.y > window.top + 1 &&
        at.y < window.bottom - 1 &&
        at.x > window.left + 1 &&
        at.x < window.right - 1 &&
        !(at.x > hole.left - 2 && at.x < hole.right + 2);
      if (!isKnown) {
        isHole[i] = 1;
        continue;
      }
      sampleAt(canvas, size, at, rgb, i * 3);
    }
  }
  return { rgb, isHole };
}
