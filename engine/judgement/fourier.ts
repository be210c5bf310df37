/** A square of complex numbers, in row order. */
export interface ComplexSquare {
  /** Power of two. */
  side: number;
  real: Float64Array;
  imaginary: Float64Array;
}

export function emptySquare(side: number): ComplexSquare {
  return { side, real: new Float64Array(side * side), imaginary: new Float64Array(side * side) };
}

/**
 * Fourier transform of a square in place, rows and then columns (Cooley & Tukey 1965, radix 2). The inverse is not
 * divided by the number of values.
 */
export function transform({ side, real, imaginary }: ComplexSquare, isInverse: boolean): void {
  const line = makeTransform(side, isInverse);
  for (let row = 0; row < side; row++) line(real, imaginary, row * side, 1);
  for (let column = 0; column < side; column++) line(real, imaginary, column, side);
}

type LineTransform = (real: Float64Array, imaginary: Float64Array, start: number, step: number) => void;

function makeTransform(count: number, isInverse: boolean): LineTransform {
  const turn = ((isInverse ? 2 : -2) * Math.PI) / count;
  const cosines = Float64Array.from({ length: count / 2 }, (_, i) => Math.cos(turn * i));
  const sines = Float64Array.from({ length: count / 2 }, (_, i) => Math.sin(turn * i));
  const reversed = new Int32Array(count);
  for (let i = 1; i < count; i++) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? count >> 1 : 0);
  const re = new Float64Array(count);
  const im = new Float64Array(count);
  return (real, imaginary, start, step) => {
    for (let i = 0; i < count; i++) {
      re[i] = real[start + reversed[i]! * step]!;
      im[i] = imaginary[start + reversed[i]! * step]!;
    }
    for (let half = 1; half < count; half *= 2) {
      const stride = count / (2 * half);
      for (let from = 0; from < count; from += 2 * half) {
        for (let i = 0; i < half; i++) {
          const [a, b] = [from + i, from + i + half];
          const [c, s] = [cosines[i * stride]!, sines[i * stride]!];
          const x = re[b]! * c - im[b]! * s;
          const y = re[b]! * s + im[b]! * c;
          re[b] = re[a]! - x;
          im[b] = im[a]! - y;
          re[a]! += x;
          im[a]! += y;
        }
      }
    }
    for (let i = 0; i < count; i++) {
      real[start + i * step] = re[i]!;
      imaginary[start + i * step] = im[i]!;
    }
  };
}
