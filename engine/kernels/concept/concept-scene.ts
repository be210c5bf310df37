import { lawn, type Material, slabs, speckled } from '../trace/materials.ts';
import { randomSource } from '../trace/noise.ts';
import { addPalette, libraryMaterial, type MaterialName, type Palette } from '../trace/palette.ts';
import { type Mark, type Scene, SceneBuilder } from '../trace/scene.ts';
import type { Box } from './facade/face.ts';
import { makeSkin, type Skin } from './facade/skin.ts';
import { weathered, wetGround } from './facade/weathering.ts';
import { boundsOf, compose } from './massing/massing.ts';
import { laySite } from './site/site.ts';
import { shoreGap } from './site/site-job.ts';
import { daylightOf } from './view/daylight.ts';
import { placeCamera } from './view/viewpoint.ts';
import type { Brief } from './words/brief.ts';

/** A scene with what a caller may want to know of it. */
export interface ConceptScene {
  scene: Scene;
  /** Height of the building's highest point, metres. */
  top: number;
  bounds: Box;
  /** Distance from the camera to the middle of the front, metres. */
  distance: number;
  /** Which bodies are what: stages of the build, and the numbers of the materials they may use. */
  marks: readonly Mark[];
  skin: Skin;
  palette: Palette;
  footprints: readonly Box[];
}

export interface ConceptOptions {
  /** Width over height. */
  aspect: number;
  seed: number;
  /** Number of the picture among those of the same brief: compositions go round by it. */
  output: number;
  /** Linear colours that replace the walls' own, from a reference picture. */
  colours?: readonly (readonly [number, number, number])[];
  /** With what streets have and architects' pictures leave out: parked rows, houses on both sides, poles and wires. */
  isEveryday?: boolean;
}

/** Turns a brief into bodies, materials, light and a camera. The same options give the same scene. */
export function buildConcept(
  brief: Brief,
  { aspect, seed, output, colours = [], isEveryday = false }: ConceptOptions,
): ConceptScene {
  const builder = new SceneBuilder();
  const own = seed * 131 + output * 7919 + 17;
  const random = randomSource(own);
  for (let i = 0; i < 8; i++) random();
  const isWet = brief.weather === 'rain';
  const m = addPalette(builder, groundMaterials(isWet));
  const side = random() < 0.5 ? -1 : 1;
  // The state of the lamps does not depend on the position of the camera.
  const { lit, glow } = daylightOf(brief, 0, side, 1);
  const skin = makeSkin(builder, m, brief, { lit: lampsOf(brief, lit), glow, output, seed: own % 1000, colours });
  builder.mark('building');
  const built = compose({ scene: builder, skin, random }, brief, output);
  const bounds = boundsOf(built.footprints);
  const isSpread = ['housing', 'officePark', 'school', 'tourism'].includes(brief.kind);
  const isFromAbove = ['semiAerial', 'aerial', 'axonometric', 'top'].includes(brief.view);
  const subject =
    isSpread && !isFromAbove
      ? boundsOf(built.footprints.slice(0, 2))
      : built.isInRow && !isFromAbove
        ? built.footprints[0]!
        : bounds;
  const framed = brief.view === 'closeUp' ? closeUpOf(built.footprints[0]!, built.top) : { ...subject, top: built.top };
  const camera = placeCamera(framed, brief.view, {
    aspect,
    side,
    sway: random(),
    isOverWater: brief.surroundings === 'waterfront' && brief.view === 'eye',
    // From a dune the sea behind the house comes into view.
    rise: brief.surroundings === 'coast' ? 2.4 : 0,
  });
  if (
    brief.surroundings === 'waterfront' &&
    camera.at[2] > bounds.z0 - shoreGap({ bounds, top: built.top }) &&
    brief.view === 'closeUp'
  )
    camera.at = [camera.at[0], 2, camera.at[2]];
  const distance = Math.hypot((bounds.x0 + bounds.x1) / 2 - camera.at[0], bounds.z0 - camera.at[2]);
  const light = daylightOf(brief, camera.yaw, side, distance);
  const isLit = lit > 0.4;
  if (isLit) {
    for (const { x0, x1, z0 } of built.footprints.slice(0, 4)) {
      builder.lights.push({
        corner: [x0, 0.6, z0 - 0.25],
        edgeA: [x1 - x0, 0, 0],
        edgeB: [0, 2.4, 0],
        facing: [0, 0, -1],
        light: [1.5 * glow, 0.98 * glow, 0.56 * glow],
      });
    }
  }
  laySite({
    scene: builder,
    m,
    skin,
    brief,
    footprints: built.footprints,
    bounds,
    top: built.top,
    camera,
    isFromAbove,
    isInRow: built.isInRow === true,
    isEveryday,
    lit: lampsOf(brief, lit),
    glow,
    seed: own % 100_000,
    random,
  });
  const isParallel = brief.view === 'axonometric' || brief.view === 'top';
  const scene: Scene = {
    mesh: builder.mesh,
    placements: builder.placements,
    materials: weathered(builder.materials, light.wetness, light.snow),
    camera,
    lights: builder.lights,
    portals: [],
    bounces: light.bounces,
    ...light.atmosphere,
    ...(isParallel ? { haze: 0 } : {}),
  };
  if (brief.unwanted.has('clouds')) scene.sky = { ...scene.sky, clouds: 0 };
  const { footprints, top } = built;
  return { scene, top, bounds, distance, marks: builder.marks, skin, palette: m, footprints };
}

/** Ground as concept pictures show it, quieter than in the samples; under rain it mirrors. */
export function groundMaterials(isWet: boolean): Partial<Record<MaterialName, Material>> {
  const ground: Partial<Record<MaterialName, Material>> = {
    paving: { surface: 'matte', paint: slabs([0.36, 0.35, 0.33], 1.2, 0.6, 0.012, 0.16, 0.5) },
    stone: { surface: 'matte', paint: slabs([0.4, 0.385, 0.36], 0.9, 0.6, 0.01, 0.18, 0.37) },
    asphalt: { surface: 'matte', paint: speckled([0.1, 0.1, 0.105], 0.03, 0.1) },
    decking: libraryMaterial('decking'),
  };
  const wet = Object.entries(ground).map(([name, material]) => [name, isWet ? wetGround(material) : material]);
  return {
    ...Object.fromEntries(wet),
    lawn: { surface: 'matte', paint: lawn([0.15, 0.215, 0.07]) },
    meadow: { surface: 'matte', paint: lawn([0.21, 0.23, 0.095]) },
  };
}

function lampsOf({ unwanted, wanted }: Brief, lit: number): number {
  if (unwanted.has('lamps')) return 0;
  return wanted.has('lamps') ? Math.max(lit, 0.6) : lit;
}

/** The corner by the entrance: a few bays and two storeys. */
function closeUpOf({ x0, x1, z0 }: Box, top: number): Box & { top: number } {
  const wide = Math.min(11, x1 - x0);
  const from = x0 + (x1 - x0 - wide) * 0.35;
  return { x0: from, x1: from + wide, z0, z1: z0 + 3, top: Math.min(top, 8.5) };
}
