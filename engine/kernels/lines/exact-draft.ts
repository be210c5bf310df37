import { gaussianBlur, type Size } from '../../base/blur.ts';
import { cellGrid } from './cells.ts';
import { traceContours } from './contours.ts';
import type { Pen } from './fine-lines.ts';
import { addGradient, makeStructure, tangentFlow } from './flow.ts';
import { drawPolyline } from './pen.ts';
import { lengthOf, straighten } from './polyline.ts';
import type { VectorLayer } from './vector-drawing.ts';

/** Lines that are known without a doubt, from a model instead of a picture. */
export interface ExactLines {
  /** `points` as in `VectorLine`; `kind` names its layer; `strength` 0–1, outlines before folds. */
  lines: ReadonlyArray<{ points: readonly number[]; kind: string; strength: number }>;
  /** Strength of edges that none of the lines stands for, 0–1 per pixel: they are traced. */
  rest: Float32Array;
}

/** Drawing of known lines. */
export interface ExactDraft {
  /** 0 (paper) … 1 (ink). */
  ink: Float32Array;
  layers(): VectorLayer[];
}

/** Folds are left out below this detail. */
const detailOfFolds = 30;
/** Strength from which an edge is more than a fold, see `building/layers.ts`. */
const aboveFolds = 0.6;
/** Width of a fold's line, as a share of an outline's. */
const foldShare = 0.6;

/**
 * @param unit pixels of a thousandth of the long side, at least half a pixel
 * @param pen as for other drawings; less detail leaves short lines and folds out
 */
export function draftExact({ lines, rest }: ExactLines, size: Size, unit: number, pen: Pen): ExactDraft {
  const coarseness = (100 - pen.detail) / 100;
  const shortest = 14 * coarseness * unit;
  const isWanted = ({ strength, points }: ExactLines['lines'][number]) =>
    (strength >= aboveFolds || pen.detail >= detailOfFolds) && extent(points) >= shortest;
  const traced = traceRest(rest, size, unit).map((line) => ({ ...line, kind: 'edge' }));
  const drawn = [...lines, ...traced].filter(isWanted);
  const widthOf = (strength: number) =>
    Math.max(1, pen.lineWidth * 0.6 * unit * (strength >= aboveFolds ? 1 : foldShare));
  const ink = new Float32Array(size.width * size.height);
  for (const { points, strength } of drawn) drawPolyline(ink, size, points, () => widthOf(strength) / 2);
  const layers = () => {
    const kinds = [...new Set(drawn.map(({ kind }) => kind))].sort();
    return kinds.map((kind): VectorLayer => {
      const own = drawn.filter((line) => line.kind === kind);
      return {
        name: kind.toUpperCase(),
        strength: 1,
        lines: own.map(({ points, strength }) => ({ points: [...points], width: widthOf(strength), isCurved: false })),
      };
    });
  };
  return { ink, layers };
}

function extent(points: readonly number[]): number {
  return Math.hypot(points.at(-2)! - points[0]!, points.at(-1)! - points[1]!);
}

/** Shortest traced line, thousandths of the long side. */
const shortestTraced = 6;

/** Shortest traced line that is kept where it is straight, and where it is not, thousandths of the long side. */
const shortestStraight = 16;
const shortestCurve = 60;
const leastStraight = 0.9;

/** Surfaces that lie in each other give short lines that wander. */
function isDeliberate(points: readonly number[], unit: number): boolean {
  const length = lengthOf(points);
  if (length > shortestCurve * unit) return true;
  return length > shortestStraight * unit && extent(points) > leastStraight * length;
}

function traceRest(rest: Float32Array, size: Size, unit: number): Array<{ points: number[]; strength: number }> {
  const plane = gaussianBlur(rest, size, 0.8);
  const structure = makeStructure(size, 1.4);
  const grid = cellGrid(size, 2);
  addGradient(plane, new Float32Array(grid.width * grid.height).fill(1), grid, structure);
  const contours = traceContours(plane, size, tangentFlow(structure), {
    ...{ high: 0.12, low: 0.05, minLength: shortestTraced * unit },
    ...{ maxGap: 2, agility: 0.3 },
  });
  return contours
    .map(({ points, strength }) => ({ points: straighten(points, 0.7), strength: strength * 2.5 }))
    .filter(({ points }) => isDeliberate(points, unit));
}
