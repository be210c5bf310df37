import type { Size } from '../../base/blur.ts';
import { lumaOf } from '../../base/colour.ts';
import { Paint } from './live-paint.ts';
import { bluePaints, fillOf, heightOf, widthOf } from './live-parts.ts';
import type { LiveReading } from './live-reading.ts';
import type { Region, Regions } from './live-regions.ts';
import { isFlat, Role } from './live-role.ts';
import type { FlatView } from './live-view.ts';

/**
 * Gives every face its role. Programs put a model on an endless plain under a sky, or on one background colour; what
 * stands there is built, glass where it is blue, a roof where it is hatched or covers walls.
 */
export function readViewRoles({ regions, hatched }: FlatView, size: Size): LiveReading {
  const { list } = regions;
  const { width, height } = size;
  const sky = skyOf(list, size);
  const plain = plainOf(regions, sky, size);
  const isBackground = plain !== undefined && plain.atTop > 0.2 * width;
  let horizon = height * 0.5;
  if (sky && plain && !isBackground) horizon = Math.max(0.03 * height, Math.min(0.8 * height, sky.bottom + 1));
  else if (plain) horizon = standingFrom(list, plain, size);
  list.forEach((region, label) => {
    if (region === sky || (sky && isLike(region, sky) && region.atTop > 0)) region.role = Role.sky;
    else if (plain && (region === plain || (isLike(region, plain) && touchesEdge(region)))) {
      region.role = isBackground ? Role.back : groundRole(region);
    } else region.role = builtRole(region, hatched[label]!, size);
  });
  if (plain) joinPlain(regions, { plain, sky, horizon }, size);
  readSurroundings(regions, horizon, size);
  list.forEach((region, label) => {
    if (region.role !== Role.wall || !isRoofShape(region, label, regions, hatched[label]!, size)) return;
    region.role = Role.roof;
  });
  return { horizon, isRoom: false };
}

const isLike = (a: Region, b: Region) => a.colour.every((value, channel) => Math.abs(value - b.colour[channel]!) < 14);

/** The face along the upper border that is most likely the sky. */
function skyOf(list: readonly Region[], { width, height }: Size): Region | undefined {
  const isHigh = ({ atBottom, y }: Region) => atBottom === 0 && y < 0.45 * height;
  const isAcross = ({ atTop, atLeft, atRight }: Region) => atTop > 0.6 * width && atLeft > 0 && atRight > 0;
  const skies = list.filter(
    (region) => isHigh(region) && (isAcross(region) || (region.atTop > 0.08 * width && isSkyColour(region))),
  );
  return mostOf(skies, ({ paint, atTop }) => atTop * (bluePaints.has(paint) ? 4 : 1));
}

/** The plain: it meets the sky at the horizon; without a sky it is what the model stands on from side to side. */
function plainOf({ list, neighbours }: Regions, sky: Region | undefined, size: Size): Region | undefined {
  const { width, height } = size;
  const picture = width * height;
  const beyond = sky && neighbours[list.indexOf(sky)]!;
  const isPlain = (region: Region, label: number) => {
    if (region === sky || region.bottom < 0.3 * height) return false;
    if (!sky || !beyond)
      return region.area > 0.05 * picture && region.atBottom > 0.3 * width && region.atLeft > 0 && region.atRight > 0;
    if (region.atTop > 0 || !touchesEdge(region)) return false;
    // Saving blurs the horizon to a strip of its own; below it the plain begins at once, where roofs slope.
    const isLevel = region.top > sky.bottom - 0.03 * height && region.wideFrom < sky.bottom + 0.06 * height;
    return (isLevel && region.area > 0.03 * picture) || (beyond.get(label) ?? 0) > 0.04 * width;
  };
  return mostOf(list.filter(isPlain), ({ area }) => area);
}

/** Faces that axes or shadows cut off from the plain get its role. In place. */
function joinPlain(
  { list, neighbours }: Regions,
  { plain, sky, horizon }: { plain: Region; sky: Region | undefined; horizon: number },
  { width, height }: Size,
): void {
  list.forEach((region, label) => {
    if (region.role !== Role.wall) return;
    const isStrip = heightOf(region) < 0.04 * height && widthOf(region) > 0.2 * width;
    if (sky && isStrip && Math.abs(region.y - horizon) < 0.03 * height) region.role = plain.role;
    if (region.y < horizon) return;
    let beside = 0;
    let total = 0;
    for (const [neighbour, sides] of neighbours[label]!) {
      total += sides;
      if (list[neighbour] === plain) beside += sides;
    }
    const isSmall = region.area < 0.004 * width * height;
    if (beside > 0.5 * total && (isLike(region, plain) || isSmall)) region.role = plain.role;
  });
}

/** Faces in the ground are water or paving, green ones that stand free are trees. In place. */
function readSurroundings({ list, neighbours }: Regions, horizon: number, { height }: Size): void {
  const roles = list.map(({ role }) => role);
  list.forEach((region, label) => {
    if (region.role !== Role.wall && region.role !== Role.window) return;
    const { ground, open, total } = sidesOf(neighbours[label]!, roles, region.y > horizon);
    const lies = region.top > horizon - 0.01 * height && ground > 0.7 * total;
    const isGreen = region.paint === Paint.foliage || region.paint === Paint.grass;
    if (lies && region.role === Role.window) region.role = Role.water;
    else if (lies && isGreen) region.role = Role.grass;
    else if (lies && widthOf(region) > 0.7 * heightOf(region)) region.role = Role.paving;
    else if (isGreen && open > 0.55 * total && heightOf(region) > 0.03 * height) region.role = Role.foliage;
  });
}

/** Pixel sides that a face shares with the ground, with the open (sky, background, ground), and with all neighbours. */
function sidesOf(neighbours: ReadonlyMap<number, number>, roles: readonly Role[], isLow: boolean) {
  const sides = { ground: 0, open: 0, total: 0 };
  for (const [neighbour, shared] of neighbours) {
    sides.total += shared;
    const role = roles[neighbour] ?? Role.back;
    if (isFlat(role) || (role === Role.back && isLow)) sides.ground += shared;
    if (role === Role.sky || role === Role.back || isFlat(role)) sides.open += shared;
  }
  return sides;
}

function mostOf(regions: readonly Region[], weigh: (region: Region) => number): Region | undefined {
  return [...regions].sort((a, b) => weigh(b) - weigh(a))[0];
}

const touchesEdge = ({ atTop, atBottom, atLeft, atRight }: Region) => atTop + atBottom + atLeft + atRight > 0;

function isSkyColour({ paint, colour: [red, green, blue] }: Region): boolean {
  return bluePaints.has(paint) || (blue >= red - 4 && lumaOf(red, green, blue) > 215);
}

/** The plain's ground by its colour: lawn, water, road; anything else becomes lawn, which a model leaves out. */
function groundRole({ paint }: Region): Role {
  if (bluePaints.has(paint)) return Role.water;
  return paint === Paint.asphalt || paint === Paint.concrete ? Role.paving : Role.grass;
}

/** Row on which buildings on one background stand: a little above the middle of their lower third. */
function standingFrom(list: readonly Region[], plain: Region, { width, height }: Size): number {
  let top = height;
  let bottom = 0;
  for (const region of list) {
    if (region === plain || region.area < 0.002 * width * height) continue;
    top = Math.min(top, region.top);
    bottom = Math.max(bottom, region.bottom);
  }
  if (bottom <= top) return height * 0.55;
  return Math.max(0.2 * height, Math.min(0.72 * height, bottom - 0.42 * (bottom - top)));
}

function builtRole(region: Region, hatched: number, { width, height }: Size): Role {
  const share = region.area / (width * height);
  if (bluePaints.has(region.paint) && share < 0.08) return Role.window;
  const isGreen = region.paint === Paint.foliage || region.paint === Paint.grass;
  if (isGreen && hatched > 0.5) return Role.foliage;
  if (isGreen && region.y > 0.6 * height && widthOf(region) > 3 * heightOf(region)) return Role.grass;
  return Role.wall;
}

/** Tiles are hatched in a warm or dark colour; a bare face in such a colour is a roof where it narrows above a wall. */
function isRoofShape(
  region: Region,
  label: number,
  { list, neighbours }: Regions,
  hatched: number,
  { width, height }: Size,
): boolean {
  if (!tilePaints.has(region.paint) || region.area < 0.004 * width * height) return false;
  if (hatched > 0.5) return true;
  if (region.area < 0.01 * width * height || fillOf(region) > 0.8) return false;
  for (const [other, sides] of neighbours[label]!) {
    const below = list[other];
    if (below?.role !== Role.wall || below.y < region.y || sides < 0.3 * widthOf(region)) continue;
    if (region.paint !== below.paint && region.bottom < below.bottom - 0.4 * heightOf(below)) return true;
  }
  return false;
}

const tilePaints: ReadonlySet<Paint> = new Set([Paint.brick, Paint.wood, Paint.dark, Paint.asphalt]);
