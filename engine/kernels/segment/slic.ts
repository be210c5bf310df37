import type { Size } from '../../base/blur.ts';

/** Lab planes of one size, each in hundredths of a Lab unit as `labPlanes` gives them. */
export interface LabPlanes {
  lightness: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

/** A division of a picture into connected regions, numbered 0 … `count` - 1. */
export interface Regions {
  /** Region of every pixel, in row order. */
  labels: Uint16Array;
  count: number;
}

/** More regions than this cannot be numbered. */
const mostRegions = 65_535;

/**
 * Superpixels by SLIC (Achanta et al., "SLIC Superpixels Compared to State-of-the-Art", TPAMI 2012): k-means over
 * colour and place in windows of twice the grid step, then every region is made connected and small ones join a
 * neighbour.
 *
 * @param lab planes of `size`
 * @param count regions wished for, 1–16 000; the result has about as many
 * @param compactness how much place counts against colour, in Lab units per grid step: 5 follows edges, 40 gives squares
 */
export function slicSuperpixels(
  lab: LabPlanes,
  size: Size,
  { count, compactness, iterations = 6 }: { count: number; compactness: number; iterations?: number },
): Regions {
  const { width, height } = size;
  const step = Math.max(2, Math.sqrt((width * height) / count));
  const clusters: Clusters = {
    lab,
    size,
    reach: Math.ceil(step),
    placeWeight: (compactness / 100 / step) ** 2,
    centres: placeCentres(lab, size, step),
    nearest: new Int32Array(width * height),
    distances: new Float32Array(width * height),
  };
  const sums = new Float64Array((clusters.centres.length / 5) * 6);
  for (let iteration = 0; iteration < iterations; iteration++) {
    clusters.distances.fill(Number.POSITIVE_INFINITY);
    for (let centre = 0; centre < clusters.centres.length / 5; centre++) claimPixels(clusters, centre);
    moveCentres(clusters, sums);
  }
  return connectRegions(clusters.nearest, size, (step * step) / 4);
}

interface Clusters {
  lab: LabPlanes;
  size: Size;
  /** Half the side of a centre's window, pixels. */
  reach: number;
  /** Factor on squared pixels against squared colour differences. */
  placeWeight: number;
  /** Lightness, a, b, x, y of one centre after the other. */
  centres: Float64Array;
  /** The nearest centre of each pixel, and its squared distance. */
  nearest: Int32Array;
  distances: Float32Array;
}

/** Gives a centre the pixels of its window that are nearer to it than to those before it. */
function claimPixels({ lab, size, reach, placeWeight, centres, nearest, distances }: Clusters, centre: number): void {
  const { lightness, a, b } = lab;
  const { width, height } = size;
  const at = centre * 5;
  const cl = centres[at]!;
  const ca = centres[at + 1]!;
  const cb = centres[at + 2]!;
  const cx = centres[at + 3]!;
  const cy = centres[at + 4]!;
  const left = Math.max(0, Math.floor(cx - reach));
  const right = Math.min(width - 1, Math.floor(cx + reach));
  const bottom = Math.min(height - 1, Math.floor(cy + reach));
  for (let y = Math.max(0, Math.floor(cy - reach)); y <= bottom; y++) {
    const down = (y - cy) * (y - cy);
    for (let x = left, i = y * width + left; x <= right; x++, i++) {
      const dl = lightness[i]! - cl;
      const da = a[i]! - ca;
      const db = b[i]! - cb;
      const distance = dl * dl + da * da + db * db + ((x - cx) * (x - cx) + down) * placeWeight;
      if (distance < distances[i]!) {
        distances[i] = distance;
        nearest[i] = centre;
      }
    }
  }
}

/** Moves every centre to the mean of its pixels. @param sums scratch, six numbers per centre */
function moveCentres({ lab, size, centres, nearest }: Clusters, sums: Float64Array): void {
  const { lightness, a, b } = lab;
  const { width, height } = size;
  sums.fill(0);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const at = nearest[i]! * 6;
      sums[at]! += lightness[i]!;
      sums[at + 1]! += a[i]!;
      sums[at + 2]! += b[i]!;
      sums[at + 3]! += x;
      sums[at + 4]! += y;
      sums[at + 5]!++;
    }
  }
  for (let centre = 0; centre < centres.length / 5; centre++) {
    const members = sums[centre * 6 + 5]!;
    if (members === 0) continue;
    for (let field = 0; field < 5; field++) centres[centre * 5 + field] = sums[centre * 6 + field]! / members;
  }
}

/** Lightness, a, b, x, y of one centre after the other, on a grid. */
function placeCentres({ lightness, a, b }: LabPlanes, { width, height }: Size, step: number): Float64Array {
  const centres: number[] = [];
  for (let y = step / 2; y < height; y += step) {
    for (let x = step / 2; x < width; x += step) {
      const i = Math.floor(y) * width + Math.floor(x);
      centres.push(lightness[i]!, a[i]!, b[i]!, Math.floor(x), Math.floor(y));
    }
  }
  return Float64Array.from(centres);
}

/** Numbers the connected parts of a division anew; parts below `smallest` pixels join the part met before them. */
function connectRegions(division: Int32Array, size: Size, smallest: number): Regions {
  const { width, height } = size;
  const length = width * height;
  const numbers = new Int32Array(length).fill(-1);
  const members = new Int32Array(length);
  let count = 0;
  for (let start = 0; start < length; start++) {
    if (numbers[start]! >= 0) continue;
    let neighbour = -1;
    if (start % width > 0) neighbour = numbers[start - 1]!;
    else if (start >= width) neighbour = numbers[start - width]!;
    const total = floodPart({ division, numbers, members, width }, start, count);
    if ((total < smallest && neighbour >= 0) || count >= mostRegions) {
      for (let member = 0; member < total; member++) numbers[members[member]!] = Math.max(0, neighbour);
    } else count++;
  }
  return { labels: Uint16Array.from(numbers), count };
}

/** Gives the connected part round a pixel a number and lists it in `members`; returns its size in pixels. */
function floodPart(
  {
    division,
    numbers,
    members,
    width,
  }: { division: Int32Array; numbers: Int32Array; members: Int32Array; width: number },
  start: number,
  number: number,
): number {
  const own = division[start]!;
  let total = 1;
  members[0] = start;
  numbers[start] = number;
  const take = (pixel: number) => {
    if (numbers[pixel]! >= 0 || division[pixel] !== own) return;
    numbers[pixel] = number;
    members[total++] = pixel;
  };
  for (let next = 0; next < total; next++) {
    const pixel = members[next]!;
    const x = pixel % width;
    if (x > 0) take(pixel - 1);
    if (x < width - 1) take(pixel + 1);
    if (pixel >= width) take(pixel - width);
    if (pixel + width < division.length) take(pixel + width);
  }
  return total;
}
