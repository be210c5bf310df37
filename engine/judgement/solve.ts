/**
 * Solves symmetric equations by Cholesky's decomposition.
 *
 * @param matrix lower triangle in rows of a positive definite matrix; overwritten
 * @param right overwritten
 * @returns undefined when the matrix is not positive definite
 */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const count = right.length;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++) {
      let value = matrix[i * count + j]!;
      for (let k = 0; k < j; k++) value -= matrix[i * count + k]! * matrix[j * count + k]!;
      if (i !== j) matrix[i * count + j] = value / matrix[j * count + j]!;
      else if (value <= 1e-12) return undefined;
      else matrix[i * count + i] = Math.sqrt(value);
    }
  }
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < i; k++) right[i]! -= matrix[i * count + k]! * right[k]!;
    right[i]! /= matrix[i * count + i]!;
  }
  for (let i = count - 1; i >= 0; i--) {
    for (let k = i + 1; k < count; k++) right[i]! -= matrix[k * count + i]! * right[k]!;
    right[i]! /= matrix[i * count + i]!;
  }
  return right;
}
