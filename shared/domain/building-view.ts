/** Views of a building model: where the camera stands, and what lights the model. */
import { z } from 'zod';

/**
 * Camera in a building model. Coordinates are those of the normalised model: metres, right-handed, x to the right and
 * z to the bottom of the plan, y up, y = 0 at the ground.
 */
export const BuildingCamera = z.object({
  /** Position, metres. */
  x: z.number().min(-20_000).max(20_000),
  y: z.number().min(-20_000).max(20_000),
  z: z.number().min(-20_000).max(20_000),
  /** Degrees clockwise seen from above; 0 looks to the top of the plan (−z), 90 along +x. */
  yaw: z.number().min(-360).max(360),
  /** Degrees downwards; 0 keeps verticals upright (two-point perspective). */
  pitch: z.number().min(-90).max(90).default(0),
  /** Focal length for a film 36 mm wide, millimetres. */
  lens: z.number().min(15).max(200).default(28),
  /** Share of the picture's height by which the picture plane is moved up. */
  shift: z.number().min(-1).max(1).default(0),
});
export type BuildingCamera = z.infer<typeof BuildingCamera>;

/** Moment and place that the sun stands for. */
export const BuildingSun = z.object({
  /** Degrees, north positive. */
  latitude: z.number().min(-66).max(66),
  /** Degrees, east positive. */
  longitude: z.number().min(-180).max(180),
  date: z.iso.date(),
  /** Minutes since midnight by the clock of the place. */
  minutes: z.int().min(0).max(1439),
  /** Hours by which the clock of the place is ahead of UTC. */
  timeZone: z.number().min(-12).max(14).default(8),
});
export type BuildingSun = z.infer<typeof BuildingSun>;

/** Look of a model: its materials, or all of it white. */
const buildingLooks = ['material', 'clay'] as const;

/** View of a model that a picture shows, kept with the picture so that tools can draw it again exactly. */
export const BuildingView = z.object({
  camera: BuildingCamera,
  sun: BuildingSun,
  look: z.enum(buildingLooks).default('material'),
});
export type BuildingView = z.infer<typeof BuildingView>;

/** Way from the file's coordinates to those of the normalised model; found by the reader, confirmed by the person. */
export const BuildingPlacement = z.object({
  /** Metres to one unit of the file. */
  metresPerUnit: z.number().min(1e-6).max(1e4),
  /** Axis of the file that points up. */
  up: z.enum(['y', 'z']),
  /** Degrees by which true north is turned clockwise from the top of the plan. */
  north: z.number().min(-360).max(360),
});
export type BuildingPlacement = z.infer<typeof BuildingPlacement>;
