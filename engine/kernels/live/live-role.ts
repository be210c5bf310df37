/** Roles of areas in the scene. */
export const Role = {
  /** Sky above the horizon, ground below it. */
  back: 0,
  sky: 1,
  sun: 2,
  grass: 3,
  paving: 4,
  road: 5,
  soil: 6,
  water: 7,
  foliage: 8,
  wall: 9,
  roof: 10,
  window: 11,
  door: 12,
  /** Posts, trunks, furniture: whatever stands and is no wall. */
  thing: 13,
  ceiling: 14,
  floor: 15,
  /** A pixel of a placed photo: it keeps its structure. */
  photo: 16,
} as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Stands on the ground and throws a shadow. */
export const isUpright = (role: number): boolean => role >= Role.foliage && role <= Role.thing;
/** Lies flat below the horizon. */
export const isFlat = (role: number): boolean => role >= Role.grass && role <= Role.water;
