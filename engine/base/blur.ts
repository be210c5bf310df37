/**
 * Blurs on planes. A plane is a `Float32Array` of `width * height` values in row order; the unit is the caller's.
 * Every function writes to `out` (made when not given) and returns it, so that callers can reuse buffers.
 */

/** A plane's shape, pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * Mean over a square window of side `2 * radius + 1`, cut off at the borders (the mean is over the pixels that exist).
 * Costs the same for every radius. `out` may be `source`; `scratch` may be neither.
 *
 * @param radius pixels, whole, 0 or more
 */
export function boxBlur(
  source: Float32Array,
  size: Size,
  radius: number,
  out: Float32Array = new Float32Array(source.length),
  scratch: Float32Array = new Float32Array(source.length),
): Float32Array {
  if (radius < 1) {
    out.set(source);
    return out;
  }
  meanOfRows(source, size, radius, scratch);
  meanOfColumns(scratch, size, radius, out);
  return out;
}

/** Mean along rows. Two rows at a time: each sum waits for its last addition. The last of an odd number is done twice. */
function meanOfRows(source: Float32Array, { width, height }: Size, radius: number, scratch: Float32Array): void {
  const firstColumns = Math.min(radius + 1, width);
  // Between these columns the window neither begins nor ends at a border.
  const [wholeFrom, wholeTo] = [radius, width - radius - 1];
  const wholeCount = 2 * radius + 1;
  for (let y = 0; y < height; y += 2) {
    const row = y * width;
    const below = Math.min(1, height - 1 - y) * width;
    let sum = 0;
    let sumBelow = 0;
    for (let at = row; at < row + firstColumns; at++) {
      sum += source[at]!;
      sumBelow += source[at + below]!;
    }
    let count = firstColumns;
    for (let x = 0; x < width; x++) {
      if (x >= wholeFrom && x < wholeTo) {
        const last = row + wholeTo;
        for (let at = row + x; at < last; at++) {
          scratch[at] = sum / wholeCount;
          scratch[at + below] = sumBelow / wholeCount;
          sum += source[at + radius + 1]!;
          sumBelow += source[at + below + radius + 1]!;
          sum -= source[at - radius]!;
          sumBelow -= source[at + below - radius]!;
        }
        x = wholeTo;
        count = wholeCount;
      }
      const at = row + x;
      scratch[at] = sum / count;
      scratch[at + below] = sumBelow / count;
      if (x + radius + 1 < width) {
        sum += source[at + radius + 1]!;
        sumBelow += source[at + below + radius + 1]!;
        count++;
      }
      if (x >= radius) {
        sum -= source[at - radius]!;
        sumBelow -= source[at + below - radius]!;
        count--;
      }
    }
  }
}

/** Mean along columns, by running sums of all columns at once. */
function meanOfColumns(scratch: Float32Array, { width, height }: Size, radius: number, out: Float32Array): void {
  const sums = new Float64Array(width);
  let count = Math.min(radius + 1, height);
  for (let y = 0; y < count; y++) addRow(sums, scratch, y * width, 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const inverse = 1 / count;
    const entering = y + radius + 1 < height ? row + (radius + 1) * width : -1;
    const leaving = y >= radius ? row - radius * width : -1;
    if (entering >= 0 && leaving >= 0) {
      for (let x = 0; x < width; x++) {
        const sum = sums[x]!;
        out[row + x] = sum * inverse;
        sums[x] = sum + scratch[entering + x]! - scratch[leaving + x]!;
      }
      continue;
    }
    for (let x = 0; x < width; x++) out[row + x] = sums[x]! * inverse;
    if (entering >= 0) {
      count++;
      addRow(sums, scratch, entering, 1);
    }
    if (leaving >= 0) {
      count--;
      addRow(sums, scratch, leaving, -1);
    }
  }
}

function addRow(sums: Float64Array, plane: Float32Array, start: number, sign: 1 | -1): void {
  for (let x = 0; x < sums.length; x++) sums[x]! += sign * plane[start + x]!;
}

/**
 * Gaussian blur; borders repeat the edge pixel. Up to `sigma` 2.5 the sampled kernel is used, above it three box blurs
 * of one or two widths whose variances add up to about the same (Wells, "Efficient synthesis of Gaussian filters by
 * cascaded uniform filters", 1986; widths after Kovesi, "Fast almost-Gaussian filtering", 2010).
 *
 * @param sigma standard deviation, pixels, above 0
 */
export function gaussianBlur(
  source: Float32Array,
  size: Size,
  sigma: number,
  out: Float32Array = new Float32Array(source.length),
  scratch: Float32Array = new Float32Array(source.length),
): Float32Array {
  if (sigma > 2.5) {
    const [first, second, third] = boxRadii(sigma);
    boxBlur(source, size, first, out, scratch);
    boxBlur(out, size, second, out, scratch);
    return boxBlur(out, size, third, out, scratch);
  }
  const kernel = gaussianKernel(sigma);
  convolveRows(source, size, kernel, scratch);
  convolveColumns(scratch, size, kernel, out);
  return out;
}

function convolveRows(source: Float32Array, { width, height }: Size, kernel: Float32Array, out: Float32Array): void {
  const radius = (kernel.length - 1) / 2;
  const centre = kernel[radius]!;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const last = row + width - 1;
    for (let x = 0, at = row; x < width; x++, at++) {
      let sum = centre * source[at]!;
      if (x >= radius && x < width - radius) {
        for (let i = 1; i <= radius; i++) sum += kernel[radius + i]! * (source[at - i]! + source[at + i]!);
      } else {
        for (let i = 1; i <= radius; i++) {
          sum += kernel[radius + i]! * (source[Math.max(row, at - i)]! + source[Math.min(last, at + i)]!);
        }
      }
      out[at] = sum;
    }
  }
}

function convolveColumns(source: Float32Array, { width, height }: Size, kernel: Float32Array, out: Float32Array): void {
  const radius = (kernel.length - 1) / 2;
  const centre = kernel[radius]!;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) out[row + x] = centre * source[row + x]!;
    for (let i = 1; i <= radius; i++) {
      const above = Math.max(0, y - i) * width;
      const below = Math.min(height - 1, y + i) * width;
      const weight = kernel[radius + i]!;
      for (let x = 0; x < width; x++) out[row + x]! += weight * (source[above + x]! + source[below + x]!);
    }
  }
}

function boxRadii(sigma: number): [number, number, number] {
  const ideal = Math.sqrt(4 * sigma * sigma + 1);
  const narrow = 2 * Math.floor((ideal - 1) / 2) + 1;
  const narrowCount = Math.round((12 * sigma * sigma - 3 * narrow * narrow - 12 * narrow - 9) / (-4 * narrow - 4));
  const radius = (narrow - 1) / 2;
  const radiusOf = (pass: number) => (pass < narrowCount ? radius : radius + 1);
  return [radiusOf(0), radiusOf(1), radiusOf(2)];
}

/** Sampled Gaussian of odd length that sums to 1, cut off at 2.6 sigma. */
function gaussianKernel(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(sigma * 2.6));
  const kernel = new Float32Array(2 * radius + 1);
  let total = 0;
  for (let i = -radius; i <= radius; i++) {
    const weight = Math.exp((-i * i) / (2 * sigma * sigma));
    kernel[i + radius] = weight;
    total += weight;
  }
  for (let i = 0; i < kernel.length; i++) kernel[i]! /= total;
  return kernel;
}
