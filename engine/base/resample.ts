import type { Size } from './blur.ts';

/**
 * Centre-aligned separable resampling of planes: output pixel `o` looks at `(o + 0.5) * from / to - 0.5`, so nothing
 * moves. (libvips' resize moves an enlarged picture by half an output pixel and falls back to cubic; never use it to
 * enlarge.) When reducing, kernels widen by the factor, which is the low pass. Borders repeat the edge pixel.
 */
type Kernel = 'lanczos3' | 'catmullRom';

const kernels: Record<Kernel, { radius: number; weight(x: number): number }> = {
  // Duchon 1979; three lobes.
  lanczos3: {
    radius: 3,
    weight: (x) => {
      if (x === 0) return 1;
      const angle = Math.PI * x;
      return Math.abs(x) < 3 ? (3 * Math.sin(angle) * Math.sin(angle / 3)) / (angle * angle) : 0;
    },
  },
  // Catmull & Rom 1974; Keys 1981 with a = -0.5. What other programs call bicubic.
  catmullRom: {
    radius: 2,
    weight: (x) => {
      const t = Math.abs(x);
      if (t < 1) return 1.5 * t * t * t - 2.5 * t * t + 1;
      return t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0;
    },
  },
};

/** For each output position `span` source indices and weights that sum to 1. */
interface Taps {
  span: number;
  indices: Int32Array;
  weights: Float32Array;
  /** First source index of each output position whose indices follow each other; -1 where the edge pixel is repeated. */
  starts: Int32Array;
}

function makeTaps(from: number, to: number, kernel: Kernel): Taps {
  const { radius, weight } = kernels[kernel];
  const step = from / to;
  const widening = Math.max(1, step);
  const reach = radius * widening;
  const span = Math.ceil(reach * 2);
  const indices = new Int32Array(to * span);
  const weights = new Float32Array(to * span);
  const starts = new Int32Array(to);
  for (let output = 0; output < to; output++) {
    const centre = (output + 0.5) * step - 0.5;
    const start = Math.floor(centre - reach) + 1;
    starts[output] = start >= 0 && start + span <= from ? start : -1;
    let total = 0;
    for (let tap = 0; tap < span; tap++) total += weight((start + tap - centre) / widening);
    for (let tap = 0; tap < span; tap++) {
      const position = start + tap;
      indices[output * span + tap] = Math.min(from - 1, Math.max(0, position));
      weights[output * span + tap] = weight((position - centre) / widening) / total;
    }
  }
  return { span, indices, weights, starts };
}

/**
 * Resamples one plane.
 *
 * @param source plane of `from` size, any unit; overshoot is not clipped
 * @param out plane of `to` size
 */
export function resamplePlane(
  source: Float32Array,
  from: Size,
  to: Size,
  kernel: Kernel = 'lanczos3',
  out: Float32Array = new Float32Array(to.width * to.height),
): Float32Array {
  const columns = makeTaps(from.width, to.width, kernel);
  const rows = makeTaps(from.height, to.height, kernel);
  const between = new Float32Array(to.width * from.height);
  resampleRows(source, from, columns, between);
  const line = new Float32Array(to.width);
  for (let y = 0; y < to.height; y++) {
    line.fill(0);
    for (let tap = y * rows.span; tap < (y + 1) * rows.span; tap++) {
      const weight = rows.weights[tap]!;
      if (weight === 0) continue;
      const row = rows.indices[tap]! * to.width;
      for (let x = 0; x < to.width; x++) line[x]! += between[row + x]! * weight;
    }
    out.set(line, y * to.width);
  }
  return out;
}

/** Resamples along rows; `columns` has the taps of each column of `out`. */
function resampleRows(source: Float32Array, from: Size, columns: Taps, out: Float32Array): void {
  const { span, indices, weights, starts } = columns;
  const width = starts.length;
  for (let y = 0; y < from.height; y++) {
    const row = y * from.width;
    const target = y * width;
    for (let x = 0, tap = 0; x < width; x++) {
      let sum = 0;
      const end = tap + span;
      const start = starts[x]!;
      if (start >= 0) for (let at = row + start; tap < end; tap++, at++) sum += source[at]! * weights[tap]!;
      else for (; tap < end; tap++) sum += source[row + indices[tap]!]! * weights[tap]!;
      out[target + x] = sum;
    }
  }
}
