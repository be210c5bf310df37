import { gaussianBlur } from '../../base/blur.ts';
import type { Rgb } from '../../base/colour.ts';
import { distanceInside, labelComponents, sweepMask } from '../../base/components.ts';
import { bytesOf } from '../../base/map-plane.ts';
import { latticeRandom, valueNoise } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import type { PlanDrawing } from './plan-drawing.ts';
import type { FloorKind, PlanPalette } from './plan-palettes.ts';
import type { RegionRole } from './plan-room-kinds.ts';
import type { Rooms } from './plan-rooms.ts';
import { floorTone } from './plan-textures.ts';
import type { Walls } from './plan-walls.ts';

export interface FloorPaint {
  palette: PlanPalette;
  wallFill: 'solid' | 'hatch' | 'blank';
  furniture: 'none' | 'line' | 'colour';
  /** Floor of each room. */
  floors: readonly FloorKind[];
  /** True for each room whose wood is the darker one. */
  isDark: readonly boolean[];
  /** By region. */
  roles: readonly RegionRole[];
  /** The ink without letters, where letters are known: they stay where other lines are erased. */
  inkWithoutLetters?: Uint8Array | undefined;
  seed: number;
}

/** Soft shadow 0–1 of a mask moved by `dx`, `dy` and blurred by `sigma`; pixels. */
function softShadow(mask: Uint8Array, size: PlanDrawing, dx: number, dy: number, sigma: number): Float32Array {
  const plane = Float32Array.from(sweepMask(mask, size, Math.round(dx), Math.round(dy)));
  return gaussianBlur(plane, size, Math.max(0.6, sigma), plane);
}

/** Planes of a floor plan while it is painted; pixels. */
interface FloorPainter {
  drawing: PlanDrawing;
  walls: Walls;
  rooms: Rooms;
  paint: FloorPaint;
  /** By the number of a gap, 1 for windows. */
  isWindow: Uint8Array;
  /** 1 on coloured pieces of furniture. */
  pieces: Uint8Array;
  /** Soft shadows of walls, pieces and the whole building, 0–1. */
  wallShade: Float32Array;
  pieceShade: Float32Array | undefined;
  ground: Float32Array;
  /** Distance to the edge of a wall, pixels; undefined for solid walls. */
  wallDepth: Float32Array | undefined;
  /** 1 where lines of furniture are taken away. */
  isErased: Uint8Array | undefined;
  /** Width of strokes and distance of hatches in walls, pixels. */
  stroke: number;
  hatchStep: number;
  colour: Float32Array;
}

/** Paints a floor plan; returns interleaved RGB bytes of the drawing's size. */
export function paintFloorPlan(drawing: PlanDrawing, walls: Walls, rooms: Rooms, paint: FloorPaint): Uint8Array {
  const { width, height, lightness } = drawing;
  const { palette } = paint;
  const metre = rooms.pixelsPerMetre;
  const painter = floorPainter(drawing, walls, rooms, paint);
  const { colour } = painter;
  const rgb = new Uint8Array(lightness.length * 3);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const hasInk = paintPoint(painter, i, x, y);
      if (palette.wash > 0) wash(colour, paint, x / metre, y / metre, rooms.isOutside[i] ? 0.3 : 1);
      const alpha = hasInk ? clamp((0.94 - lightness[i]!) / 0.8, 0, 1) * 0.92 : 0;
      for (let c = 0; c < 3; c++) {
        const value = colour[c]! * (1 - alpha) + palette.line[c]! * alpha;
        rgb[i * 3 + c] = value > 255 ? 255 : value + 0.5;
      }
    }
  }
  return rgb;
}

function floorPainter(drawing: PlanDrawing, walls: Walls, rooms: Rooms, paint: FloorPaint): FloorPainter {
  const { furniture, roles } = paint;
  const metre = rooms.pixelsPerMetre;
  const isColoured = furniture === 'colour';
  const isWindow = new Uint8Array(walls.gaps.length + 1);
  for (const [index, gap] of walls.gaps.entries()) isWindow[index + 1] = gap.kind === 'window' ? 1 : 0;
  const solid = new Uint8Array(drawing.lightness.length);
  const pieces = new Uint8Array(solid.length);
  const building = new Uint8Array(solid.length);
  for (let i = 0; i < solid.length; i++) {
    solid[i] = walls.wall[i] || isWindow[walls.gapOf[i]!] ? 1 : 0;
    building[i] = rooms.isOutside[i] ? 0 : 1;
    const role = rooms.regionOf[i]! < 0 ? 'floor' : roles[rooms.regionOf[i]!]!;
    pieces[i] = isColoured && role !== 'floor' && role !== 'rug' ? 1 : 0;
  }
  return {
    drawing,
    walls,
    rooms,
    paint,
    isWindow,
    pieces,
    wallShade: softShadow(solid, drawing, metre * 0.16, metre * 0.16, metre * 0.045),
    pieceShade: isColoured ? softShadow(pieces, drawing, metre * 0.06, metre * 0.07, metre * 0.03) : undefined,
    ground: softShadow(building, drawing, metre * 0.2, metre * 0.22, metre * 0.09),
    wallDepth: paint.wallFill === 'solid' ? undefined : distanceInside(walls.wall, drawing),
    isErased: furniture === 'none' ? erasedLines(drawing, walls, rooms, paint.inkWithoutLetters) : undefined,
    stroke: Math.max(1, walls.lineWidth * 0.9),
    hatchStep: Math.max(4, walls.width * 0.45),
    colour: new Float32Array(3),
  };
}

/** Writes the colour of a pixel below the ink; returns false where the ink is left out. */
function paintPoint(painter: FloorPainter, i: number, x: number, y: number): boolean {
  const { walls, rooms, paint, isWindow, pieces, pieceShade, wallShade, ground, isErased, colour } = painter;
  const { palette } = paint;
  if (walls.wall[i]) {
    paintWall(painter, i, x, y);
    return false;
  }
  if (isWindow[walls.gapOf[i]!]) set(colour, palette.glass, 1);
  else if (rooms.isOutside[i]) set(colour, palette.paper, 1 - ground[i]! * palette.shadow * 0.6);
  else if (rooms.regionOf[i]! < 0) set(colour, palette.counter, 0.96);
  else {
    paintRegion(painter, rooms.regionOf[i]!, x, y);
    const piece = pieces[i] ? 0 : (pieceShade?.[i] ?? 0) * palette.shadow * 0.75;
    const shade = 1 - Math.max(wallShade[i]! * palette.shadow * (pieces[i] ? 0.5 : 1), piece);
    for (let c = 0; c < 3; c++) colour[c]! *= c === 2 ? shade * 0.985 + 0.015 : shade;
    return !isErased?.[i];
  }
  return true;
}

function paintWall({ paint, wallDepth, stroke, hatchStep, colour }: FloorPainter, i: number, x: number, y: number) {
  const { palette, wallFill } = paint;
  if (!wallDepth) set(colour, palette.wall, 1);
  else if (wallDepth[i]! <= stroke) set(colour, palette.line, 1);
  else {
    const phase = (((x + y) % hatchStep) + hatchStep) % hatchStep;
    const isStroke = wallFill === 'hatch' && phase < Math.max(1, stroke * 0.8);
    set(colour, isStroke ? palette.line : palette.white, isStroke ? 1.5 : 1);
  }
}

function paintRegion({ rooms, paint, colour }: FloorPainter, region: number, x: number, y: number): void {
  const { palette, furniture } = paint;
  const metre = rooms.pixelsPerMetre;
  const isColoured = furniture === 'colour';
  const { room, left, top, right, bottom } = rooms.regions[region]!;
  const role = paint.roles[region]!;
  if (role === 'floor' || furniture === 'none' || (role === 'rug' && !isColoured)) {
    const { left: roomLeft, top: roomTop } = rooms.rooms[room]!;
    const kind = paint.floors[room]!;
    const base = kind === 'wood' && paint.isDark[room] ? palette.darkWood : palette.floors[kind];
    const [u, v] = [(x - roomLeft) / metre, (y - roomTop) / metre];
    set(colour, base, floorTone(kind, u, v, 1 / metre, palette.texture, paint.seed + room));
    return;
  }
  if (!isColoured) {
    set(colour, palette.white, 1);
    return;
  }
  const span = right - left > bottom - top ? (x - left) / (right - left + 1) : (y - top) / (bottom - top + 1);
  // A faint fall of light from the upper left keeps flat fills from looking cut out.
  const light = 1.03 - 0.06 * span;
  set(colour, palette[role], light * pieceTone(role, x / metre, y / metre, { paint, region }));
}

/** Factor of the texture of a piece of furniture; `x` and `y` in metres. */
function pieceTone(
  role: RegionRole,
  x: number,
  y: number,
  { paint, region }: { paint: FloorPaint; region: number },
): number {
  const strength = paint.palette.texture;
  const seed = paint.seed + region;
  switch (role) {
    case 'wood':
      return 1 + strength * 0.07 * (valueNoise(x * 3, y * 60, seed) - 0.5);
    case 'rug':
    case 'accent':
    case 'fabric':
      return 1 + strength * 0.07 * (latticeRandom(Math.floor(x * 50), Math.floor(y * 50), seed) - 0.5);
    case 'plant':
      return 1 + strength * 0.3 * (valueNoise(x * 9, y * 9, seed) - 0.5);
    default:
      return 1;
  }
}

/** Blots and grain of watercolour; `x` and `y` in metres. In place. */
function wash(out: Float32Array, { palette, seed }: FloorPaint, x: number, y: number, share: number): void {
  const blot = valueNoise(x * 0.9, y * 0.9, seed + 11) * 0.6 + valueNoise(x * 3.1, y * 3.1, seed + 12) * 0.4;
  const grain = latticeRandom(Math.floor(x * 60), Math.floor(y * 60), seed + 13) - 0.5;
  const lift = palette.wash * share * ((blot - 0.45) * 0.28 + grain * 0.03);
  for (let c = 0; c < 3; c++) out[c] = lift > 0 ? out[c]! + (255 - out[c]!) * lift : out[c]! * (1 + lift);
}

function set(out: Float32Array, colour: Rgb, tone: number): void {
  out[0] = colour[0] * tone;
  out[1] = colour[1] * tone;
  out[2] = colour[2] * tone;
}

/** 1 where lines of furniture are taken away: those that do not reach a door, and those around furniture. */
function erasedLines(
  drawing: PlanDrawing,
  walls: Walls,
  { roomOf, regionOf, regions }: Rooms,
  withoutLetters: Uint8Array | undefined,
): Uint8Array {
  const { width } = drawing;
  const isThin = new Uint8Array(roomOf.length);
  for (let i = 0; i < isThin.length; i++) isThin[i] = roomOf[i]! >= 0 && drawing.lightness[i]! < 0.94 ? 1 : 0;
  const { labels, components } = labelComponents(isThin, drawing, true);
  const isKept = new Uint8Array(components.length);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label < 0 || isKept[label]) continue;
    for (const next of [i - 1, i + 1, i - width, i + width]) {
      const gap = walls.gapOf[next] ?? 0;
      if (gap > 0 && walls.gaps[gap - 1]!.kind !== 'window') isKept[label] = 1;
    }
  }
  const isOpen = bytesOf(regionOf, (region) => (region >= 0 && !regions[region]!.isFloor ? 0 : 1));
  const toPiece = distanceInside(isOpen, drawing);
  const near = walls.lineWidth * 0.5 + 2;
  for (let i = 0; i < labels.length; i++) {
    if (withoutLetters && labels[i]! >= 0 && drawing.ink[i] && !withoutLetters[i]) isKept[labels[i]!] = 2;
  }
  return isThin.map((isLine, i) => {
    const kept = isKept[labels[i]!];
    return isLine && kept !== 2 && (!kept || toPiece[i]! <= near) ? 1 : 0;
  });
}
