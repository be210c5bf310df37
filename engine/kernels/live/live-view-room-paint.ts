import { boxBlur, gaussianBlur, type Size } from '../../base/blur.ts';
import { hexOfColour, lumaOf, luminanceOf, parseHexColour, type RgbBytes } from '../../base/colour.ts';
import { encodeLight, type LinearColour, type LinearLight, linearColour, mixColours } from '../../base/linear-light.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import type { Vec3 } from '../../base/vector.ts';
import { faces, meetBox } from '../furnish/room-box.ts';
import { rayOf } from '../furnish/room-view.ts';
import type { Palette } from '../light/relight-palettes.ts';
import { Paint } from './live-paint.ts';
import { heightOf, widthOf } from './live-parts.ts';
import type { Region } from './live-regions.ts';
import { Role } from './live-role.ts';
import { isSurface, isWooden, type RoomModel } from './live-view-room.ts';
import { type FloorStuff, type Stuff, surfacePattern, thingPattern } from './live-view-room-patterns.ts';

/** Finish of surfaces without a material of their own. */
export interface RoomFinish {
  palette: Palette;
  floor: FloorStuff;
  /** Walls in courses of brick; plaster without. */
  isBrick: boolean;
}

interface Coat {
  colour: LinearColour;
  stuff: Stuff;
}

/**
 * Draws a room's model anew: surfaces without a material get that of the style in perspective, furniture wood, cloth or
 * lacquer by its colour; colours the model was given stay. Light comes from the windows that are seen, by their
 * distance and angle, and evenly from all around, less in the corners of the room and under what stands in it.
 *
 * @param rgb the view, 8-bit sRGB of `size`: joints of doors and drawers come from its lines
 * @returns 8-bit sRGB of `size`
 */
export function paintRoomModel(
  rgb: RgbBytes,
  model: RoomModel,
  size: Size,
  finish: RoomFinish,
  seed: number,
): Uint8Array {
  const { width, height } = size;
  const unit = Math.max(width, height) / 512;
  const painter: RoomPainter = {
    rgb,
    model,
    unit,
    seed,
    coats: coatsOf(model, finish),
    panes: panesOf(model, size),
    ...shadowsOf(model, size, unit),
    apart: apartOf(rgb, model, size),
    light: new Float32Array(width * height * 3),
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) paintPoint(painter, i, x, y);
  }
  const { light } = painter;
  mirrorFloor(light, model, size, finish.floor);
  glowFrom(light, model, size, unit);
  soften(light, model.view.regions.labels, size);
  return encodeLight(shoulder(light));
}

interface RoomPainter {
  rgb: RgbBytes;
  model: RoomModel;
  /** Pixels of this picture per pixel of one 512 wide. */
  unit: number;
  seed: number;
  /** By region. */
  coats: readonly Coat[];
  panes: readonly Pane[];
  /** Shadows of things on the floor and on walls, 0–1. */
  standing: Float32Array;
  lifted: Float32Array;
  /** 1 where a small thing lies in a face. */
  apart: Uint8Array;
  light: LinearLight;
}

const skyColour = [0.9, 0.96, 1] as const;

function paintPoint(painter: RoomPainter, i: number, x: number, y: number): void {
  const { rgb, model, coats, apart, light, panes } = painter;
  const { view } = model;
  const label = view.regions.labels[i]!;
  const region = view.regions.list[label]!;
  const coat = coats[label]!;
  // Small things lie in faces without one of their own.
  const own = apart[i] ? ownColour([rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!]) : undefined;
  const line = own ? 0 : lineAt(rgb, view.colours, i);
  if (coat.stuff === 'sky' && !own) {
    const down = (y - region.top) / Math.max(1, region.bottom - region.top);
    const glow = (1.25 - 0.35 * down) * (1 - barDepth * line);
    for (let channel = 0; channel < 3; channel++) light[i * 3 + channel] = skyColour[channel]! * glow;
    return;
  }
  let level = own ? ownLevel(painter, i, x, y) : coatLevel(painter, i, x, y);
  level *= 1 - jointDepth * line;
  const colour = own ?? coat.colour;
  const warm = Math.min(1, panes.length * 0.5);
  for (let channel = 0; channel < 3; channel++) {
    const tint = 1 + (channel - 1) * -0.02 * (1 - warm);
    light[i * 3 + channel] = colour[channel]! * level * tint;
  }
}

/** Light and pattern of a small thing without a face of its own. */
function ownLevel({ model, unit, seed }: RoomPainter, i: number, x: number, y: number): number {
  const { labels, list } = model.view.regions;
  return 0.9 * thingPattern('smooth', x / unit, y / unit, list[labels[i]!]!, seed);
}

/** Light and pattern of a face's coat at a pixel. */
function coatLevel(painter: RoomPainter, i: number, x: number, y: number): number {
  const { model, unit, seed, coats, panes, standing, lifted } = painter;
  const { view, room, sides, isRug } = model;
  const label = view.regions.labels[i]!;
  const region = view.regions.list[label]!;
  const { stuff } = coats[label]!;
  const isSide = isSurface(region.role);
  const side = faces[sides[i]!]!;
  const point = pointOf(room, side, x, y);
  const pattern = isSide
    ? surfacePattern(stuff, side, point, seed)
    : thingPattern(stuff, x / unit, y / unit, region, seed);
  let level = isSide || isRug[label] ? roomLight(model, point.at, side, panes) : thingLight(region, y, panes);
  if (region.role === Role.floor || isRug[label]) level *= 1 - 0.55 * standing[i]!;
  else if (region.role === Role.wall) level *= 1 - 0.3 * lifted[i]!;
  return level * (pattern * (0.45 + 0.55 * view.shades[i]!));
}

/** The point of the room behind a pixel, metres, and the size of the pixel there. */
function pointOf({ view, box }: RoomModel['room'], side: (typeof faces)[number], x: number, y: number) {
  const ray = rayOf(view, x + 0.5, y + 0.5);
  const { far } = meetBox(box, view.eyeHeight, ray);
  const at: Vec3 = [ray[0] * far, view.eyeHeight + ray[1] * far, ray[2] * far];
  const upright = side === 'back' ? ray[2] : Math.abs(ray[0]);
  const tilt = side === 'floor' || side === 'ceiling' ? Math.abs(ray[1]) : upright;
  return { at, footprint: Math.min(0.5, far / view.focal / Math.max(0.08, tilt)) };
}

/** Darkness of the joints between parts of furniture, and of the bars of windows, 0–1. */
const [jointDepth, barDepth] = [0.5, 0.8];

/** Darkness of a line at a pixel, 0–1. */
function lineAt(rgb: RgbBytes, colours: Uint8Array, i: number): number {
  const at = i * 3;
  const without = lumaOf(colours[at]!, colours[at + 1]!, colours[at + 2]!);
  return clamp((without - lumaOf(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!)) / Math.max(40, without), 0, 1);
}

/**
 * Pixels that stand out of the face they were counted to, 1: small things without a face of their own, and lines that
 * run across a floor, which are legs. Lines between faces are none.
 */
function apartOf(rgb: RgbBytes, { view: { colours, regions } }: RoomModel, size: Size): Uint8Array {
  const { labels, list } = regions;
  const { width, height } = size;
  const isApart = new Float32Array(labels.length);
  for (let i = 0; i < isApart.length; i++) {
    const { colour } = list[labels[i]!]!;
    const isLine = lineAt(rgb, colours, i) > 0.1;
    for (let channel = 0; channel < 3; channel++) {
      if (!isLine && Math.abs(colours[i * 3 + channel]! - colour[channel]!) > 22) isApart[i] = 1;
    }
  }
  const around = boxBlur(isApart, size, 1);
  const apart = bytesOf(around, (share, i) => (isApart[i] === 1 && share > 0.6 ? 1 : 0));
  const reach = Math.max(3, Math.round(width / 300));
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach, i = y * width + reach; x < width - reach; x++, i++) {
      const label = labels[i]!;
      if (list[label]!.role !== Role.floor || lineAt(rgb, colours, i) < 0.3) continue;
      const isInside = [reach, -reach, reach * width, -reach * width].every((by) => labels[i + by] === label);
      if (isInside) apart[i] = 1;
    }
  }
  return apart;
}

/** Coats of all faces. */
function coatsOf({ view, isRug }: RoomModel, finish: RoomFinish): Coat[] {
  const { list } = view.regions;
  const brightest = (role: Role) =>
    list.reduce(
      (most, region) => (region.role === role && isPlain(region) ? Math.max(most, lumaOf(...region.colour)) : most),
      1,
    );
  const most = new Map([Role.wall, Role.floor, Role.ceiling].map((role) => [role as Role, brightest(role)]));
  /** Faces of one surface differ by the light the program gave them; most of it is given anew. */
  const inShade = (hex: string, region: Region): LinearColour => {
    const shade = clamp(lumaOf(...region.colour) / most.get(region.role)!, 0.3, 1) ** 0.7;
    return linearColour(hex).map((value) => value * shade) as unknown as LinearColour;
  };
  return list.map((region, label) => {
    const own = ownColour(region.colour);
    if (isRug[label]) return { colour: own, stuff: 'carpet' };
    if (region.role === Role.window) return { colour: [1, 1, 1], stuff: 'sky' };
    if (region.role === Role.foliage) return { colour: mixColours(own, linearColour('#56763a'), 0.5), stuff: 'leaf' };
    const usual = usualCoat(region, finish);
    if (usual) return { colour: inShade(usual.hex, region), stuff: usual.stuff };
    return { colour: own, stuff: ownStuff(region, finish.floor) };
  });
}

/** The style's coat of a floor, ceiling or wall that has no material yet; undefined of all else. */
function usualCoat(region: Region, { palette, floor, isBrick }: RoomFinish): { hex: string; stuff: Stuff } | undefined {
  const isBare = isPlain(region);
  switch (region.role) {
    case Role.floor:
      return isBare || isDefault(region) ? { hex: palette.floor, stuff: floor } : undefined;
    case Role.ceiling:
      return isBare ? { hex: '#f4f2ed', stuff: 'plaster' } : undefined;
    case Role.wall:
      return isBare ? { hex: lightened(palette.wall), stuff: isBrick ? 'brick' : 'plaster' } : undefined;
    default:
      return undefined;
  }
}

/** The stuff of a face that keeps its own colour. */
function ownStuff(region: Region, floor: FloorStuff): Stuff {
  const isWood = isWooden(region);
  const softFloor = floor === 'boards' ? 'carpet' : floor;
  switch (region.role) {
    case Role.floor:
      return isWood ? 'boards' : softFloor;
    case Role.ceiling:
      return isWood ? 'boards' : 'plaster';
    case Role.wall:
      return isWood ? 'grain' : 'plaster';
    default: {
      if (isWood) return 'grain';
      if (lumaOf(...region.colour) < 70) return 'smooth';
      const isThin = Math.min(widthOf(region), heightOf(region)) < 0.02 * Math.max(widthOf(region), 1);
      return isThin ? 'smooth' : 'cloth';
    }
  }
}

/** Paint on walls is lighter than the colour a style is known by. */
function lightened(hex: string): string {
  const [red, green, blue] = parseHexColour(hex);
  const lift = (value: number) => Math.round(value + 0.3 * (247 - value));
  return hexOfColour([lift(red), lift(green), lift(blue)]);
}

/** White and grey faces have no material yet. */
const isPlain = ({ colour: [red, green, blue] }: Region) =>
  Math.max(red, green, blue) - Math.min(red, green, blue) < 26 && lumaOf(red, green, blue) > 96;
/** Blue and green are what programs show floors in that nobody gave a material. */
const isDefault = ({ colour: [red, , blue], paint }: Region) =>
  blue > red + 14 || paint === Paint.grass || paint === Paint.glass;

/** Paint of a face: programs show colours purer and brighter than paint is. */
function ownColour(colour: Region['colour']): LinearColour {
  const [red, green, blue] = linearColour(hexOfColour([...colour]));
  const grey = luminanceOf(red, green, blue);
  return [red, green, blue].map((value) => 0.94 * (grey + (value - grey) * 0.92) + 0.006) as unknown as LinearColour;
}

/** A window as a rectangle of light on a side of the room. */
interface Pane {
  middle: Vec3;
  normal: Vec3;
  /** Square metres. */
  area: number;
}

const normals: Readonly<Record<(typeof faces)[number], Vec3>> = {
  floor: [0, 1, 0],
  ceiling: [0, -1, 0],
  back: [0, 0, -1],
  left: [1, 0, 0],
  right: [-1, 0, 0],
};

function panesOf({ view, room, sides }: RoomModel, { width, height }: Size): Pane[] {
  return view.regions.list
    .filter(({ role, area }) => role === Role.window && area > 5e-4 * width * height)
    .map(({ x, y, area }) => {
      const ray = rayOf(room.view, x, y);
      const { far } = meetBox(room.box, room.view.eyeHeight, ray);
      const normal = normals[faces[sides[Math.round(y) * width + Math.round(x)]!]!];
      const tilt = Math.max(0.15, Math.abs(ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2]));
      const middle: Vec3 = [ray[0] * far, room.view.eyeHeight + ray[1] * far, ray[2] * far];
      return { middle, normal, area: Math.min(8, (area * (far / room.view.focal) ** 2) / tilt) };
    });
}

/** Light that comes from all around, and what a window adds where it is seen at a right angle from a metre away. */
const [ambient, daylight] = [0.62, 1.5];
/** Darkness of the edges of a room, 0–1, and how far they reach, metres. */
const [cornerDepth, cornerReach] = [0.3, 0.42];

/** Light on a point of the room's sides. */
function roomLight(
  { room: { box } }: RoomModel,
  at: Vec3,
  side: (typeof faces)[number],
  panes: readonly Pane[],
): number {
  const normal = normals[side];
  let open = 1;
  const edges = {
    left: at[0] - box.left,
    right: box.right - at[0],
    floor: at[1],
    ceiling: box.height - at[1],
    back: box.back - at[2],
  };
  for (const [name, away] of Object.entries(edges)) {
    if (name !== side) open *= 1 - cornerDepth * Math.exp(-Math.max(0, away) / cornerReach);
  }
  let day = 0;
  for (const { middle, normal: out, area } of panes) {
    const way: Vec3 = [middle[0] - at[0], middle[1] - at[1], middle[2] - at[2]];
    const square = way[0] ** 2 + way[1] ** 2 + way[2] ** 2 + area / Math.PI;
    const reach = Math.sqrt(square);
    const met = (way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]) / reach;
    const left = -(way[0] * out[0] + way[1] * out[1] + way[2] * out[2]) / reach;
    if (met > 0 && left > 0) day += (area * met * left) / (Math.PI * square);
  }
  const lamp = panes.length === 0 ? 0.28 : 0.08;
  const facing = side === 'ceiling' ? 1.04 : side === 'floor' ? 0.95 : side === 'back' ? 1 : 0.92;
  return open * facing * (ambient + lamp) + daylight * Math.min(0.6, day);
}

/** Light on things: from above and from all around, less towards the floor. */
function thingLight({ top, bottom }: Region, y: number, panes: readonly Pane[]): number {
  const down = (y - top) / Math.max(1, bottom - top);
  return (panes.length === 0 ? 0.98 : 0.92) - 0.2 * down;
}

/** Soft shadows of things that stand on the floor and hang before walls, 0–1. */
function shadowsOf(
  { view, isRug }: RoomModel,
  size: Size,
  unit: number,
): { standing: Float32Array; lifted: Float32Array } {
  const { width, height } = size;
  const { labels, list } = view.regions;
  const things = new Float32Array(width * height);
  for (let i = 0; i < things.length; i++) {
    const { role } = list[labels[i]!]!;
    things[i] = (role === Role.thing || role === Role.foliage) && !isRug[labels[i]!] ? 1 : 0;
  }
  const near = gaussianBlur(things, size, 4 * unit);
  const wide = gaussianBlur(things, size, 14 * unit);
  const standing = new Float32Array(things.length);
  const lifted = new Float32Array(things.length);
  const [low, high] = [Math.round(3 * unit), Math.round(10 * unit)];
  for (let y = 0, i = 0; y < height; y++) {
    const above = Math.max(0, y - low) * width;
    const farther = Math.max(0, y - high) * width;
    for (let x = 0; x < width; x++, i++) {
      standing[i] = clamp(0.75 * near[above + x]! + 0.6 * wide[farther + x]!, 0, 1);
      lifted[i] = clamp(0.5 * near[above + x]! + 0.6 * wide[above + x]!, 0, 1);
    }
  }
  return { standing, lifted };
}

/** A floor mirrors what stands behind it, the more the flatter it is looked at; carpets do not. In place. */
function mirrorFloor(light: LinearLight, { view, isRug }: RoomModel, size: Size, floor: RoomFinish['floor']): void {
  if (floor === 'carpet') return;
  const { width, height } = size;
  const { labels, list } = view.regions;
  const strength = mirrorStrengths[floor] ?? 0.24;
  const source = softened(light, size);
  for (let x = 0; x < width; x++) {
    let edge = -1;
    for (let y = 0; y < height; y++) {
      const i = y * width + x;
      if (list[labels[i]!]!.role !== Role.floor || isRug[labels[i]!]) {
        edge = -1;
        continue;
      }
      if (edge < 0) edge = y;
      const below = y - edge;
      const from = (Math.max(0, edge - below) * width + x) * 3;
      const share = strength * Math.exp(-below / (0.16 * height));
      for (let channel = 0; channel < 3; channel++)
        light[i * 3 + channel]! += (source[from + channel]! - light[i * 3 + channel]!) * share;
    }
  }
}

const mirrorStrengths: Partial<Record<FloorStuff, number>> = { boards: 0.16, concrete: 0.1 };

/** The picture with each channel blurred by a 250th of its width. */
function softened(light: LinearLight, size: Size): LinearLight {
  const source = new Float32Array(light.length);
  const plane = new Float32Array(size.width * size.height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = light[i * 3 + channel]!;
    const soft = boxBlur(plane, size, Math.max(1, Math.round(size.width / 250)));
    for (let i = 0; i < plane.length; i++) source[i * 3 + channel] = soft[i]!;
  }
  return source;
}

/** The shine of windows on what is round them. In place. */
function glowFrom(light: LinearLight, { view }: RoomModel, size: Size, unit: number): void {
  const { labels, list } = view.regions;
  const panes = new Float32Array(labels.length);
  let isAny = false;
  for (let i = 0; i < panes.length; i++) {
    if (list[labels[i]!]!.role !== Role.window) continue;
    panes[i] = 1;
    isAny = true;
  }
  if (!isAny) return;
  const near = gaussianBlur(panes, size, 10 * unit);
  for (let i = 0; i < near.length; i++)
    for (let at = i * 3; at < i * 3 + 3; at++) light[at]! += 0.1 * near[i]! * (0.4 + light[at]!);
}

/** Steps between faces become a pixel of transition. In place. */
function soften(light: LinearLight, labels: Int32Array, { width, height }: Size): void {
  const source = Float32Array.from(light);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const here = labels[i]!;
      if (labels[i + 1] === here && labels[i - 1] === here && labels[i + width] === here && labels[i - width] === here)
        continue;
      for (let at = i * 3; at < i * 3 + 3; at++) {
        light[at] =
          0.4 * source[at]! +
          0.15 * (source[at + 3]! + source[at - 3]! + source[at + width * 3]! + source[at - width * 3]!);
      }
    }
  }
}

/** Highlights roll off instead of clipping. In place. */
function shoulder(light: LinearLight): LinearLight {
  for (let at = 0; at < light.length; at++) {
    const value = light[at]!;
    if (value > 0.7) light[at] = 0.7 + 0.3 * (1 - Math.exp((0.7 - value) / 0.3));
  }
  return light;
}
