import type { BuildingPlacement } from '#shared/domain/building-view';
import type { Collected } from './mesh-collector.ts';

/** Facts that a file gives of its coordinates, and how those that were collected are turned already. */
export interface FileFrame {
  /** Of the numbers of the file. */
  metresPerUnit?: number | undefined;
  up?: 'y' | 'z' | undefined;
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north?: number | undefined;
  /** The reader has made metres and y up of the collected coordinates already, by what the file says. */
  isApplied: boolean;
  /** The format knows no unit but metres, to which not every program keeps. */
  isMetric: boolean;
}

export interface FoundPlacement {
  placement: BuildingPlacement;
  isKnown: Record<keyof BuildingPlacement, boolean>;
}

/** Units that files are written in, with how common each is beside metres. */
const units = [
  { metres: 0.001, share: 0.55 },
  { metres: 0.01, share: 0.22 },
  { metres: 0.0254, share: 0.16 },
  { metres: 0.3048, share: 0.07 },
] as const;
/** Share of files that are in metres, where the format asks for them and where it does not. */
const metreShares = { asked: 0.9, free: 0.55 };
/** Longest side of a building, metres: the middle of what is usual, and the spread as a logarithm. */
const usualSide = { middle: 20, spread: 1.1 };
/** Longest side, metres, up to which and from which no unit but metres is thought of. */
const surelyMetres = { from: 1, to: 250 };
/** By how much z has to be the likelier axis to point up, since most programs write y. */
const upAdvantage = 1.15;

/**
 * Placement of a file that was not confirmed by a person.
 *
 * @param size of the model in its own units
 */
export function findPlacement(
  frame: FileFrame,
  collected: Collected,
  size: readonly [number, number, number],
): FoundPlacement {
  const metresPerUnit = frame.metresPerUnit ?? guessUnit(Math.max(...size), frame.isMetric);
  return {
    placement: { metresPerUnit, up: frame.up ?? guessUp(collected, size), north: frame.north ?? 0 },
    isKnown: {
      metresPerUnit: frame.metresPerUnit !== undefined || (frame.isMetric && metresPerUnit === 1),
      up: frame.up !== undefined,
      north: frame.north !== undefined,
    },
  };
}

/** The unit by which the model is most like a building. @param isMetric as in {@link FileFrame} */
function guessUnit(longestSide: number, isMetric: boolean): number {
  if (longestSide >= surelyMetres.from && longestSide <= surelyMetres.to) return 1;
  const share = isMetric ? metreShares.asked : metreShares.free;
  const candidates = [{ metres: 1, share }, ...units.map((unit) => ({ ...unit, share: unit.share * (1 - share) }))];
  const scoreOf = (unit: { metres: number; share: number }) =>
    Math.log(unit.share) - Math.log((longestSide * unit.metres) / usualSide.middle) ** 2 / (2 * usualSide.spread ** 2);
  return candidates.reduce((best, candidate) => (scoreOf(candidate) > scoreOf(best) ? candidate : best)).metres;
}

/** Floors and ceilings have more surface than the walls that look along one axis, and buildings are wider than high. */
function guessUp(collected: Collected, [width, y, z]: readonly [number, number, number]): 'y' | 'z' {
  const area = areasAlong(collected);
  const likelyY = area.y * Math.sqrt(Math.max(width, z) / y);
  const likelyZ = area.z * Math.sqrt(Math.max(width, y) / z);
  return likelyZ > likelyY * upAdvantage ? 'z' : 'y';
}

/** Twice the areas of the faces that look along an axis. */
function areasAlong({ count, positions: p }: Collected): { y: number; z: number } {
  const area = { y: 0, z: 0 };
  for (let i = 0; i < count; i++) {
    const at = i * 9;
    const [ax, ay, az] = [p[at + 3]! - p[at]!, p[at + 4]! - p[at + 1]!, p[at + 5]! - p[at + 2]!];
    const [bx, by, bz] = [p[at + 6]! - p[at]!, p[at + 7]! - p[at + 1]!, p[at + 8]! - p[at + 2]!];
    const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx] as const;
    const doubled = Math.hypot(...normal);
    if (Math.abs(normal[1]) > 0.95 * doubled) area.y += doubled;
    else if (Math.abs(normal[2]) > 0.95 * doubled) area.z += doubled;
  }
  return area;
}
