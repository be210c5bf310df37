/** The ground round the building: paving, road, lawn, water, hills; and what stands on it. */
import { randomSource } from '../trace/noise.ts';
import type { Palette } from '../trace/palette.ts';
import type { Camera, SceneBuilder } from '../trace/scene.ts';
import type { Brief, Feature } from './brief.ts';
import type { Box } from './face.ts';
import { growGreenery } from './greenery.ts';
import { addRange, addWater, sand, snowyRock, woodedHills } from './landform.ts';
import { addNeighbours } from './neighbours.ts';
import { plantSite } from './planting.ts';
import { addLife } from './site-life.ts';
import { layApron, layPaths, layPool, layRoad } from './site-paving.ts';
import type { Skin } from './skin.ts';

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
  /** Share of lit windows, for neighbours. */
  lit: number;
  glow: number;
  seed: number;
  random: () => number;
}

/** What is taken: nothing is planted there. */
export interface Taken {
  boxes: Box[];
  /** Water and road by z. */
  roads: { from: number; to: number }[];
  shore?: { at: number; isInFront: boolean };
}

export function has({ brief }: Pick<SiteJob, 'brief'>, feature: Feature, byDefault: boolean): boolean {
  if (brief.unwanted.has(feature)) return false;
  return byDefault || brief.wanted.has(feature);
}

export function laySite(job: SiteJob): void {
  const { scene, m, brief, bounds, footprints } = job;
  const { mesh } = scene;
  const place = brief.surroundings;
  const taken: Taken = { boxes: footprints.map((box) => grown(box, 0.6)), roads: [] };
  const isUrban = place === 'city';
  const isBuiltUp = isUrban || place === 'residential' || place === 'campus';
  const soil =
    place === 'desert'
      ? sand(scene)
      : place === 'coast'
        ? m.meadow
        : isUrban
          ? m.paving
          : place === 'countryside'
            ? m.meadow
            : m.lawn;
  const isShoreFront =
    (place === 'waterfront' || (has(job, 'water', false) && !isUrban && place !== 'coast')) &&
    !brief.unwanted.has('water');
  const isShoreBack = place === 'coast' && !brief.unwanted.has('water');
  const far = 9000;
  const frontEdge = isShoreFront ? bounds.z0 - shoreGap(job) : -far;
  const backEdge = isShoreBack ? bounds.z1 + 9 : far;
  mesh.floor(soil, -far, frontEdge, far, Math.min(backEdge, bounds.z1 + 400), 0);
  if (backEdge > bounds.z1 + 400)
    mesh.floor(isUrban ? m.gravel : place === 'desert' ? soil : m.meadow, -far, bounds.z1 + 400, far, far, -0.02);
  if (isShoreFront) {
    addWater(scene, m, frontEdge, true, m.stone);
    taken.shore = { at: frontEdge, isInFront: true };
  }
  if (isShoreBack) {
    addWater(scene, m, backEdge, false, sand(scene));
    taken.shore = { at: backEdge, isInFront: false };
  }
  if (isBuiltUp && !isShoreFront) layRoad(job, taken);
  layApron(job, taken, isShoreFront);
  if (!job.isInRow && has(job, 'pool', false)) layPool(job, taken);
  layHills(job);
  layPaths(job, taken);
  if (has(job, 'neighbours', isBuiltUp || job.isInRow)) addNeighbours(job, taken);
  const greenery = growGreenery(scene, m, brief, job.seed % 97);
  plantSite(job, taken, greenery);
  addLife(job, taken);
}

/** Room between the front and the water. */
export function shoreGap({ bounds, top }: Pick<SiteJob, 'bounds' | 'top'>): number {
  return Math.min(14, 5 + Math.min(bounds.x1 - bounds.x0, top) * 0.16);
}

export function grown({ x0, z0, x1, z1 }: Box, by: number): Box {
  return { x0: x0 - by, z0: z0 - by, x1: x1 + by, z1: z1 + by };
}

function layHills(job: SiteJob): void {
  const { scene, brief, seed, bounds } = job;
  const place = brief.surroundings;
  const base = bounds.z1;
  const autumn = brief.season === 'autumn';
  if (brief.unwanted.has('mountains')) return;
  const rangeSeed = seed % 53;
  if (place === 'snowMountain') {
    addRange(scene, {
      from: base + 900,
      to: base + 4200,
      height: 950,
      material: snowyRock(scene, 420),
      seed: rangeSeed,
    });
    addRange(scene, {
      from: base + 180,
      to: base + 800,
      height: 55,
      material: woodedHills(scene, autumn),
      seed: rangeSeed + 5,
    });
  } else if (place === 'forest') {
    addRange(scene, {
      from: base + 90,
      to: base + 700,
      height: 120,
      material: woodedHills(scene, autumn),
      seed: rangeSeed,
    });
    addRange(scene, {
      from: base + 600,
      to: base + 2600,
      height: 320,
      material: woodedHills(scene, autumn),
      seed: rangeSeed + 9,
    });
  } else if (place === 'desert') {
    addRange(scene, { from: base + 60, to: base + 1200, height: 42, material: sand(scene), seed: rangeSeed });
  } else if (
    place !== 'city' &&
    place !== 'coast' &&
    (place === 'waterfront' || place === 'countryside' || brief.wanted.has('mountains'))
  ) {
    addRange(scene, {
      from: base + 260,
      to: base + 2200,
      height: brief.wanted.has('mountains') ? 300 : 130,
      material: woodedHills(scene, autumn),
      seed: rangeSeed,
    });
  }
}

/** A source for one purpose, so that changing one part of a site does not move the others. */
export function sourceFor({ seed }: Pick<SiteJob, 'seed'>, purpose: number): () => number {
  const random = randomSource(seed * 977 + purpose * 7919 + 1);
  for (let i = 0; i < 6; i++) random();
  return random;
}
