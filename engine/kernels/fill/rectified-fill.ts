import type { Size } from '../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../base/colour.ts';
import type { Mask } from '../../base/mask.ts';
import { makeRandom } from '../../base/random.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf, clamp } from '../../base/scalar.ts';
import { type Homography, homographyOf, mapPoint, type Point } from '../material/homography.ts';
import { findLineSegments, type LineSegment } from '../material/line-segments.ts';
import { findPlane } from '../material/texture-plane.ts';
import { findManhattanFrame, type ManhattanFrame } from '../material/vanishing-points.ts';
import { type Box, cut, sizeOf } from './hole-window.ts';
import { fillByPatches } from './patch-fill.ts';
import { looksLikeRemoved } from './removed-look.ts';

/** Long side at which lines are looked for, pixels. */
const structureSide = 1024;
/** Share of the length of the lines around a hole that must run along the surface's two directions. */
const leastAgreement = 0.55;
/**
 * Length of such lines that is needed to the left and to the right of a hole, in its heights, and across and upwards.
 */
const leastBeside = 5;
const leastEachWay = 0.2;
/** Angle to a direction up to which a line runs along it, tangent. */
const slack = 0.05;
/** The square view is used where the surface's scale varies over the hole by a factor between these. */
const leastStretch = 1.08;
const mostStretch = 2.5;
/** The window seen squarely is at most this much larger than it is in the picture, each way. */
const mostGrowth = 1.5;
/** Extent of the wall below a hole in it, share of the hole's height: farther down there is ground. */
const wallBelow = 0.12;

/** Lines of a picture and the three directions they follow. */
export interface PictureLines {
  segments: readonly LineSegment[];
  frame: ManhattanFrame;
}

/** Finds the lines of a picture, without those inside the region that is to go. */
export function linesOf(rgb: RgbBytes, region: Mask, size: Size): PictureLines {
  const factor = Math.min(1, structureSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * factor), height: Math.round(size.height * factor) };
  const luma = factor < 1 ? resamplePlane(lumaPlane(rgb), size, small, 'catmullRom') : lumaPlane(rgb);
  const [across, down] = [size.width / small.width, size.height / small.height];
  const segments = findLineSegments(luma, small, Math.max(12, Math.round(structureSide / 45)))
    .map((segment) => {
      const [x1, y1, x2, y2] = [segment.x1 * across, segment.y1 * down, segment.x2 * across, segment.y2 * down];
      return { x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1) };
    })
    .filter(({ x1, y1, x2, y2 }) => {
      const [x, y] = [Math.floor((x1 + x2) / 2), Math.floor((y1 + y2) / 2)];
      return region[y * size.width + x] === 0;
    });
  return { segments, frame: findManhattanFrame(segments, size, makeRandom(1)) };
}

/** The picture around a hole and the same window seen squarely. */
interface SquareView extends Size {
  /** From its pixels to those of the picture. */
  toPicture: Homography;
  fromPicture: Homography;
  /** Row up to which it is copied from. */
  lastRow: number;
}

/**
 * Fills a hole in a façade or a floor as if it were seen squarely: there the surface repeats itself by plain shifts,
 * which it does not in perspective (planar structure guidance: Huang et al., SIGGRAPH 2014, for one plane).
 *
 * @param hole hard mask of the picture
 * @param box window around the hole that is looked at
 * @param spot box of the hole
 * @returns pixels of the window; undefined when what surrounds the hole is no such surface
 */
export function fillRectified(
  rgb: RgbBytes,
  hole: Mask,
  size: Size,
  {
    box,
    spot,
    lines,
    seed,
    onProgress,
  }: { box: Box; spot: Box; lines: PictureLines; seed: number; onProgress: (fraction: number) => void },
): RgbBytes | undefined {
  const view = squareView(hole, size, { box, spot, lines });
  if (!view) return undefined;
  const { width, height } = view;
  const pixels = new Uint8Array(width * height * 3);
  const isHole = new Uint8Array(width * height);
  const isAllowed = new Uint8Array(width * height);
  const window = sizeOf(box);
  const isBarred = looksLikeRemoved(
    cut(rgb, size, box, 3),
    cut(hole, size, box, 1).map((level) => (level > 0 ? 1 : 0)),
    window,
  );
  const place: Point = { x: 0, y: 0 };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      place.x = x + 0.5;
      place.y = y + 0.5;
      const at = mapPoint(view.toPicture, place);
      const column = Math.floor(at.x);
      const row = Math.floor(at.y);
      if (column < box.left || row < box.top || column >= box.right || row >= box.bottom) continue;
      sampleAt(rgb, size, at, pixels, i * 3);
      if (isBesideHole(hole, size, column, row)) isHole[i] = 1;
      else if (y <= view.lastRow) isAllowed[i] = 1 - isBarred[(row - box.top) * window.width + column - box.left]!;
    }
  }
  const filled = fillByPatches(pixels, isHole, view, { seed, isAllowed, onProgress });
  return paintedBack(rgb, hole, size, { box, view, filled });
}

function isBesideHole(hole: Mask, { width, height }: Size, column: number, row: number): boolean {
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
      if (hole[y * width + x]! > 0) return true;
    }
  }
  return false;
}

/** The window with its hole taken from the filled view. */
function paintedBack(
  rgb: RgbBytes,
  hole: Mask,
  size: Size,
  { box, view, filled }: { box: Box; view: SquareView; filled: RgbBytes },
): RgbBytes {
  const window = sizeOf(box);
  const place: Point = { x: 0, y: 0 };
  const result = new Uint8Array(window.width * window.height * 3);
  for (let y = 0, i = 0; y < window.height; y++) {
    for (let x = 0; x < window.width; x++, i++) {
      const from = (y + box.top) * size.width + x + box.left;
      if (hole[from] === 0) {
        for (let channel = 0; channel < 3; channel++) result[i * 3 + channel] = rgb[from * 3 + channel]!;
        continue;
      }
      place.x = x + box.left + 0.5;
      place.y = y + box.top + 0.5;
      sampleAt(filled, view, mapPoint(view.fromPicture, place), result, i * 3);
    }
  }
  return result;
}

function squareView(
  hole: Mask,
  size: Size,
  { box, spot, lines }: { box: Box; spot: Box; lines: PictureLines },
): SquareView | undefined {
  const { toMetres, kind } = findPlane(lines.segments, lines.frame, hole, size);
  if (!isOnSurface(toMetres, box, spot, lines.segments)) return undefined;
  const stepAt = ({ x, y }: Point) => {
    const here = mapPoint(toMetres, { x, y });
    const aside = mapPoint(toMetres, { x: x + 1, y });
    const below = mapPoint(toMetres, { x, y: y + 1 });
    return Math.sqrt(Math.abs((aside.x - here.x) * (below.y - here.y) - (aside.y - here.y) * (below.x - here.x)));
  };
  const steps = cornersOf(spot).map(stepAt);
  const stretch = Math.max(...steps) / Math.min(...steps);
  if (!(stretch > leastStretch && stretch < mostStretch)) return undefined;
  const scale = 1 / stepAt({ x: (spot.left + spot.right) / 2, y: (spot.top + spot.bottom) / 2 });
  const square = (point: Point): Point => {
    const { x, y } = mapPoint(toMetres, point);
    return { x: x * scale, y: -y * scale };
  };
  const inner = boundsOf(cornersOf(spot).map(square));
  const outer = boundsOf(cornersOf(box).map(square));
  // Near its vanishing line a surface grows without end: beyond this nothing is copied from.
  const spare = { x: mostGrowth * (box.right - box.left), y: mostGrowth * (box.bottom - box.top) };
  const left = Math.max(outer.left, (inner.left + inner.right - spare.x) / 2);
  const right = Math.min(outer.right, (inner.left + inner.right + spare.x) / 2);
  const top = Math.max(outer.top, (inner.top + inner.bottom - spare.y) / 2);
  const bottom = Math.min(outer.bottom, (inner.top + inner.bottom + spare.y) / 2);
  if (!(left < inner.left && right > inner.right && top < inner.top && bottom > inner.bottom)) return undefined;
  const corners = cornersOf(spot);
  const squared = corners.map((corner) => {
    const { x, y } = square(corner);
    return { x: x - left, y: y - top };
  });
  const toPicture = homographyOf(squared, corners);
  const fromPicture = homographyOf(corners, squared);
  if (!toPicture || !fromPicture) return undefined;
  const height = Math.ceil(bottom - top);
  const lastRow = kind === 'wall' ? inner.bottom - top + wallBelow * (inner.bottom - inner.top) : height;
  return { width: Math.ceil(right - left), height, toPicture, fromPicture, lastRow };
}

/** True when most lines around the hole run along the surface's two directions, on both sides of it. */
function isOnSurface(toMetres: Homography, box: Box, spot: Box, segments: readonly LineSegment[]): boolean {
  let total = 0;
  const along = { across: 0, upward: 0 };
  const beside = { left: 0, right: 0 };
  for (const { x1, y1, x2, y2, length } of segments) {
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    if (x < box.left || y < box.top || x > box.right || y > box.bottom) continue;
    total += length;
    const one = mapPoint(toMetres, { x: x1, y: y1 });
    const other = mapPoint(toMetres, { x: x2, y: y2 });
    const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
    if (Math.min(dx, dy) >= slack * Math.max(dx, dy)) continue;
    along[dx > dy ? 'across' : 'upward'] += length;
    if (y < spot.top || y > spot.bottom) continue;
    if (x < spot.left) beside.left += length;
    if (x > spot.right) beside.right += length;
  }
  const agreeing = along.across + along.upward;
  const height = spot.bottom - spot.top;
  return (
    agreeing > leastAgreement * total &&
    Math.min(along.across, along.upward) > leastEachWay * agreeing &&
    Math.min(beside.left, beside.right) > leastBeside * height
  );
}

function cornersOf({ left, top, right, bottom }: Box): Point[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

function boundsOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Bicubic sample (Catmull-Rom) with the border repeated; writes three bytes. */
export function sampleAt(rgb: RgbBytes, { width, height }: Size, { x, y }: Point, out: Uint8Array, at: number): void {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const across = weightsOf(x - 0.5 - left);
  const down = weightsOf(y - 0.5 - top);
  let [red, green, blue] = [0, 0, 0];
  for (let row = 0; row < 4; row++) {
    const line = clamp(top + row - 1, 0, height - 1) * width;
    for (let column = 0; column < 4; column++) {
      const from = (line + clamp(left + column - 1, 0, width - 1)) * 3;
      const weight = down[row]! * across[column]!;
      red += weight * rgb[from]!;
      green += weight * rgb[from + 1]!;
      blue += weight * rgb[from + 2]!;
    }
  }
  out[at] = byteOf(red);
  out[at + 1] = byteOf(green);
  out[at + 2] = byteOf(blue);
}

function weightsOf(t: number): readonly [number, number, number, number] {
  return [
    ((-t + 2) * t - 1) * t * 0.5,
    ((3 * t - 5) * t * t + 2) * 0.5,
    ((-3 * t + 4) * t + 1) * t * 0.5,
    (t - 1) * t * t * 0.5,
  ];
}
