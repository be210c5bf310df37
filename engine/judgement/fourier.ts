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
 * divided by the number of values. Rows are turned to columns meanwhile: all columns at once read memory in its order.
 */
export function transform(square: ComplexSquare, isInverse: boolean): void {
  const turns = turnsOf(square.side, isInverse);
  turnOver(square);
  transformColumns(square, turns);
  turnOver(square);
  transformColumns(square, turns);
}

interface Turns {
  cosines: Float64Array;
  sines: Float64Array;
  /** Places in the order in which their bits are reversed. */
  reversed: Int32Array;
}

function turnsOf(count: number, isInverse: boolean): Turns {
  const turn = ((isInverse ? 2 : -2) * Math.PI) / count;
  const reversed = new Int32Array(count);
  for (let i = 1; i < count; i++) reversed[i] = (reversed[i >> 1]! >> 1) | (i & 1 ? count >> 1 : 0);
  return {
    cosines: Float64Array.from({ length: count / 2 }, (_, i) => Math.cos(turn * i)),
    sines: Float64Array.from({ length: count / 2 }, (_, i) => Math.sin(turn * i)),
    reversed,
  };
}

/** Swaps rows and columns. */
function turnOver({ side, real, imaginary }: ComplexSquare): void {
  for (const plane of [real, imaginary]) {
    for (let row = 1; row < side; row++) {
      for (let column = 0; column < row; column++) {
        const [one, other] = [row * side + column, column * side + row];
        const value = plane[one]!;
        plane[one] = plane[other]!;
        plane[other] = value;
      }
    }
  }
}

function transformColumns({ side, real, imaginary }: ComplexSquare, { cosines, sines, reversed }: Turns): void {
  for (const plane of [real, imaginary]) swapRows(plane, side, reversed);
  for (let half = 1; half < side; half *= 2) {
    const stride = side / (2 * half);
    const down = half * side;
    for (let row = 0; row < side; row++) {
      const i = row % (2 * half);
      if (i >= half) continue;
      const [c, s] = [cosines[i * stride]!, sines[i * stride]!];
      for (let a = row * side; a < (row + 1) * side; a++) {
        const b = a + down;
        const x = real[b]! * c - imaginary[b]! * s;
        const y = real[b]! * s + imaginary[b]! * c;
        real[b] = real[a]! - x;
        imaginary[b] = imaginary[a]! - y;
        real[a]! += x;
        imaginary[a]! += y;
      }
    }
  }
}

function swapRows(plane: Float64Array, side: number, reversed: Int32Array): void {
  const kept = new Float64Array(side);
  for (let row = 0; row < side; row++) {
    const other = reversed[row]!;
    if (other <= row) continue;
    kept.set(plane.subarray(row * side, (row + 1) * side));
    plane.copyWithin(row * side, other * side, (other + 1) * side);
    plane.set(kept, other * side);
  }
}
