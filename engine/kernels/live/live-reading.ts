import type { Size } from '../../base/blur.ts';
import { Paint } from './live-paint.ts';
import { bluePaints, fillOf, findOpenings, findRoofs, heightOf, widthOf } from './live-parts.ts';
import type { Region, Regions } from './live-regions.ts';
import { Role } from './live-role.ts';
import { readRoom } from './live-room-reading.ts';
import type { LiveWish } from './live-words.ts';

/** The drawing's horizon, and whether it is a room. */
export interface LiveReading {
  /** Row where the ground ends, pixels. */
  horizon: number;
  isRoom: boolean;
}

/** Gives every region its role, by what it is painted with, where it lies and what it borders on. */
export function readRoles(regions: Regions, size: Size, wish: LiveWish): LiveReading {
  const { list } = regions;
  if (readRoom(list, size, wish)) {
    return { horizon: size.height * 0.5, isRoom: true };
  }
  const backs = list.filter(
    (region, label) => region.paint === Paint.paper && isBackground(region, label, regions, size),
  );
  const horizon = findHorizon(list, backs, size);
  // Blue is sky, water or glass depending on the roles of its neighbours, so blue regions come second.
  for (const isBlue of [false, true]) {
    list.forEach((region, label) => {
      if (bluePaints.has(region.paint) !== isBlue) return;
      region.role = backs.includes(region) ? Role.back : roleAlone({ region, label, regions, horizon, size });
    });
  }
  findOpenings(list, size, horizon);
  findRoofs(list, size);
  return { horizon, isRoom: false };
}

/** Paper that runs off the canvas is what lies behind everything, except a building cut off by one side. */
function isBackground(region: Region, label: number, regions: Regions, { width, height }: Size): boolean {
  const { atTop, atBottom, atLeft, atRight, area } = region;
  const border = atTop + atBottom + atLeft + atRight;
  if (border === 0) return false;
  if (atTop > 0.12 * width || atBottom > 0.12 * width) return true;
  const isCutByOneSide = atLeft > 0 !== atRight > 0;
  if (!isCutByOneSide || area > 0.3 * width * height || border > 0.75 * height) return true;
  // Outlined paper is meant as something; paper between paints was only left out.
  return besidePaper(label, regions) < 0.5;
}

/** The row where sky meets ground: from painted or outlined ground, else from where buildings stand. */
function findHorizon(list: readonly Region[], backs: readonly Region[], { width, height }: Size): number {
  const clamped = (row: number) => Math.max(0.22 * height, Math.min(0.86 * height, row));
  let highest = height;
  for (const region of list) {
    const isWide = widthOf(region) > 0.35 * width;
    const isLow = region.atBottom > 0.2 * width || (isWide && region.y > 0.5 * height);
    if (groundPaints.has(region.paint) && isLow && isWide && region.atTop === 0) {
      highest = Math.min(highest, region.wideFrom);
    }
  }
  for (const region of backs) {
    const isGround = region.atTop === 0 && region.atBottom > 0.3 * width && region.top > 0.2 * height;
    if (isGround) highest = Math.min(highest, region.top);
  }
  if (highest < height) return clamped(highest);
  const standing = list.filter(
    (region) => !backs.includes(region) && region.area > 0.01 * width * height && region.paint !== Paint.sky,
  );
  if (standing.length === 0) return 0.6 * height;
  const lowest = standing.reduce((most, region) => Math.max(most, Math.min(region.bottom, 0.9 * height)), 0);
  return clamped(lowest - 0.07 * height);
}

const groundPaints: ReadonlySet<Paint> = new Set([
  Paint.grass,
  Paint.foliage,
  Paint.water,
  Paint.asphalt,
  Paint.concrete,
  Paint.stone,
  Paint.wood,
]);

interface RegionInScene {
  region: Region;
  label: number;
  regions: Regions;
  /** Row where the ground ends, pixels. */
  horizon: number;
  size: Size;
}

/** Position of a region relative to the ground. */
interface Lie {
  isWide: boolean;
  /** Begins at the horizon or below it. */
  isBelow: boolean;
  /** Below the horizon and large or at the lower border: part of the ground. */
  isGround: boolean;
}

function roleAlone(scene: RegionInScene): Role {
  const { region, horizon, size } = scene;
  const { width, height } = size;
  const isWide = widthOf(region) > 2.2 * heightOf(region);
  const isLowPaint = groundPaints.has(region.paint) && region.wideFrom < region.bottom && region.y > 0.4 * height;
  const isBelow = (isLowPaint ? region.wideFrom : region.top) > horizon - 0.03 * height;
  const isGround = isBelow && (isWide || region.atBottom > 0.04 * width || region.area > 0.02 * width * height);
  // A whole band over the top is sky, whatever its colour: a sunset is orange.
  if (region.atTop > 0.45 * width && region.paint !== Paint.paper && region.y < horizon) return Role.sky;
  return (readers[region.paint] ?? otherRole)(scene, { isWide, isBelow, isGround });
}

type RoleReader = (scene: RegionInScene, lie: Lie) => Role;

const blueRole: RoleReader = ({ region, label, regions, horizon }, { isGround }) => {
  if (region.y > horizon && isGround) return Role.water;
  if (region.atTop > 0) return Role.sky;
  return region.paint === Paint.sky && touches(label, regions, Role.back, 0.3) ? Role.sky : Role.window;
};

const mineralRole: RoleReader = (_scene, { isGround }) => (isGround ? Role.paving : Role.wall);

/** Readers of the role by what a region is painted with. */
const readers: Partial<Record<Paint, RoleReader>> = {
  [Paint.paper]: paperRole,
  [Paint.sky]: blueRole,
  [Paint.water]: blueRole,
  [Paint.glass]: blueRole,
  [Paint.grass]: ({ region, size }, { isBelow }) =>
    isBelow || region.atBottom > 0.1 * size.width ? Role.grass : Role.foliage,
  [Paint.foliage]: ({ region, size }, { isBelow }) =>
    isBelow && region.atBottom > 0.25 * size.width ? Role.grass : Role.foliage,
  [Paint.light]: ({ region, horizon, size }, { isGround }) => {
    const isSmall = region.area < 0.02 * size.width * size.height;
    if (region.y < horizon * 0.55 && fillOf(region) > 0.6 && isSmall) return Role.sun;
    return isGround ? Role.soil : Role.wall;
  },
  [Paint.asphalt]: (_scene, { isGround }) => (isGround ? Role.road : Role.wall),
  [Paint.concrete]: mineralRole,
  [Paint.stone]: mineralRole,
  [Paint.plaster]: mineralRole,
  [Paint.brick]: mineralRole,
  [Paint.wood]: ({ region, size }, { isGround }) => {
    const isPost = heightOf(region) > 1.6 * widthOf(region) && widthOf(region) < 0.09 * size.width;
    if (isGround) return Role.soil;
    return isPost ? Role.thing : Role.wall;
  },
  [Paint.dark]: ({ region }, { isGround }) => {
    if (isGround) return Role.road;
    return fillOf(region) < 0.3 ? Role.thing : Role.wall;
  },
};

function otherRole({ region, size }: RegionInScene, { isGround }: Lie): Role {
  if (region.area < 0.004 * size.width * size.height) return Role.thing;
  return isGround ? Role.soil : Role.wall;
}

/** Enclosed paper takes the paint and the role of its outline; other paper is wall, paving or a gap. */
function paperRole(scene: RegionInScene, { isWide, isBelow }: Lie): Role {
  const { region, label, regions, size } = scene;
  const [paint, share, isOutline] = enclosingPaint(label, regions);
  if (share > 0.6 && isOutline) {
    region.paint = paint;
    region.colour = [...colourOf(label, paint, regions)];
    return roleAlone(scene);
  }
  const isHole = share > 0.6 && paint !== Paint.paper;
  const isOutlined = besidePaper(label, regions) > 0.25;
  const isSmall = region.area < 0.012 * size.width * size.height || heightOf(region) < 0.35 * widthOf(region);
  // A gap between paints that was only left out.
  if (!isHole && !isOutlined && isSmall) return Role.back;
  return isBelow && (isWide || region.atBottom > 0) ? Role.paving : Role.wall;
}

/** The paint round a hole, its share of the hole's outline, and whether it is an outline rather than a filled area. */
function enclosingPaint(label: number, { list, neighbours }: Regions): [Paint, number, boolean] {
  const shares = new Map<Paint, number>();
  let total = 0;
  for (const [other, sides] of neighbours[label]!) {
    const paint = list[other]?.paint ?? Paint.paper;
    shares.set(paint, (shares.get(paint) ?? 0) + sides);
    total += sides;
  }
  let paint: Paint = Paint.paper;
  for (const [kind, sides] of shares) if (sides > (shares.get(paint) ?? 0)) paint = kind;
  if (paint === Paint.paper) return [paint, (shares.get(paint) ?? 0) / total, false];
  // A hole in a large painted area is a window or a cloud; only thin outlines give their colour to what they enclose.
  const outlines = [...neighbours[label]!.keys()].filter((other) => list[other]?.paint === paint);
  const inkArea = outlines.reduce((sum, other) => sum + list[other]!.area, 0);
  const isOutline = inkArea < 0.9 * list[label]!.area || bluePaints.has(paint) || paint === Paint.foliage;
  return [paint, shares.get(paint)! / total, isOutline];
}

/** Share of the outline beyond which is paper as well, so that a line must lie between. */
function besidePaper(label: number, { list, neighbours }: Regions): number {
  let paper = 0;
  let total = 0;
  for (const [other, sides] of neighbours[label]!) {
    if (list[other]?.paint === Paint.paper) paper += sides;
    total += sides;
  }
  return paper / Math.max(1, total);
}

function colourOf(label: number, paint: Paint, { list, neighbours }: Regions): [number, number, number] {
  const around = [...neighbours[label]!.keys()].find((other) => list[other]?.paint === paint);
  return around === undefined ? [255, 255, 255] : list[around]!.colour;
}

function touches(label: number, { list, neighbours }: Regions, role: Role, share: number): boolean {
  let beside = 0;
  let total = 0;
  for (const [other, sides] of neighbours[label]!) {
    total += sides;
    if (list[other]?.role === role) beside += sides;
  }
  return beside > share * total;
}
