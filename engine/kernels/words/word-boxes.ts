import type { Size } from '../../base/blur.ts';
import { type Component, labelComponents } from '../../base/components.ts';

/** A point of a picture, pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle at any angle: its corners from the upper left clockwise, as the text in it is read. */
export type Quad = readonly [Point, Point, Point, Point];

export interface WordBox {
  quad: Quad;
  /** Mean probability of text in it, 0–1. */
  score: number;
}

const leastProbability = 0.3;
const leastScore = 0.5;
/** Ratio by which a line of text is larger than its shrunken kernel (Liao et al., 2020). */
const unclipRatio = 1.6;

/**
 * Boxes round lines of text from the probability map of a detector (differentiable binarization: Liao, Wan, Yao, Chen,
 * Bai, "Real-time Scene Text Detection with Differentiable Binarization", 2020): connected places above a threshold, the
 * smallest rectangle round each, grown by area × ratio ÷ outline.
 *
 * @param probability 0–1 per pixel
 */
export function boxesOfMap(probability: Float32Array, size: Size): WordBox[] {
  const isText = new Uint8Array(probability.length);
  for (let i = 0; i < isText.length; i++) isText[i] = probability[i]! > leastProbability ? 1 : 0;
  const { labels, components } = labelComponents(isText, size, true);
  const boxes: WordBox[] = [];
  for (const [label, component] of components.entries()) {
    if (component.area < 12) continue;
    const score = meanWithin(probability, labels, size, label, component);
    if (score < leastScore) continue;
    const rectangle = smallestRectangle(hullOf(edgePoints(labels, size, label, component)));
    if (Math.min(rectangle.along, rectangle.across) < 3) continue;
    boxes.push({ quad: grow(rectangle), score });
  }
  return boxes;
}

function meanWithin(
  probability: Float32Array,
  labels: Int32Array,
  { width }: Size,
  label: number,
  { left, right, top, bottom, area }: Component,
): number {
  let sum = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) if (labels[y * width + x] === label) sum += probability[y * width + x]!;
  }
  return sum / area;
}

/** The first and the last pixel of each row, with both their corners. */
function edgePoints(labels: Int32Array, { width }: Size, label: number, box: Component): Point[] {
  const points: Point[] = [];
  for (let y = box.top; y <= box.bottom; y++) {
    let from = box.left;
    let to = box.right;
    while (from <= to && labels[y * width + from] !== label) from++;
    while (to >= from && labels[y * width + to] !== label) to--;
    if (from > to) continue;
    points.push({ x: from, y }, { x: from, y: y + 1 }, { x: to + 1, y }, { x: to + 1, y: y + 1 });
  }
  return points;
}

/** Convex hull (Andrew's monotone chain, 1979). */
function hullOf(points: Point[]): Point[] {
  points.sort((one, other) => one.x - other.x || one.y - other.y);
  const half = (ordered: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(points), ...half(points.toReversed())];
}

const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

interface Rectangle {
  x: number;
  y: number;
  /** Unit vector of its first side. */
  cosine: number;
  sine: number;
  along: number;
  across: number;
}

/** The smallest rectangle has a side along one of the hull's (Freeman, Shapira, 1975). */
function smallestRectangle(hull: readonly Point[]): Rectangle {
  let best: Rectangle | undefined;
  for (const [place, from] of hull.entries()) {
    const to = hull[(place + 1) % hull.length]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) continue;
    const [cosine, sine] = [(to.x - from.x) / length, (to.y - from.y) / length];
    let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of hull) {
      const u = x * cosine + y * sine;
      const v = y * cosine - x * sine;
      minU = Math.min(minU, u);
      maxU = Math.max(maxU, u);
      minV = Math.min(minV, v);
      maxV = Math.max(maxV, v);
    }
    const [along, across] = [maxU - minU, maxV - minV];
    if (best && along * across >= best.along * best.across) continue;
    const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
    best = { x: u * cosine - v * sine, y: u * sine + v * cosine, cosine, sine, along, across };
  }
  return best!;
}

/** The rectangle grown on all sides, its first side the one that runs most nearly to the right. */
function grow({ x, y, cosine, sine, along, across }: Rectangle): Quad {
  const by = (along * across * unclipRatio) / (2 * (along + across));
  let [halfWide, halfHigh, c, s] = [along / 2 + by, across / 2 + by, cosine, sine];
  while (Math.abs(c) < Math.abs(s) || c < 0) [halfWide, halfHigh, c, s] = [halfHigh, halfWide, -s, c];
  const corner = (u: number, v: number): Point => ({ x: x + u * c - v * s, y: y + u * s + v * c });
  return [
    corner(-halfWide, -halfHigh),
    corner(halfWide, -halfHigh),
    corner(halfWide, halfHigh),
    corner(-halfWide, halfHigh),
  ];
}

/** Middle, sides (as the corners run) and angle of a quadrilateral; pixels and degrees, clockwise. */
export function measureQuad([upperLeft, upperRight, lowerRight, lowerLeft]: Quad) {
  return {
    x: (upperLeft.x + lowerRight.x) / 2,
    y: (upperLeft.y + lowerRight.y) / 2,
    wide: Math.hypot(upperRight.x - upperLeft.x, upperRight.y - upperLeft.y),
    high: Math.hypot(lowerLeft.x - upperLeft.x, lowerLeft.y - upperLeft.y),
    angle: (Math.atan2(upperRight.y - upperLeft.y, upperRight.x - upperLeft.x) * 180) / Math.PI,
  };
}
