import type { Size } from '../../../base/blur.ts';
import { chosenLevel, type Mask } from '../../../base/mask.ts';
import { latticeRandom } from '../../../base/random.ts';
import { smoothstep } from '../../../base/scalar.ts';
import { type Homography, mapPoint, type Point } from '../../material/homography.ts';
import type { TexturePlane } from '../../material/texture-plane.ts';
import type { Finish } from '../../material/textures-finish.ts';
import { TileClouds } from '../../material/textures-noise.ts';

/** Sheets of 0.45 m that run from the ridge to the eaves, with standing seams of 25 mm. */
export const seamedSheets: Finish = {
  metres: 3.6,
  gloss: 0.35,
  tones: ['#9a9da1'],
  paint: (seed, _tone, base) => {
    const cloud = new TileClouds(5, 9, 4);
    return (x, y, out) => {
      const along = x * 8;
      const sheet = Math.floor(along) % 8;
      const place = (along - Math.floor(along)) * 0.45;
      const edge = Math.min(place, 0.45 - place);
      const seam = 1 - smoothstep(0.01, 0.026, edge);
      // Light lies on one side of a seam, its shadow on the other.
      const side = place < 0.225 ? 1 : -1;
      const level = 1 + 0.09 * (latticeRandom(sheet, 0, seed) - 0.5) + 0.14 * (cloud.at(x, y, seed + 1) - 0.5);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * level * (1 - 0.3 * seam * side);
      out[3] = 0.02 * seam;
    };
  },
};

/** Length of a roof's slope from ridge to eaves when nothing else is known, metres. */
const usualSlope = 4.5;

/**
 * A plane as a roof has it: its columns run up the slope, and it has the scale of a roof, since from its distance alone
 * tiles would come out as large as windows. Where neither direction of the plane runs upwards in the picture, the roof
 * counts as seen from the front.
 *
 * @param roof 0–255 per pixel of `size`
 */
export function planeOfRoof(plane: TexturePlane, roof: Mask, { width, height }: Size): TexturePlane {
  const spots: { x: number; top: number; bottom: number }[] = [];
  const step = Math.max(1, Math.round(width / 60));
  for (let x = 0; x < width; x += step) {
    let top = 0;
    while (top < height && roof[top * width + x]! < chosenLevel) top++;
    let bottom = top;
    while (bottom < height && roof[bottom * width + x]! >= chosenLevel) bottom++;
    if (bottom - top >= 3) spots.push({ x, top, bottom });
  }
  if (spots.length === 0) return plane;
  spots.sort((one, other) => one.bottom - one.top - (other.bottom - other.top));
  const { x, top, bottom } = spots[Math.floor(spots.length * 0.8)]!;
  const oriented = uprightAt(plane.toMetres, { x, y: (top + bottom) / 2 });
  const [ridge, eaves] = [top, bottom].map((y) => mapPoint(oriented, { x, y }));
  const factor = usualSlope / Math.max(1e-6, Math.hypot(ridge!.x - eaves!.x, ridge!.y - eaves!.y));
  return { ...plane, toMetres: oriented.map((value, at) => (at < 6 ? value * factor : value)) };
}

/**
 * Least ratio of the change of a plane's x across the picture to its change down the picture, for its columns to run
 * upwards.
 */
const steepest = 1.4;

/** The directions of a plane changed over or left, so that lines of equal x run upwards in the picture at a point. */
function uprightAt(toMetres: Homography, point: Point): Homography {
  const [here, aside, below] = [
    [0, 0],
    [1, 0],
    [0, 1],
  ].map(([dx, dy]) => mapPoint(toMetres, { x: point.x + dx!, y: point.y + dy! }));
  const ratioOf = (axis: 'x' | 'y') =>
    Math.abs(aside![axis] - here![axis]) / Math.max(1e-9, Math.abs(below![axis] - here![axis]));
  const rows = [toMetres.slice(0, 3), toMetres.slice(3, 6), toMetres.slice(6)] as const;
  const isTurned = ratioOf('y') > ratioOf('x');
  if (Math.max(ratioOf('x'), ratioOf('y')) < steepest) return Float64Array.from([1, 0, 0, 0, -frontSlant, 0, 0, 0, 1]);
  const [across, upward] = isTurned ? [rows[1], rows[0]] : [rows[0], rows[1]];
  const isDown = isTurned ? below!.x > here!.x : below!.y > here!.y;
  return Float64Array.from([...across, ...upward.map((value) => (isDown ? -value : value)), ...rows[2]]);
}

/** Metres up a slope per metre across it that a pixel is, for a roof of usual pitch seen from the front. */
const frontSlant = 1.8;
