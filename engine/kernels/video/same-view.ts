import type { Plane } from './i420.ts';

/** Side of the grid on which structure is compared, cells. */
const grid = 128;
/** Structure that agrees less than this is another view, see {@link structureAgreement}. */
const leastAgreement = 0.3;
/** A displacement by this many cells must cost a good part of the agreement. */
const displacement = 6;
/** Share of the agreement that may be left then. */
const mostDisplaced = 0.6;

/**
 * Returns true when two pictures show the same things at the same places, perhaps in quite different light: their edges
 * run the same way in the same places, and no longer do when one picture is displaced a little.
 */
export function isSameView(one: Plane, other: Plane): boolean {
  const [first, second] = [structureOf(one), structureOf(other)];
  const agreement = structureAgreement(first, second, 0, 0);
  if (agreement < leastAgreement) return false;
  const ways = [-displacement, 0, displacement];
  const displaced = ways.flatMap((dx) => ways.map((dy) => (dx || dy ? structureAgreement(first, second, dx, dy) : 0)));
  return Math.max(...displaced) < agreement * mostDisplaced;
}

/** Edges of a picture as doubled-angle vectors, so that light beside dark counts as dark beside light. */
interface Structure {
  across: Float32Array;
  diagonal: Float32Array;
}

function structureOf({ samples, width, height }: Plane): Structure {
  const cells = new Float32Array(grid * grid);
  const counts = new Float32Array(grid * grid);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * grid) / height) * grid;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.floor((x * grid) / width);
      cells[cell]! += samples[y * width + x]!;
      counts[cell]!++;
    }
  }
  for (let cell = 0; cell < cells.length; cell++) cells[cell] = cells[cell]! / Math.max(1, counts[cell]!);
  const across = new Float32Array(grid * grid);
  const diagonal = new Float32Array(grid * grid);
  for (let y = 1; y < grid - 1; y++) {
    for (let x = 1; x < grid - 1; x++) {
      const at = y * grid + x;
      const dx = cells[at + 1]! - cells[at - 1]!;
      const dy = cells[at + grid]! - cells[at - grid]!;
      const length = Math.hypot(dx, dy);
      // Strength counts little: a wall in shade has the same edges as in light, only weaker.
      const weight = length / (length + 6) / Math.max(1e-6, length * length);
      across[at] = (dx * dx - dy * dy) * weight;
      diagonal[at] = 2 * dx * dy * weight;
    }
  }
  return { across, diagonal };
}

/** Correlation of edge directions, -1 … 1, with the second picture displaced by whole cells. */
function structureAgreement(one: Structure, other: Structure, dx: number, dy: number): number {
  let both = 0;
  let first = 0;
  let second = 0;
  for (let y = displacement; y < grid - displacement; y++) {
    for (let x = displacement; x < grid - displacement; x++) {
      const at = y * grid + x;
      const to = at + dy * grid + dx;
      both += one.across[at]! * other.across[to]! + one.diagonal[at]! * other.diagonal[to]!;
      first += one.across[at]! ** 2 + one.diagonal[at]! ** 2;
      second += other.across[to]! ** 2 + other.diagonal[to]! ** 2;
    }
  }
  return first === 0 || second === 0 ? 0 : both / Math.sqrt(first * second);
}
