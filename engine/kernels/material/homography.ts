/** A place in a plane; the unit is the caller's. */
export interface Point {
  x: number;
  y: number;
}

/** A 3×3 matrix in row order that maps homogeneous points of a plane to those of another. */
export type Homography = Float64Array;

type Nine = readonly [number, number, number, number, number, number, number, number, number];

/** The elements of a homography by name, for loops over many points. */
export const elementsOf = (homography: Homography): Nine => homography as unknown as Nine;

/**
 * The homography that takes four points to four others, by the eight linear equations with the last element set to 1
 * (Hartley & Zisserman, "Multiple View Geometry", 2nd ed., §4.1).
 *
 * @param from four points, no three on one line
 * @returns undefined when the points allow none
 */
export function homographyOf(from: readonly Point[], to: readonly Point[]): Homography | undefined {
  const rows: number[][] = [];
  for (let i = 0; i < 4; i++) {
    const { x, y } = from[i]!;
    const { x: u, y: v } = to[i]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  for (let column = 0; column < 8; column++) {
    let pivot = column;
    for (let row = column + 1; row < 8; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const own = rows[column]!;
    if (Math.abs(own[column]!) < 1e-10) return undefined;
    for (let row = 0; row < 8; row++) {
      if (row === column) continue;
      const other = rows[row]!;
      const share = other[column]! / own[column]!;
      for (let i = column; i < 9; i++) other[i]! -= share * own[i]!;
    }
  }
  return Float64Array.from({ length: 9 }, (_, i) => (i === 8 ? 1 : rows[i]![8]! / rows[i]![i]!));
}

/** Image of a point under a homography. */
export function mapPoint(homography: Homography, { x, y }: Point): Point {
  const [a, b, c, d, e, f, g, h, i] = elementsOf(homography);
  const depth = g * x + h * y + i;
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth };
}

/** The homography of the way back, by the adjugate. A matrix that allows none gives values that are not finite. */
export function inverseOf(homography: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = elementsOf(homography);
  const whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return Float64Array.of(
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ).map((value) => value / whole);
}
