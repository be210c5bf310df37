import { boxBlur, type Size } from '../../../base/blur.ts';
import { labelComponents } from '../../../base/components.ts';
import { bytesOf, floatsOf } from '../../../base/map-plane.ts';
import { smoothstep } from '../../../base/scalar.ts';
import type { SceneMasks } from '../../segment/scene-masks.ts';
import type { LabPlanes } from '../../segment/slic.ts';
import { busyness, disorderOf, unitOf } from './busyness.ts';
import { glassOf } from './glass-reading.ts';
import { readGround } from './ground-reading.ts';
import type { ModelReading, ModelView } from './reading.ts';
import { fillHoles, matteSky } from './sky-matte.ts';
import { type Surfaces, splitSurfaces } from './surfaces.ts';

/**
 * Reads a model without materials: foliage is busy all around and has no direction, glass is a little bluer or much
 * darker than the walls, ground hangs together below the horizon, water is smooth and bluer than the ground. Estimates
 * from shading, place and the trace of colour most models have; nothing here knows what a building is.
 */
export function readModel(lab: LabPlanes, size: Size, masks: SceneMasks, view: ModelView): ModelReading {
  const { lightness } = lab;
  const count = lightness.length;
  const busy = busyness(lightness, size);
  const plants = plantsOf(lightness, busy, size, masks, view.isFromAbove);
  const sky = floatsOf(masks.sky, (level) => level / 255);
  if (!view.isFromAbove) matteSky(lightness, size, sky, plants);
  fillHoles(plants, size);
  const isBarred = new Uint8Array(count);
  // From above, walls are too small to be split into faces: textured pixels outside tree crowns count as wall.
  const walls = view.isFromAbove ? wallsFromAbove(busy, plants, size) : undefined;
  for (let i = 0; i < count; i++) isBarred[i] = sky[i]! > 0.5 || plants[i]! > 0.5 || walls?.[i] ? 1 : 0;
  const surfaces = splitSurfaces(lab, size, view.isFromAbove ? 0.014 : 0.016, isBarred);
  const usual = usualWall(surfaces);
  gatherVerdure(surfaces, plants, sky, masks, size);
  const found = readGround(lab, size, { surfaces, busy, sky, plants, walls, mask: masks.ground, view, usual });
  const glass = glassOf(
    lab,
    surfaces,
    { isGround: found.isGround, usual, isFromAbove: view.isFromAbove, sky, roof: found.roof, plants },
    size,
  );
  const soft = (plane: Float32Array) => boxBlur(plane, size, 1);
  for (let i = 0; i < count; i++) plants[i] = plants[i]! * (1 - sky[i]!);
  return { ...size, sky, plants, ...found, glass: soft(glass), surfaces };
}

function wallsFromAbove(busy: Float32Array, plants: Float32Array, size: Size): Uint8Array {
  const around = boxBlur(busy, size, Math.max(2, Math.round(4 * unitOf(size))));
  const crowns = boxBlur(plants, size, Math.max(2, Math.round(7 * unitOf(size))));
  return bytesOf(around, (value, i) => (value > 0.0075 && crowns[i]! < 0.1 ? 1 : 0));
}

/** Lightness and warmth of the lit walls: the middle of all faces weighed by area. */
function usualWall({ faces }: Surfaces): { lightness: number; warmth: number } {
  const large = faces.filter((face) => face.area > 60);
  const total = large.reduce((sum, face) => sum + face.area, 0);
  const middle = (key: 'lightness' | 'warmth', share: number) => {
    let seen = 0;
    for (const face of [...large].sort((a, b) => a[key] - b[key])) {
      seen += face.area;
      if (seen >= total * share) return face[key];
    }
    return 0;
  };
  return { lightness: middle('lightness', 0.6), warmth: middle('warmth', 0.6) };
}

/**
 * Scraps between crowns that are no part of a building (trunks, hedges in the shade) are plants: small groups of faces
 * whose rim is foliage for the most part. In place.
 */
function gatherVerdure(
  { labels }: Surfaces,
  plants: Float32Array,
  sky: Float32Array,
  masks: SceneMasks,
  size: Size,
): void {
  const { width, height } = size;
  const isBuilt = bytesOf(labels, (label, i) => (label >= 0 && sky[i]! < 0.3 && masks.ground[i]! < 128 ? 1 : 0));
  const groups = labelComponents(isBuilt, size);
  const { green, open, rim } = rimsOf(groups, plants, sky, size);
  const most = width * height * 0.03;
  for (let i = 0; i < plants.length; i++) {
    const group = groups.labels[i]!;
    if (group < 0 || groups.components[group]!.area >= most) continue;
    // Scraps between leaves and sky are leaves too; between a wall and the sky they are the wall's.
    const isLeaf = green[group]! > rim[group]! * 0.12 && green[group]! + open[group]! > rim[group]! * 0.8;
    if (isLeaf || green[group]! > rim[group]! * 0.45) plants[i] = 1;
  }
}

/** Pixel sides of each group's rim: all, those at foliage, and those at the sky. */
function rimsOf(
  { labels, components }: ReturnType<typeof labelComponents>,
  plants: Float32Array,
  sky: Float32Array,
  { width, height }: Size,
) {
  const green = new Float32Array(components.length);
  const open = new Float32Array(components.length);
  const rim = new Float32Array(components.length);
  const sides = [-1, 1, -width, width];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const group = labels[i]!;
      if (group < 0) continue;
      for (const side of sides) {
        const next = i + side;
        if (labels[next] === group) continue;
        rim[group]!++;
        if (plants[next]! > 0.4) green[group]!++;
        else open[group]! += Number(sky[next]! > 0.3);
      }
    }
  }
  return { green, open, rim };
}

/** Foliage as whole crowns: its busy heart, closed and without specks. */
function plantsOf(
  lightness: Float32Array,
  busy: Float32Array,
  size: Size,
  { sky, ground }: SceneMasks,
  isFromAbove: boolean,
): Float32Array {
  const unit = unitOf(size);
  const disorder = disorderOf(lightness, size);
  const low = isFromAbove ? 0.016 : 0.017;
  // Balconies seen from above are less orderly than walls seen from the street, and crowns are rounder.
  const [orderly, wild] = isFromAbove ? [0.64, 0.78] : [0.5, 0.66];
  const core = busy.map((value, i) => smoothstep(low, 0.03, value) * smoothstep(orderly, wild, disorder[i]!));
  const reach = Math.max(2, Math.round((isFromAbove ? 3 : 7) * unit));
  const around = boxBlur(core, size, reach);
  // A crown is as large as its doubtful rim when its heart is certain (hysteresis as in Canny 1986).
  const lowest = isFromAbove ? 0.36 : 0.2;
  const isCrown = bytesOf(around, (value, i) =>
    value > lowest && sky[i]! < 250 && (isFromAbove || ground[i]! < 128) ? 1 : 0,
  );
  const { labels, components } = labelComponents(isCrown, size);
  const hearts = new Float32Array(components.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0 && around[i]! > 0.4) hearts[labels[i]!]!++;
  const smallest = (isFromAbove ? 40 : 220) * unit * unit;
  const isPlant = components.map(({ area }, label) => area > smallest && hearts[label]! > area * 0.25);
  const crowns = floatsOf(labels, (label) => (label >= 0 && isPlant[label] ? 1 : 0));
  const grown = boxBlur(crowns, size, Math.max(1, Math.round(3 * unit)));
  return grown.map((value) => smoothstep(0.15, 0.5, value));
}
