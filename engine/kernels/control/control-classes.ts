import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { type ColourGuide, guideLarge } from '../../base/guided-enlarge.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../scene/scene-reading.ts';

type Colour = readonly [number, number, number];

/**
 * Colours of ADE20K's palette that stand for our classes, as control networks for segmentation were trained on. `other`
 * is what they know as unlabelled.
 */
const outdoorColours: Readonly<Record<SceneClass, Colour>> = {
  sky: [6, 230, 230],
  wall: [180, 120, 120], // building
  window: [230, 230, 230],
  roof: [180, 120, 120],
  hard: [140, 140, 140], // road
  grass: [4, 250, 7],
  plant: [4, 200, 3], // tree
  water: [61, 230, 250],
  other: [0, 0, 0],
  vehicle: [0, 102, 200], // car
  person: [150, 5, 61],
  furniture: [0, 0, 0],
  floor: [140, 140, 140],
  ceiling: [120, 120, 80],
};

/** Furniture has no colour of its own there: every piece is another class, which we do not tell. */
const roomColours: Readonly<Record<SceneClass, Colour>> = {
  ...outdoorColours,
  wall: [120, 120, 120],
  roof: [120, 120, 80],
  hard: [80, 50, 50], // floor
  floor: [80, 50, 50],
  plant: [204, 255, 4],
};

/** Shares below it are noise of the reading. */
const leastShare = 24;

/**
 * Classes of a picture for a control network, as RGB bytes in the size `to`.
 *
 * @param shares of the guide's size, 0–255
 * @param rgb the picture in the size `to`
 */
export function drawControlClasses(
  { shares, place }: Pick<SceneReading, 'shares' | 'place'>,
  guide: ColourGuide,
  rgb: RgbBytes,
  to: Size,
): Uint8Array {
  const colours = place === 'interior' ? roomColours : outdoorColours;
  const count = to.width * to.height;
  const most = new Uint8Array(count);
  const surest = new Uint8Array(count).fill(sceneClasses.indexOf('other'));
  for (const [index, name] of sceneClasses.entries()) {
    if (!shares[name].some((share) => share >= leastShare)) continue;
    const source = floatsOf(shares[name], (share) => share / 255);
    const plane = guideLarge(guide, source, rgb, to, (share) => Math.round(255 * clamp(share, 0, 1)));
    for (let i = 0; i < count; i++) {
      if (plane[i]! <= most[i]!) continue;
      most[i] = plane[i]!;
      surest[i] = index;
    }
  }
  const out = new Uint8Array(count * 3);
  const palette = sceneClasses.map((name) => colours[name]);
  for (let i = 0; i < count; i++) out.set(palette[surest[i]!]!, i * 3);
  return out;
}

/**
 * The same from exact classes, of the size that is wanted.
 *
 * @param kinds index in `classes` of each pixel
 */
export function exactControlClasses(kinds: Uint8Array, classes: readonly SceneClass[], isInside: boolean): Uint8Array {
  const colours = isInside ? roomColours : outdoorColours;
  const palette = classes.map((name) => colours[name]);
  const pixels = new Uint8Array(kinds.length * 3);
  for (const [i, kind] of kinds.entries()) pixels.set(palette[kind]!, i * 3);
  return pixels;
}
