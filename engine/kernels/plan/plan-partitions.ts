import { boxBlur, type Size } from '../../base/blur.ts';
import { growLabels, labelComponents, labelNeighbours } from '../../base/components.ts';

/** Least contrast of a line against its surroundings, lightness 0–1. */
const leastContrast = 0.06;
/** Lines are broken by others that cross them; gaps up to this are part of one, pixels. */
const longestBreak = 3;

/**
 * Straight thin lines across or down, which part rooms where walls are drawn with single strokes: pixels darker than
 * what is around them, in runs of at least `least`. Faint lines count as well as dark ones.
 *
 * @param lightness 0 (ink) … 1 (paper)
 * @param isLetter 1 on text, which is no line
 * @param width the usual thickness of walls, pixels
 * @param least length of a run, pixels
 * @returns 1 on such lines
 */
export function straightLines(
  lightness: Float32Array,
  isLetter: Uint8Array,
  size: Size,
  width: number,
  least: number,
): Uint8Array<ArrayBuffer> {
  const around = boxBlur(lightness, size, Math.max(2, Math.round(width / 2)));
  const isDark = new Uint8Array(lightness.length);
  for (let i = 0; i < isDark.length; i++)
    isDark[i] = !isLetter[i] && around[i]! - lightness[i]! > leastContrast ? 1 : 0;
  const lines = new Uint8Array(isDark.length);
  const mark = (start: number, step: number, count: number) => {
    let from = -1;
    let last = -1;
    const close = () => {
      if (from >= 0 && last - from + 1 >= least) for (let k = from; k <= last; k++) lines[start + k * step] = 1;
      from = -1;
    };
    for (let k = 0; k < count; k++) {
      if (isDark[start + k * step]) {
        if (from < 0) from = k;
        last = k;
      } else if (from >= 0 && k - last > longestBreak) close();
    }
    close();
  };
  for (let y = 0; y < size.height; y++) mark(y * size.width, 1, size.width);
  for (let x = 0; x < size.width; x++) mark(x, size.width, size.height);
  return lines;
}

/**
 * Gives every free pixel to a basin: lines go to what lies beside them, and pockets that lines cut off — furniture,
 * fittings, cupboards — to the neighbour they touch most, unless a name stands in them or they are as large as a room.
 *
 * @param basinOf basins of what lies between the lines, changed in place; -1 elsewhere. 0 is the street
 * @param isFree 1 on what is to be given
 * @param isNamed true for a basin in which a name stands
 * @param largest area up to which a pocket without a name is no room, pixels
 * @returns the number of basins
 */
export function joinPockets(
  basinOf: Int32Array,
  isFree: Uint8Array,
  size: Size,
  isNamed: (basin: number) => boolean,
  largest: number,
  count: number,
): number {
  const isLeft = Uint8Array.from(basinOf, (basin, i) => (basin < 0 && isFree[i] ? 1 : 0));
  const rest = labelComponents(isLeft, size);
  let next = count;
  const numberOf = rest.components.map(({ area, outline }) => (area > outline * 1.5 ? next++ : -1));
  for (let i = 0; i < basinOf.length; i++) if (isLeft[i]) basinOf[i] = numberOf[rest.labels[i]!]!;
  growLabels(
    basinOf,
    size,
    Uint8Array.from(isFree, (free) => (free ? 0 : 1)),
  );
  const areas = new Float64Array(next);
  for (const basin of basinOf) if (basin >= 0) areas[basin]!++;
  const sides = labelNeighbours(basinOf, size, next);
  const parent = Array.from({ length: next }, (_, basin) => basin);
  const rootOf = (basin: number): number => (parent[basin] === basin ? basin : rootOf(parent[basin]!));
  const order = Array.from(areas.keys()).toSorted((a, b) => areas[a]! - areas[b]! || a - b);
  for (const basin of order) {
    if (basin === 0 || isNamed(basin) || areas[basin]! > largest) continue;
    const neighbour = mostTouched(sides, rootOf, basin);
    if (neighbour !== undefined) parent[rootOf(basin)] = neighbour;
  }
  for (let i = 0; i < basinOf.length; i++) if (basinOf[i]! >= 0) basinOf[i] = rootOf(basinOf[i]!);
  return next;
}

/** Root of the group that a basin's group shares most of its outline with; the lowest number among equals. */
function mostTouched(
  sides: ReadonlyArray<ReadonlyMap<number, number>>,
  rootOf: (basin: number) => number,
  basin: number,
): number | undefined {
  const contacts = new Map<number, number>();
  const own = rootOf(basin);
  for (let member = 0; member < sides.length; member++) {
    if (rootOf(member) !== own) continue;
    for (const [neighbour, length] of sides[member]!) {
      if (neighbour < 0 || rootOf(neighbour) === own) continue;
      contacts.set(rootOf(neighbour), (contacts.get(rootOf(neighbour)) ?? 0) + length);
    }
  }
  const [most] = [...contacts].toSorted(([a, lengthA], [b, lengthB]) => lengthB - lengthA || a - b);
  return most?.[0];
}
