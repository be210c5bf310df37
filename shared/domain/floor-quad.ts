/** Four corners of a rectangle that lies on a floor, as it is seen in a picture. */

/** A place in a picture, pixels from its upper left corner. */
interface Corner {
  x: number;
  y: number;
}

type Triple = readonly [number, number, number];

/** Sine of an angle below which three corners lie on one line. */
const flattest = 0.03;
/** Distance from the middle to the farthest corner, pixels, below which a slip of the hand is all that is seen. */
const smallest = 12;
/** The horizon is no farther from a floor's middle than so many times the middle's distance to its farthest corner. */
const farthestHorizon = 40;
/** Cosine of how far the horizon of a floor may lean in a picture that is held askew. */
const leastUpright = 0.8;

const again = '请依次点出地面上一块矩形的四个角';

/**
 * Why four corners are no rectangle on a floor, whatever camera took the picture: one sentence for people; undefined
 * where they may be one. Corners go round the rectangle, either way.
 */
export function floorQuadProblem(corners: readonly Corner[]): string | undefined {
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length;
  const radius = Math.max(...corners.map((corner) => Math.hypot(corner.x - x, corner.y - y)));
  if (corners.length !== 4 || radius < smallest) return `标出的地面太小，看不出透视，${again}`;
  const [a, b, c, d] = corners.map((corner): Triple => [(corner.x - x) / radius, (corner.y - y) / radius, 1]);
  const turns = [turnAt(d!, a!, b!), turnAt(a!, b!, c!), turnAt(b!, c!, d!), turnAt(c!, d!, a!)];
  if (turns.some((turn) => Math.abs(turn) < flattest)) return `标出的角有三个几乎在一条直线上，${again}`;
  const leftwards = turns.filter((turn) => turn < 0).length;
  if (leftwards === 2) return `标出的四个角连成了交叉的线，请绕着矩形一圈依次点`;
  if (leftwards === 1 || leftwards === 3) return `标出的四个角向里凹了一个，${again}`;
  const [lx, ly, lz] = crossed(crossed(crossed(a!, b!), crossed(d!, c!)), crossed(crossed(a!, d!), crossed(b!, c!)));
  const slope = Math.hypot(lx, ly);
  // The middle is the origin: the horizon passes it at this distance, and above it where this is positive.
  if (Math.abs(lz) > farthestHorizon * slope)
    return '标出的四边在画面里几乎两两平行，看不出远近，请换一块更大的、有近大远小的矩形地面';
  if (ly * Math.sign(lz) < leastUpright * slope)
    return '标出的不像平放的地面：地面矩形远处的一边更短、更靠上，请点在地面上，不要点在墙面或顶面上';
  return undefined;
}

function crossed(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Sine of the turn at `at` on the way from one corner to the next. */
function turnAt(from: Triple, at: Triple, to: Triple): number {
  const [ax, ay, bx, by] = [at[0] - from[0], at[1] - from[1], to[0] - at[0], to[1] - at[1]];
  return (ax * by - ay * bx) / (Math.hypot(ax, ay) * Math.hypot(bx, by) || 1);
}
