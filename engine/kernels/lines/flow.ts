import { gaussianBlur, type Size } from '../../base/blur.ts';
import { type CellGrid, cellGrid, readCellRow, sumsToMeans } from './cells.ts';

/** Unit vectors along the edges, one per pixel; the sign has no meaning. */
export interface Flow {
  x: Float32Array;
  y: Float32Array;
}

/** Gradients of several planes together, gathered by {@link addGradient}. */
interface Structure {
  /** Largest gradient times gain of any plane so far, per pixel; 0 on the border. */
  gradient: Float32Array;
  /** Structure tensor over cells of one or two pixels. */
  grid: CellGrid;
  xx: Float32Array;
  xy: Float32Array;
  yy: Float32Array;
  /** Smoothing of the tensor, pixels. */
  sigma: number;
}

/** @param sigma smoothing of the tensor, pixels; from 1.5 it is kept at half size, which changes nothing one can see */
export function makeStructure(size: Size, sigma: number): Structure {
  const grid = cellGrid(size, sigma >= 1.5 ? 1 : 0);
  const plane = () => new Float32Array(grid.width * grid.height);
  return { gradient: new Float32Array(size.width * size.height), grid, xx: plane(), xy: plane(), yy: plane(), sigma };
}

/**
 * Adds a plane's gradient (Sobel) times its gain to a structure.
 *
 * @param gain by cells of `context`
 * @returns mean gradient times gain by cells of `context`, in the plane's unit per pixel
 */
export function addGradient(
  plane: Float32Array,
  gain: Float32Array,
  context: CellGrid,
  { gradient, grid, xx, xy, yy }: Structure,
): Float32Array {
  const { width, height } = context.of;
  const steepness = new Float32Array(context.width * context.height);
  const gains = new Float32Array(width);
  const scratch = new Float32Array(context.width + 2);
  for (let y = 1; y < height - 1; y++) {
    readCellRow(gain, context, y, gains, scratch);
    const row = (y >> grid.shift) * grid.width;
    const contextRow = (y >> context.shift) * context.width;
    let i = y * width + 1;
    // Sums and differences down the columns left of, at and right of the pixel; each serves three pixels.
    let sumBefore = plane[i - 1 - width]! + 2 * plane[i - 1]! + plane[i - 1 + width]!;
    let sumHere = plane[i - width]! + 2 * plane[i]! + plane[i + width]!;
    let fallBefore = plane[i - 1 + width]! - plane[i - 1 - width]!;
    let fallHere = plane[i + width]! - plane[i - width]!;
    for (let x = 1; x < width - 1; x++, i++) {
      const above = plane[i + 1 - width]!;
      const below = plane[i + 1 + width]!;
      const sumAfter = above + 2 * plane[i + 1]! + below;
      const fallAfter = below - above;
      const weight = gains[x]! / 8;
      const across = weight * (sumAfter - sumBefore);
      const down = weight * (fallBefore + 2 * fallHere + fallAfter);
      sumBefore = sumHere;
      sumHere = sumAfter;
      fallBefore = fallHere;
      fallHere = fallAfter;
      const cell = row + (x >> grid.shift);
      xx[cell]! += across * across;
      xy[cell]! += across * down;
      yy[cell]! += down * down;
      const length = Math.sqrt(across * across + down * down);
      if (length > gradient[i]!) gradient[i] = length;
      steepness[contextRow + (x >> context.shift)]! += length;
    }
  }
  return sumsToMeans(steepness, context);
}

/**
 * Edge tangent flow of all planes that were added: the minor eigenvector of their summed, smoothed structure tensor
 * (Di Zenzo 1986 for the sum over channels; Brox et al. 2006 and Kyprianidis & Döllner 2008 for the smoothing, which
 * stands in for the iterated vector filter of Kang et al. 2007 at a tenth of the cost). Where nothing has a direction
 * the flow is vertical. Overwrites the structure's tensor.
 */
export function tangentFlow({ grid, xx, xy, yy, sigma }: Structure): Flow {
  const { width, height } = grid.of;
  const scratch = new Float32Array(xx.length);
  for (const plane of [xx, xy, yy]) gaussianBlur(plane, grid, sigma / 2 ** grid.shift, plane, scratch);
  for (let i = 0; i < xx.length; i++) {
    const difference = xx[i]! - yy[i]!;
    const mixed = xy[i]!;
    const root = Math.sqrt(difference * difference + 4 * mixed * mixed);
    // Major eigenvector, taken from the row of the matrix that does not cancel.
    const gradientX = difference >= 0 ? (difference + root) / 2 : mixed;
    const gradientY = difference >= 0 ? mixed : (root - difference) / 2;
    const norm = Math.sqrt(gradientX * gradientX + gradientY * gradientY);
    xx[i] = norm < 1e-14 ? 0 : -gradientY / norm;
    yy[i] = norm < 1e-14 ? 1 : gradientX / norm;
  }
  if (grid.shift === 0) return { x: xx, y: yy };
  const flow = { x: new Float32Array(width * height), y: new Float32Array(width * height) };
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> grid.shift) * grid.width;
    for (let x = 0; x < width; x++, i++) {
      flow.x[i] = xx[row + (x >> grid.shift)]!;
      flow.y[i] = yy[row + (x >> grid.shift)]!;
    }
  }
  return flow;
}

/** Weight of each outer point of a smoothing pass at most: a little above it, the middle would count less than they. */
const mostOuterWeight = 0.36;

/**
 * Smooths along the flow about as a Gaussian does, which closes gaps in lines without widening them (the second pass of
 * Kang et al. 2007). In place of a walk of fourteen steps: means of three points on the flow line, one pixel apart, then
 * two, four … (à trous, Holschneider et al. 1989), whose variances add up to that of the Gaussian.
 *
 * @param sigma pixels along the line
 */
export function smoothAlongFlow(source: Float32Array, size: Size, flow: Flow, sigma: number): Float32Array {
  const passes: Array<{ distance: number; weight: number }> = [];
  let variance = sigma * sigma;
  for (let distance = 1; variance > 0; distance *= 2) {
    const wanted = variance / (2 * distance * distance);
    const weight = wanted <= mostOuterWeight ? wanted : 0.25;
    passes.push({ distance, weight });
    variance = wanted <= mostOuterWeight ? 0 : variance - 2 * weight * distance * distance;
  }
  let from = source;
  let to = new Float32Array(source.length);
  let spare = new Float32Array(source.length);
  // Far points first: the near ones even out what reading whole pixels leaves ragged.
  for (const { distance, weight } of passes.reverse()) {
    smoothOnce(from, size, flow, distance, weight, to);
    from = to;
    [to, spare] = [spare, to];
  }
  return from;
}

/** Planes that are sampled along flow lines. */
interface FlowWalk {
  source: Float32Array;
  width: number;
  height: number;
  flowX: Float32Array;
  flowY: Float32Array;
  /** Length of a step, pixels. */
  step: number;
}

/** `out` = mean of each value and those `distance` pixels ahead and behind on its flow line, which count `weight` each. */
function smoothOnce(
  source: Float32Array,
  { width, height }: Size,
  { x: flowX, y: flowY }: Flow,
  distance: number,
  weight: number,
  out: Float32Array,
): void {
  const middle = 1 - 2 * weight;
  // Far points are reached by way of one half way there, where the line may turn.
  const hasTurn = distance > 2;
  const step = hasTurn ? distance / 2 : distance;
  const walk: FlowWalk = { source, width, height, flowX, flowY, step };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const here = source[i]!;
      const dx = flowX[i]! * step;
      const dy = flowY[i]! * step;
      const aheadX = x + 0.5 + dx;
      const aheadY = y + 0.5 + dy;
      const behindX = x + 0.5 - dx;
      const behindY = y + 0.5 - dy;
      let ahead = here;
      if (aheadX >= 0 && aheadY >= 0 && aheadX < width && aheadY < height) {
        ahead = hasTurn ? valueOneStepOn(walk, aheadX, aheadY, dx, dy) : source[(aheadY | 0) * width + (aheadX | 0)]!;
      }
      let behind = here;
      if (behindX >= 0 && behindY >= 0 && behindX < width && behindY < height) {
        behind = hasTurn
          ? valueOneStepOn(walk, behindX, behindY, -dx, -dy)
          : source[(behindY | 0) * width + (behindX | 0)]!;
      }
      out[i] = middle * here + weight * (ahead + behind);
    }
  }
}

/** The value one step on along the flow from a point reached in direction `dx`, `dy`; the point's own at the border. */
function valueOneStepOn(walk: FlowWalk, x: number, y: number, dx: number, dy: number): number {
  const { source, width, height, flowX, flowY, step } = walk;
  const at = (y | 0) * width + (x | 0);
  const nextX = flowX[at]!;
  const nextY = flowY[at]!;
  const way = nextX * dx + nextY * dy < 0 ? -step : step;
  const px = x + nextX * way;
  const py = y + nextY * way;
  if (px < 0 || py < 0 || px >= width || py >= height) return source[at]!;
  return source[(py | 0) * width + (px | 0)]!;
}

/**
 * Difference of Gaussians, positive on the dark side of edges and on dark lines (Winnemöller et al., "XDoG", 2012, with
 * its two blurs; along a straight edge it is the one-dimensional filter of Kang et al. 2007 at a third of the cost).
 *
 * @param sigma width of the line to look for: standard deviation of the inner Gaussian, pixels (outer is 1.6 times it)
 * @param balance weight of the outer Gaussian, 0.95–1; below 1 flat areas stay below zero, so noise draws nothing
 * @returns plane in the unit of `source`
 */
export function differenceOfGaussians(
  source: Float32Array,
  size: Size,
  { sigma, balance }: { sigma: number; balance: number },
): Float32Array {
  const scratch = new Float32Array(source.length);
  const inner = gaussianBlur(source, size, sigma, undefined, scratch);
  const out = gaussianBlur(source, size, sigma * 1.6, undefined, scratch);
  for (let i = 0; i < out.length; i++) out[i] = balance * out[i]! - inner[i]!;
  return out;
}
