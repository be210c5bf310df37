import type { Size } from '../../base/blur.ts';
import type { Camera } from '../trace/scene.ts';
import { type Lens, lensOf } from './depth-camera.ts';
import type { Frame, Plane } from './i420.ts';

/** A still with the exact distance of every point. */
export interface KeyView {
  frame: Frame;
  camera: Camera;
  /** Metres along the ray, row order, of `depthSize`. */
  depth: Float32Array;
  depthSize: Size;
}

/** Distance from its place, pixels, beyond which a point counts for little. */
const tolerance = 1.2;

/**
 * Distances averaged over an edge belong to neither side: each such point takes the nearer of the least and the
 * greatest distance round it. In place.
 */
export function sharpenDepth(depth: Float32Array, size: Size): void {
  const source = Float32Array.from(depth);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      rangeRound(source, size, x, y);
      const { low, high } = range;
      const i = y * size.width + x;
      const own = source[i]!;
      if (high > low * 1.1) depth[i] = Math.log(own / low) < Math.log(high / own) ? low : high;
    }
  }
}

/** Least and greatest of 3 × 3 values; written by {@link rangeRound}. */
const range = { low: 0, high: 0 };

function rangeRound(plane: Float32Array, { width, height }: Size, x: number, y: number): void {
  let low = Infinity;
  let high = 0;
  for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
    for (let xx = Math.max(0, x - 1); xx <= Math.min(width - 1, x + 1); xx++) {
      const value = plane[yy * width + xx]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  range.low = low;
  range.high = high;
}

export interface DepthViewer {
  /**
   * Draws a camera's view from the two stills on either side of it.
   *
   * @param share 0 is all `from`, 1 is all `to`, where both see the same point
   */
  draw(from: KeyView, to: KeyView, share: number, camera: Camera, out: Frame): void;
}

/**
 * New views from stills with depth: the stills' points are projected into the new view to learn its distances (nearest
 * wins), then every pixel looks back into both stills and takes its colour where the distance agrees, so that what one
 * still hides the other fills (depth-image-based rendering; McMillan 1997, Fehn 2004).
 */
export function makeDepthViewer({ width, height }: Size): DepthViewer {
  const [cols, rows] = [width >> 1, height >> 1];
  const near = new Float32Array(cols * rows);
  const filled = new Float32Array(cols * rows);
  const aspect = width / height;
  const grid = { cols, rows, near };
  return {
    draw(from, to, share, camera, out) {
      const lens = lensOf(camera, aspect);
      near.fill(Infinity);
      splat(grid, from, lensOf(from.camera, aspect), lens);
      if (to !== from) splat(grid, to, lensOf(to.camera, aspect), lens);
      fillHoles(grid, filled);
      const a = lookBack(from, lens, aspect);
      const b = to === from ? undefined : lookBack(to, lens, aspect);
      const untrusted = !b || share < 0.5 ? 1 : 0;
      for (let row = 0; row < rows; row++) {
        const py = (1 - (2 * (row + 0.5)) / rows + lens.shift * 2) * lens.halfHigh;
        for (let column = 0; column < cols; column++) {
          const px = ((2 * (column + 0.5)) / cols - 1) * lens.half;
          const ahead = Math.min(2e4, near[row * cols + column]!);
          const trustA = a.find(px, py, ahead) * (1 - share);
          const trustB = b ? b.find(px, py, ahead) * share : 0;
          const known = trustA + trustB;
          blend(out, column, row, a, b, known > 0 ? trustA / known : untrusted);
        }
      }
    },
  };
}

/** Distances of the new view at half its size, metres straight ahead; Infinity in holes. */
interface DepthGrid {
  cols: number;
  rows: number;
  near: Float32Array;
}

/** Projects a still's points into the new view; the nearest one stays. */
function splat({ cols, rows, near }: DepthGrid, { depth, depthSize }: KeyView, source: Lens, lens: Lens): void {
  const { width: w, height: h } = depthSize;
  const [dx, dy, dz] = [source.at[0] - lens.at[0], source.at[1] - lens.at[1], source.at[2] - lens.at[2]];
  for (let y = 0; y < h; y++) {
    const py = (1 - (2 * (y + 0.5)) / h + source.shift * 2) * source.halfHigh;
    for (let x = 0; x < w; x++) {
      const px = ((2 * (x + 0.5)) / w - 1) * source.half;
      const far = depth[y * w + x]! / Math.sqrt(1 + px * px + py * py);
      const vx = (source.forward[0] + source.right[0] * px + source.up[0] * py) * far + dx;
      const vy = (source.forward[1] + source.right[1] * px + source.up[1] * py) * far + dy;
      const vz = (source.forward[2] + source.right[2] * px + source.up[2] * py) * far + dz;
      const ahead = vx * lens.forward[0] + vy * lens.forward[1] + vz * lens.forward[2];
      if (ahead < 0.2) continue;
      const across = (vx * lens.right[0] + vz * lens.right[2]) / (ahead * lens.half);
      const above = (vx * lens.up[0] + vy * lens.up[1] + vz * lens.up[2]) / (ahead * lens.halfHigh) - lens.shift * 2;
      const column = Math.floor((across + 1) * 0.5 * cols);
      const row = Math.floor((1 - above) * 0.5 * rows);
      if (column < 0 || column >= cols || row < 0 || row >= rows) continue;
      const i = row * cols + column;
      if (ahead < near[i]!) near[i] = ahead;
    }
  }
}

/** Holes take the farthest distance round them: what comes into view lies behind. @param filled scratch */
function fillHoles(grid: DepthGrid, filled: Float32Array): void {
  const { cols, rows, near } = grid;
  for (let round = 0; round < 8; round++) {
    let holes = 0;
    filled.set(near);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < cols; x++) {
        const i = y * cols + x;
        if (near[i]! < Infinity) continue;
        const farthest = farthestRound(grid, x, y);
        if (farthest > 0) filled[i] = farthest;
        else holes++;
      }
    }
    near.set(filled);
    if (holes === 0) return;
  }
}

/** The farthest finite distance in 3 × 3 points; 0 when all are holes. */
function farthestRound({ cols, rows, near }: DepthGrid, x: number, y: number): number {
  let farthest = 0;
  for (let yy = Math.max(0, y - 1); yy <= Math.min(rows - 1, y + 1); yy++) {
    for (let xx = Math.max(0, x - 1); xx <= Math.min(cols - 1, x + 1); xx++) {
      const value = near[yy * cols + xx]!;
      if (value < Infinity && value > farthest) farthest = value;
    }
  }
  return farthest;
}

/** Looks a point of the new view up in a still. */
interface Back {
  frame: Frame;
  /** Luma position, and luma pixels of the still per luma pixel of the view, after `find`. */
  x: number;
  y: number;
  step: number;
  /** @returns 1 when the still sees that point, towards 0 the farther off it would be shown, 0 outside */
  find(px: number, py: number, ahead: number): number;
}

function lookBack(key: KeyView, lens: Lens, aspect: number): Back {
  const own = lensOf(key.camera, aspect);
  const { frame, depth, depthSize } = key;
  const [dx, dy, dz] = [lens.at[0] - own.at[0], lens.at[1] - own.at[1], lens.at[2] - own.at[2]];
  // Pixels that the step from one camera to the other moves a point one metre away.
  const pixels = (Math.hypot(dx, dy, dz) * frame.width) / (2 * own.half);
  const back: Back = {
    frame,
    x: 0,
    y: 0,
    step: 1,
    find(px, py, far) {
      const vx = (lens.forward[0] + lens.right[0] * px + lens.up[0] * py) * far + dx;
      const vy = (lens.forward[1] + lens.right[1] * px + lens.up[1] * py) * far + dy;
      const vz = (lens.forward[2] + lens.right[2] * px + lens.up[2] * py) * far + dz;
      const ahead = vx * own.forward[0] + vy * own.forward[1] + vz * own.forward[2];
      if (ahead < 0.2) return 0;
      const a = (vx * own.right[0] + vz * own.right[2]) / ahead;
      const b = (vx * own.up[0] + vy * own.up[1] + vz * own.up[2]) / ahead;
      const u = (a / own.half + 1) * 0.5;
      const v = (1 - (b / own.halfHigh - own.shift * 2)) * 0.5;
      back.x = u * frame.width - 0.5;
      back.y = v * frame.height - 0.5;
      back.step = Math.min(3, far / ahead);
      if (u < 0 || u >= 1 || v < 0 || v >= 1) return 0;
      const seen = depth[Math.floor(v * depthSize.height) * depthSize.width + Math.floor(u * depthSize.width)]!;
      const distance = ahead * Math.sqrt(1 + a * a + b * b);
      const miss = (Math.abs(1 / seen - 1 / distance) * pixels) / tolerance;
      return 1 / (1 + miss ** 4);
    },
  };
  return back;
}

function blend(out: Frame, column: number, row: number, a: Back, b: Back | undefined, part: number): void {
  const [luma, blue, red] = out.planes as [Plane, Plane, Plane];
  const isBoth = b !== undefined && part > 0.004 && part < 0.996;
  const main = b && part < 0.5 ? b : a;
  for (let corner = 0; corner < 4; corner++) {
    const ox = (corner & 1) - 0.5;
    const oy = (corner >> 1) - 0.5;
    let value = sample(main.frame.planes[0]!, main.x + ox * main.step, main.y + oy * main.step);
    if (isBoth) {
      const other = main === a ? b : a;
      const weight = main === a ? part : 1 - part;
      value =
        value * weight +
        sample(other.frame.planes[0]!, other.x + ox * other.step, other.y + oy * other.step) * (1 - weight);
    }
    luma.samples[(row * 2 + (corner >> 1)) * luma.width + column * 2 + (corner & 1)] = value + 0.5;
  }
  const at = row * blue.width + column;
  const half = (position: number): number => (position - 0.5) / 2;
  blue.samples[at] = sample(main.frame.planes[1]!, half(main.x), half(main.y)) + 0.5;
  red.samples[at] = sample(main.frame.planes[2]!, half(main.x), half(main.y)) + 0.5;
}

/** Bilinear; the edge is repeated outside. */
function sample({ samples, width, height }: Plane, x: number, y: number): number {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const left = Math.min(width - 2, cx | 0);
  const top = Math.min(height - 2, cy | 0);
  const fx = cx - left;
  const fy = cy - top;
  const i = top * width + left;
  const upper = samples[i]! + (samples[i + 1]! - samples[i]!) * fx;
  const lower = samples[i + width]! + (samples[i + width + 1]! - samples[i + width]!) * fx;
  return upper + (lower - upper) * fy;
}
