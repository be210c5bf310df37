import earcut from 'earcut';

/** Polygons with more corners are cut into a fan, whatever their shape. */
const mostCorners = 5000;

type Point = readonly [x: number, y: number, z: number];

/**
 * Cuts a plane polygon into triangles that go round as it does.
 *
 * @returns three numbers of corners a triangle, counting from 0
 */
export function triangulate(corners: readonly Point[]): readonly number[] {
  const fan = corners.slice(2).flatMap((_, i) => [0, i + 1, i + 2]);
  if (corners.length <= 3 || corners.length > mostCorners) return fan;
  const normal = normalOf(corners);
  const size = normal.map(Math.abs);
  const dropped = size.indexOf(Math.max(...size));
  const [first, second] = [(dropped + 1) % 3, (dropped + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
  const flat = corners.flatMap((corner) => [corner[first], corner[second]]);
  if (isConvex(flat)) return fan;
  const cut = earcut(flat);
  const isTurned =
    normal[dropped]! * cut.reduce((sum, _, i) => (i % 3 === 0 ? sum + areaOf(flat, cut, i) : sum), 0) < 0;
  if (!isTurned) return cut;
  return cut.map((_, i) => cut[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!);
}

/** By Newell's method: of the length of twice the area. */
function normalOf(corners: readonly Point[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    sum[0] += (a[1] - b[1]) * (a[2] + b[2]);
    sum[1] += (a[2] - b[2]) * (a[0] + b[0]);
    sum[2] += (a[0] - b[0]) * (a[1] + b[1]);
  });
  return sum;
}

function isConvex(flat: readonly number[]): boolean {
  const count = flat.length / 2;
  let sign = 0;
  for (let i = 0; i < count; i++) {
    const turn = cross(flat, i, (i + 1) % count, (i + 2) % count);
    if (turn === 0) continue;
    if (sign !== 0 && Math.sign(turn) !== sign) return false;
    sign = Math.sign(turn);
  }
  return true;
}

const areaOf = (flat: readonly number[], cut: readonly number[], at: number): number =>
  cross(flat, cut[at]!, cut[at + 1]!, cut[at + 2]!);

function cross(flat: readonly number[], a: number, b: number, c: number): number {
  const [ax, ay, bx, by] = [flat[a * 2]!, flat[a * 2 + 1]!, flat[b * 2]!, flat[b * 2 + 1]!];
  return (bx - ax) * (flat[c * 2 + 1]! - by) - (by - ay) * (flat[c * 2]! - bx);
}
