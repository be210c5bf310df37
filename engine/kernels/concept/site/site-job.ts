/** Input of laying out a site, and data its parts share. */
import { randomSource } from '../../trace/noise.ts';
import type { Palette } from '../../trace/palette.ts';
import type { Camera, SceneBuilder } from '../../trace/scene.ts';
import type { Box } from '../facade/face.ts';
import type { Skin } from '../facade/skin.ts';
import type { Brief, Feature } from '../words/brief.ts';

export interface SiteJob {
  scene: SceneBuilder;
  m: Palette;
  skin: Skin;
  brief: Brief;
  footprints: readonly Box[];
  /** Bounding box of the footprints. */
  bounds: Box;
  top: number;
  camera: Camera;
  isFromAbove: boolean;
  isInRow: boolean;
  isEveryday: boolean;
  /** The ground within the bounds is there already: no terrace, no way to the entrance. */
  isGroundLaid?: boolean;
  /** Share of lit windows, for neighbours. */
  lit: number;
  glow: number;
  seed: number;
  random: () => number;
}

/** Ground that is taken: nothing is planted there. */
export interface SitePhoto {
  boxes: Box[];
  /** Water and road by z. */
  roads: { from: number; to: number }[];
  shore?: { at: number; isInFront: boolean };
}

export function has({ brief }: Pick<SiteJob, 'brief'>, feature: Feature, byDefault: boolean): boolean {
  if (brief.unwanted.has(feature)) return false;
  return byDefault || brief.wanted.has(feature);
}

/** Room between the front and the water. */
export function shoreGap({ bounds, top }: Pick<SiteJob, 'bounds' | 'top'>): number {
  return Math.min(14, 5 + Math.min(bounds.x1 - bounds.x0, top) * 0.16);
}

export function grown({ x0, z0, x1, z1 }: Box, by: number): Box {
  return { x0: x0 - by, z0: z0 - by, x1: x1 + by, z1: z1 + by };
}

/** A source for one purpose, so that changing one part of a site does not move the others. */
export function sourceFor({ seed }: Pick<SiteJob, 'seed'>, purpose: number): () => number {
  const random = randomSource(seed * 977 + purpose * 7919 + 1);
  for (let i = 0; i < 6; i++) random();
  return random;
}
