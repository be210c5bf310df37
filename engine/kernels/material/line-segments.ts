import { gaussianBlur, type Size } from '../../base/blur.ts';

/** A straight edge, pixels. */
export interface LineSegment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  length: number;
}

/** Largest turn of the gradient within one segment, radians. */
const angleTolerance = (22.5 * Math.PI) / 180;
/** Least change per pixel that counts as an edge, where the caller names none. */
const usualLeastGradient = 5 / 255;
const noAngle = -10;

/**
 * Straight edges by growing regions of like gradient direction, strongest first, and fitting a rectangle to each (LSD:
 * von Gioi et al., TPAMI 2010, with a fixed density test in place of the a-contrario one).
 *
 * @param luma 0…1
 * @param shortest length below which edges are left out, pixels
 */
export function findLineSegments(luma: Float32Array, size: Size, shortest: number): LineSegment[] {
  return findLinesOfPlanes([gaussianBlur(luma, size, 0.7)], size, { shortest, leastGradient: usualLeastGradient });
}

/**
 * Straight edges of several planes at once, as {@link findLineSegments} finds them: at each pixel the plane with the
 * strongest gradient counts, so that edges between two colours of one lightness are found as well.
 *
 * @param planes of one size and unit, blurred a little already
 * @param shortest length below which edges are left out, pixels
 * @param leastGradient change per pixel below which nothing is an edge, in the unit of the planes
 */
export function findLinesOfPlanes(
  planes: readonly Float32Array[],
  size: Size,
  { shortest, leastGradient }: { shortest: number; leastGradient: number },
): LineSegment[] {
  const { width, height } = size;
  const { angles, order, strength } = gradientsOf(planes, size, leastGradient);
  const isUsed = new Uint8Array(angles.length);
  const region = new Int32Array(angles.length);
  const segments: LineSegment[] = [];
  for (const start of order) {
    if (isUsed[start]) continue;
    const count = growRegion(start);
    if (count < shortest) continue;
    const segment = fitSegment(region.subarray(0, count), strength, width);
    if (segment && segment.length >= shortest) segments.push(segment);
  }
  return segments;

  function growRegion(start: number): number {
    let count = 1;
    region[0] = start;
    isUsed[start] = 1;
    let angle = angles[start]!;
    let sumX = Math.cos(angle);
    let sumY = Math.sin(angle);
    for (let next = 0; next < count; next++) {
      const x = region[next]! % width;
      const y = (region[next]! / width) | 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const at = row * width + column;
          const other = angles[at]!;
          if (isUsed[at] || other === noAngle) continue;
          const turn = Math.abs(other - angle);
          if (Math.min(turn, 2 * Math.PI - turn) > angleTolerance) continue;
          isUsed[at] = 1;
          region[count++] = at;
          sumX += Math.cos(other);
          sumY += Math.sin(other);
          angle = Math.atan2(sumY, sumX);
        }
      }
    }
    return count;
  }
}

/** Direction along the edge and strength at every 2×2 block, and the blocks with an edge from strong to weak. */
function gradientsOf(planes: readonly Float32Array[], { width, height }: Size, leastGradient: number) {
  const count = width * height;
  const angles = new Float32Array(count).fill(noAngle);
  const strength = new Float32Array(count);
  let strongest = leastGradient;
  for (const plane of planes) {
    for (let y = 0; y < height - 1; y++) {
      for (let x = 0, i = y * width; x < width - 1; x++, i++) {
        const falling = plane[i + width + 1]! - plane[i]!;
        const rising = plane[i + 1]! - plane[i + width]!;
        const across = falling + rising;
        const down = falling - rising;
        const size = Math.sqrt((across * across + down * down) / 4);
        if (size <= strength[i]!) continue;
        strength[i] = size;
        if (size <= leastGradient) continue;
        angles[i] = Math.atan2(across, -down);
        if (size > strongest) strongest = size;
      }
    }
  }
  return { angles, order: fromStrongToWeak(angles, strength, strongest), strength };
}

/** Blocks with an edge from strong to weak, by counting in 1024 bins. */
function fromStrongToWeak(angles: Float32Array, strength: Float32Array, strongest: number): Int32Array {
  const bins = 1024;
  const binOf = (i: number) => bins - 1 - Math.min(bins - 1, ((strength[i]! / strongest) * bins) | 0);
  const starts = new Int32Array(bins + 1);
  for (let i = 0; i < angles.length; i++) if (angles[i] !== noAngle) starts[binOf(i) + 1]!++;
  for (let bin = 0; bin < bins; bin++) starts[bin + 1]! += starts[bin]!;
  const order = new Int32Array(starts[bins]!);
  for (let i = 0; i < angles.length; i++) if (angles[i] !== noAngle) order[starts[binOf(i)]!++] = i;
  return order;
}

function fitSegment(region: Int32Array, strength: Float32Array, width: number): LineSegment | undefined {
  let centreX = 0;
  let centreY = 0;
  let total = 0;
  for (const at of region) {
    centreX += strength[at]! * (at % width);
    centreY += strength[at]! * ((at / width) | 0);
    total += strength[at]!;
  }
  centreX /= total;
  centreY /= total;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const at of region) {
    const dx = (at % width) - centreX;
    const dy = ((at / width) | 0) - centreY;
    xx += strength[at]! * dx * dx;
    yy += strength[at]! * dy * dy;
    xy += strength[at]! * dx * dy;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  let [near, far, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of region) {
    const dx = (at % width) - centreX;
    const dy = ((at / width) | 0) - centreY;
    const along = dx * ux + dy * uy;
    const across = dy * ux - dx * uy;
    near = Math.min(near, along);
    far = Math.max(far, along);
    low = Math.min(low, across);
    high = Math.max(high, across);
  }
  const length = far - near;
  const thickness = Math.max(1, high - low);
  if (region.length / (length * thickness) < 0.33 || thickness > length * 0.35) return undefined;
  // Gradients lie between pixels: half a pixel to the right and below; pixel centres are whole numbers and a half.
  return {
    x1: centreX + near * ux + 1,
    y1: centreY + near * uy + 1,
    x2: centreX + far * ux + 1,
    y2: centreY + far * uy + 1,
    length,
  };
}
