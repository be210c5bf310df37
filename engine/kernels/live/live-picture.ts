import { gaussianBlur, type Size } from '../../base/blur.ts';
import { distanceInside } from '../../base/components.ts';
import { encodeLight, linearColour, mixColours } from '../../base/linear-light.ts';
import { addFalling } from '../light/atmosphere-weather.ts';
import { gradeByWords, isPlain } from '../light/grade-words.ts';
import { scribbles } from '../scene-paint/sketch/sketch-reading.ts';
import { findFacades } from './live-facade.ts';
import { paintFoliage } from './live-foliage.ts';
import { type Ink, readInk } from './live-ink.ts';
import { lightScene, sunlightOf } from './live-light.ts';
import { paintOpenings } from './live-openings.ts';
import { Paint } from './live-paint.ts';
import { findPhoto, isModel, lightPhoto, photoSky } from './live-photo.ts';
import { readRoles } from './live-reading.ts';
import { divide, type Regions } from './live-regions.ts';
import { isFlat, Role } from './live-role.ts';
import { lightRoom } from './live-room.ts';
import { findShadows } from './live-shadow.ts';
import { paintBehind } from './live-sky.ts';
import { type LiveStage, noiseBank, roleMap } from './live-stage.ts';
import { floorColour, paintSurfaces, type Surface, surfacesOf } from './live-surfaces.ts';
import { paintWater } from './live-water.ts';
import { type LiveParams, type LiveWish, readWish } from './live-words.ts';

export type { LiveParams } from './live-words.ts';

/** A canvas laid on white: 8-bit sRGB, interleaved. */
export interface LiveCanvas extends Size {
  rgb: Uint8Array;
}

/** Source of a picture: strokes on a canvas, a finished line drawing. */
type LiveSource = 'canvas' | 'drawing';

/** A picture drawn from strokes or lines, and how it was understood. */
interface DrawnScene {
  /** sRGB of the canvas' size. */
  rgb: Uint8Array;
  /** {@link Role} per pixel. */
  roles: Uint8Array;
  /** Row where the ground ends, pixels. */
  horizon: number;
  /** Share of what was drawn that closed areas cover, 0–1. */
  closed: number;
}

/**
 * Turns a rough drawing into a picture of a scene. Strokes are read as materials by their colour and as sky, ground,
 * walls, roofs, windows, plants and water by place, shape and what they enclose; the scene is textured, lit by one sun
 * with cast shadows and sky occlusion, mirrored in water and graded after the words. Photos keep their structure and
 * get light and grade. Nothing is random from frame to frame: noise stands still on the canvas.
 *
 * @param seed 0–999999
 * @returns sRGB of the canvas' size
 */
export function drawLive(canvas: LiveCanvas, params: LiveParams, seed: number): Uint8Array {
  return drawScene(canvas, readWish(params), seed, 'canvas').rgb;
}

/** {@link drawLive} for any source. Line drawings hold no photo. */
export function drawScene(
  { width, height, rgb }: LiveCanvas,
  wish: LiveWish,
  seed: number,
  source: LiveSource,
): DrawnScene {
  const size = { width, height };
  const unit = Math.max(width, height) / 512;
  const photo = source === 'canvas' ? findPhoto(rgb, size, unit) : undefined;
  const ink = readInk(rgb, size, unit);
  if (photo) hidePhoto(ink, photo);
  const regions = divide(ink, rgb, size, unit);
  const { horizon, isRoom } = readRoles(regions, size, wish);
  const roles = roleMap(regions, size, horizon, wish.isCity);
  const stage: LiveStage = {
    size,
    unit,
    seed,
    wish,
    regions,
    horizon,
    isRoom,
    roles: source === 'drawing' && !isRoom ? withCrowns(roles, ink, size) : roles,
    inside: distanceToEdges(regions.labels, size),
    noise: noiseBank(size, unit, seed),
    light: photo ? lightPhoto(rgb, size, wish) : new Float32Array(width * height * 3),
  };
  if (photo) placePhoto(stage, rgb, photo);
  paintStage(stage);
  drawLines(stage, ink, photo);
  if (!isPlain(wish.grade)) gradeByWords(stage.light, wish.grade);
  return {
    rgb: encodeLight(shoulder(stage.light)),
    roles: stage.roles,
    horizon,
    closed: closedPart(stage, ink),
  };
}

/** Surfaces, light, openings, plants and weather. In place. */
function paintStage(stage: LiveStage): void {
  const { size, wish, regions, isRoom, seed } = stage;
  const glow = new Float32Array(size.width * size.height);
  const surfaces = surfacesOf(regions.list, wish);
  const facades = findFacades(regions, size.width);
  const sunlight = sunlightOf(wish);
  if (isRoom) {
    finishRoom(stage, surfaces);
    paintSurfaces(stage, surfaces, facades);
    lightRoom(stage, glow);
    paintFoliage(stage, sunlight);
  } else {
    paintSurfaces(stage, surfaces, facades);
    lightScene(stage, sunlight, facades, findShadows(stage));
    paintOpenings(stage, sunlight, surfaces, facades, glow);
    paintBehind(stage, sunlight);
    softenEdges(stage);
    paintFoliage(stage, sunlight);
    coverGround(stage);
    paintWater(stage, sunlight);
  }
  addGlow(stage, glow);
  const { falls } = wish.look;
  if (falls && !isRoom) {
    addFalling(stage.light, size, falls, { amount: 0.8, brightness: falls === 'snow' ? 0.95 : 0.6, seed });
  }
}

/** Floors and ceilings of rooms that nobody painted get wood and white. In place. */
function finishRoom({ regions, wish }: LiveStage, surfaces: Surface[]): void {
  regions.list.forEach(({ role, paint }, label) => {
    if (paint !== Paint.paper) return;
    if (role === Role.floor) surfaces[label] = { colour: floorColour(wish), finish: 'wood' };
    if (role === Role.ceiling) surfaces[label] = { colour: linearColour('#f3f1ec'), finish: 'plaster' };
  });
}

function closedPart({ isRoom, regions, size }: LiveStage, ink: Ink): number {
  return isRoom ? closedRoom(regions, size) : closedShare(ink, regions, size);
}

/** Foliage is scribbled in drawings: crowns of scribbles of some size become leaves. In place. */
function withCrowns(roles: Uint8Array, { line }: Ink, size: Size): Uint8Array {
  const crowns = scribbles(line, size);
  for (let i = 0; i < roles.length; i++) if (crowns[i]! > 0.5) roles[i] = Role.foliage;
  return roles;
}

/**
 * Closedness of a drawing, 0–1: the share of the lines' box (its outer twentieths left out) that is covered by areas
 * other than the background.
 */
function closedShare({ line }: Ink, { labels, list }: Regions, { width, height }: Size): number {
  const columns = new Float64Array(width);
  const rows = new Float64Array(height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      columns[x]! += line[i]!;
      rows[y]! += line[i]!;
    }
  }
  const [left, right] = middleOf(columns);
  const [top, bottom] = middleOf(rows);
  let closed = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) if (list[labels[y * width + x]!]!.role !== Role.back) closed++;
  }
  return closed / Math.max(1, (right - left + 1) * (bottom - top + 1));
}

/** A room is open where wall and floor run together: one area over nearly half of the picture, 0.3; else 1. */
function closedRoom({ list }: Regions, { width, height }: Size): number {
  return list.some(({ area }) => area > 0.45 * width * height) ? 0.3 : 1;
}

/** The indices between which nine tenths of a sum lie. */
function middleOf(sums: Float64Array): [from: number, to: number] {
  const total = sums.reduce((sum, value) => sum + value, 0);
  let seen = 0;
  let from = 0;
  for (let at = 0; at < sums.length; at++) {
    seen += sums[at]!;
    if (seen < 0.05 * total) from = at + 1;
    if (seen >= 0.95 * total) return [Math.min(from, at), at];
  }
  return [0, sums.length - 1];
}

function hidePhoto({ paint, line }: Ink, photo: Uint8Array): void {
  for (let i = 0; i < photo.length; i++) {
    if (photo[i] !== 1) continue;
    paint[i] = Paint.paper;
    line[i] = 0;
  }
}

function placePhoto({ roles, wish, size }: LiveStage, rgb: Uint8Array, photo: Uint8Array): void {
  const isSkyChanged = wish.mood !== 'sunny' || wish.fidelity < 0.4 || isModel(rgb);
  const sky = isSkyChanged ? photoSky(rgb, photo, size) : undefined;
  for (let i = 0; i < photo.length; i++) if (photo[i] === 1) roles[i] = sky?.[i] === 1 ? Role.sky : Role.photo;
}

/** Distance of every pixel to the edge of its region, pixels. */
function distanceToEdges(labels: Int32Array, size: Size): Float32Array {
  const { width, height } = size;
  const inner = new Uint8Array(labels.length).fill(1);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isEdge =
        (x + 1 < width && labels[i + 1] !== labels[i]) || (y + 1 < height && labels[i + width] !== labels[i]);
      if (isEdge) inner[i] = 0;
    }
  }
  return distanceInside(inner, size);
}

/** Hard steps between areas become one pixel of transition. */
function softenEdges({ size, roles, regions, light }: LiveStage): void {
  const { width, height } = size;
  const { labels } = regions;
  const source = Float32Array.from(light);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (roles[i] === Role.photo) continue;
      const here = labels[i]!;
      const isEdge =
        labels[i + 1] !== here || labels[i - 1] !== here || labels[i + width] !== here || labels[i - width] !== here;
      if (!isEdge) continue;
      for (let at = i * 3; at < i * 3 + 3; at++) {
        light[at] =
          0.4 * source[at]! +
          0.15 * (source[at + 3]! + source[at - 3]! + source[at + width * 3]! + source[at - width * 3]!);
      }
    }
  }
}

/** Snow on the ground and on what looks upwards. */
function coverGround({ size, roles, light, wish, noise }: LiveStage): void {
  if (wish.mood !== 'snow') return;
  const { width, height } = size;
  const { exposure } = wish.look.light;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const cover = snowCover(roles, width, i, y);
      if (cover === 0) continue;
      const drift = 0.82 + 0.14 * noise.coarse[i]! + 0.08 * noise.middle[i]!;
      const isShaded = light[i * 3 + 1]! < 0.12 * exposure ? 0.75 : 1;
      const share = cover * (roles[i] === Role.road ? 0.6 + 0.4 * noise.coarse[i]! : 1);
      for (let channel = 0; channel < 3; channel++) {
        const snow = snowColour[channel]! * exposure * drift * isShaded;
        light[i * 3 + channel]! += (snow - light[i * 3 + channel]!) * share;
      }
    }
  }
}

const snowColour = [0.9, 0.93, 0.99] as const;

/** Share of a pixel that snow covers, 0–1: ground, roofs and ledges against the sky. */
function snowCover(roles: Uint8Array, width: number, i: number, y: number): number {
  const role = roles[i]!;
  if (isFlat(role) && role !== Role.water) return 0.9;
  if (role === Role.roof) return 0.82;
  const isLedge = y > 2 && (roles[i - width] === Role.sky || roles[i - 2 * width] === Role.sky) && role !== Role.sky;
  return isLedge ? 0.8 : 0;
}

/** The shine of lit windows round them. */
function addGlow({ size, light, unit, isRoom }: LiveStage, glow: Float32Array): void {
  if (!glow.some((value) => value > 0)) return;
  const near = gaussianBlur(glow, size, 4 * unit);
  const far = gaussianBlur(glow, size, 20 * unit, glow);
  const warm = isRoom ? [1, 1, 1] : [1, 0.62, 0.28];
  for (let i = 0, at = 0; i < far.length; i++, at += 3) {
    const shine = 0.16 * near[i]! + 0.5 * far[i]!;
    if (shine < 1e-3) continue;
    for (let channel = 0; channel < 3; channel++)
      light[at + channel]! += shine * warm[channel]! * (0.12 + 0.9 * Math.min(1, light[at + channel]! * 4));
  }
}

/** The drawing's dark lines stay on the picture, more so the more strictly it is followed. */
function drawLines({ light, wish, roles }: LiveStage, ink: Ink, photo: Uint8Array | undefined): void {
  const strength = 0.12 + 0.78 * wish.fidelity ** 1.6;
  const dark = mixColours([0.02, 0.02, 0.022], [0.05, 0.045, 0.04], 0.5);
  for (let i = 0; i < ink.line.length; i++) {
    const level = ink.line[i]!;
    if (level === 0 || photo?.[i] === 1) continue;
    const share = level * strength * (roles[i] === Role.foliage ? 0.25 : 1);
    for (let channel = 0, at = i * 3; channel < 3; channel++, at++) {
      const drawn = Math.min(dark[channel]!, light[at]! * 0.3);
      light[at] = light[at]! + (drawn - light[at]!) * share;
    }
  }
}

/** Highlights roll off instead of clipping. In place. */
function shoulder(light: Float32Array): Float32Array {
  for (let at = 0; at < light.length; at++) {
    const value = light[at]!;
    if (value > 0.62) light[at] = 0.62 + 0.38 * (1 - Math.exp((0.62 - value) / 0.38));
  }
  return light;
}
