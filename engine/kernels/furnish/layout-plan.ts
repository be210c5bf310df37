/** Parts that the plans of rooms share. Distances in metres. */
import { clamp } from '../../base/scalar.ts';
import type { FurnitureWish, Wall } from './layout.ts';

export interface RoomWish {
  main: Wall;
  /** Further walls, the better one first. */
  others: readonly Wall[];
  ceiling: number;
  /** 0–1 numbers from the seed, the same in every run. */
  random: () => number;
  budget: 'economy' | 'medium' | 'premium';
  /** Things that may be fixed to the room: none, lamps, pictures and curtains, or wall panels as well. */
  fixing: 'none' | 'usual' | 'panels';
}

/** From a wall to the middle of what hangs on it. */
export const onWallGap = 0.03;

/** Distance of the group from the wall, metres: rooms much deeper than the group get a walk behind it. */
export function offWall({ depth }: Wall, needed: number): number {
  return clamp((depth - needed) * 0.62, 0, 1.9);
}

export function curtains({ main, others, ceiling }: RoomWish): FurnitureWish[] {
  return [main, ...others].flatMap((wall) =>
    wall.glass.flatMap(([from, to]): FurnitureWish[] =>
      [from - 0.2, to + 0.2]
        .filter((u) => Math.abs(u) < wall.length / 2 + 0.2)
        .map((u) => ({
          kind: 'curtain',
          wall,
          u,
          v: 0.12,
          need: 2,
          width: 0.55,
          height: Math.min(2.7, ceiling - 0.12),
          isLoose: true,
          slack: 1,
        })),
    ),
  );
}

/** Coordinate along a side wall of a point `v` metres off the main one. */
export function wallPlaceOf(side: Wall, v: number, main: Wall): number {
  const z = main.name === 'back' ? main.z - v : main.z;
  if (side.name === 'back') return 0;
  return (side.name === 'left' ? 1 : -1) * (z - side.z);
}

export function chairsAround(
  wall: Wall,
  u: number,
  v: number,
  width: number,
  depth: number,
  ends: boolean,
): FurnitureWish[] {
  const seats = width > 1.9 ? 3 : 2;
  const chairs: FurnitureWish[] = [];
  for (let i = 0; i < seats; i++) {
    const along = u + ((i + 0.5) / seats - 0.5) * (width - 0.2);
    chairs.push({
      kind: 'diningChair',
      wall,
      u: along,
      v: v - depth / 2 - 0.16,
      turn: 0,
      need: 0,
      isLoose: true,
      slack: 0,
    });
    chairs.push({
      kind: 'diningChair',
      wall,
      u: along,
      v: v + depth / 2 + 0.16,
      turn: Math.PI,
      need: 0,
      isLoose: true,
      slack: 0,
    });
  }
  if (ends) {
    chairs.push({
      kind: 'diningChair',
      wall,
      u: u + width / 2 + 0.18,
      v,
      turn: Math.PI / 2,
      need: 2,
      isLoose: true,
      slack: 0,
    });
    chairs.push({
      kind: 'diningChair',
      wall,
      u: u - width / 2 - 0.18,
      v,
      turn: -Math.PI / 2,
      need: 2,
      isLoose: true,
      slack: 0,
    });
  }
  return chairs;
}
