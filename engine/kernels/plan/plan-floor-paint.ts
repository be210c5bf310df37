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
  /** Whether a room's wood is the darker one. */
  isDark: readonly boolean[];
  /** One for each region. */
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

/** Paints a floor plan; returns interleaved RGB bytes of the drawing's size. */
export function paintFloorPlan(drawing: PlanDrawing, walls: Walls, rooms: Rooms, paint: FloorPaint): Uint8Array {
  const { width, height, lightness } = drawing;
  const { palette, roles, furniture } = paint;
  const metre = rooms.pixelsPerMetre;
  const isColoured = furniture === 'colour';
  const isWindow = new Uint8Array(walls.gaps.length + 1);
  for (const [place, gap] of walls.gaps.entries()) isWindow[place + 1] = gap.kind === 'window' ? 1 : 0;
  const solid = new Uint8Array(lightness.length);
  const pieces = new Uint8Array(lightness.length);
  const building = new Uint8Array(lightness.length);
  for (let i = 0; i < solid.length; i++) {
    solid[i] = walls.wall[i] || isWindow[walls.gapOf[i]!] ? 1 : 0;
    building[i] = rooms.isOutside[i] ? 0 : 1;
    const role = rooms.regionOf[i]! < 0 ? 'floor' : roles[rooms.regionOf[i]!]!;
    pieces[i] = isColoured && role !== 'floor' && role !== 'rug' ? 1 : 0;
  }
  const wallShade = softShadow(solid, drawing, metre * 0.16, metre * 0.16, metre * 0.045);
  const pieceShade = isColoured ? softShadow(pieces, drawing, metre * 0.06, metre * 0.07, metre * 0.03) : undefined;
  const ground = softShadow(building, drawing, metre * 0.2, metre * 0.22, metre * 0.09);
  const wallDepth = paint.wallFill === 'solid' ? undefined : distanceInside(walls.wall, drawing);
  const rgb = new Uint8Array(lightness.length * 3);
  const colour = new Float32Array(3);
  const isErased = furniture === 'none' ? erasedLines(drawing, walls, rooms, paint.inkWithoutLetters) : undefined;
  const stroke = Math.max(1, walls.lineWidth * 0.9);
  const hatchStep = Math.max(4, walls.width * 0.45);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let inkShare = clamp((0.94 - lightness[i]!) / 0.8, 0, 1);
      const region = rooms.regionOf[i]!;
      if (walls.wall[i]) {
        inkShare = 0;
        const depth = wallDepth?.[i] ?? 0;
        if (!wallDepth) set(colour, palette.wall, 1);
        else if (depth <= stroke) set(colour, palette.line, 1);
        else {
          const phase = (((x + y) % hatchStep) + hatchStep) % hatchStep;
          const isStroke = paint.wallFill === 'hatch' && phase < Math.max(1, stroke * 0.8);
          set(colour, isStroke ? palette.line : palette.white, isStroke ? 1.5 : 1);
        }
      } else if (isWindow[walls.gapOf[i]!]) {
        set(colour, palette.glass, 1);
      } else if (rooms.isOutside[i]) {
        set(colour, palette.paper, 1 - ground[i]! * palette.shadow * 0.6);
      } else if (region < 0) {
        set(colour, palette.counter, 0.96);
      } else {
        paintRegion(colour, region, x, y);
        const piece = pieces[i] ? 0 : (pieceShade?.[i] ?? 0) * palette.shadow * 0.75;
        const shade = 1 - Math.max(wallShade[i]! * palette.shadow * (pieces[i] ? 0.5 : 1), piece);
        for (let c = 0; c < 3; c++) colour[c]! *= c === 2 ? shade * 0.985 + 0.015 : shade;
        if (isErased?.[i]) inkShare = 0;
      }
      if (palette.wash > 0) wash(colour, x / metre, y / metre, rooms.isOutside[i] ? 0.3 : 1);
      const alpha = inkShare * 0.92;
      for (let c = 0; c < 3; c++) {
        const value = colour[c]! * (1 - alpha) + palette.line[c]! * alpha;
        rgb[i * 3 + c] = value > 255 ? 255 : value + 0.5;
      }
    }
  }
  return rgb;

  function paintRegion(out: Float32Array, place: number, x: number, y: number): void {
    const { room, left, top, right, bottom } = rooms.regions[place]!;
    const role = roles[place]!;
    if (role === 'floor' || furniture === 'none' || (role === 'rug' && !isColoured)) {
      const { left: roomLeft, top: roomTop } = rooms.rooms[room]!;
      const kind = paint.floors[room]!;
      const base = kind === 'wood' && paint.isDark[room] ? palette.darkWood : palette.floors[kind];
      const tone = floorTone(
        kind,
        (x - roomLeft) / metre,
        (y - roomTop) / metre,
        1 / metre,
        palette.texture,
        paint.seed + room,
      );
      set(out, base, tone);
      return;
    }
    if (!isColoured) {
      set(out, palette.white, 1);
      return;
    }
    const span = right - left > bottom - top ? (x - left) / (right - left + 1) : (y - top) / (bottom - top + 1);
    // A faint fall of light from the upper left keeps flat fills from looking cut out.
    const light = 1.03 - 0.06 * span;
    set(out, palette[role as Exclude<RegionRole, 'floor'>], light * pieceTone(role, x / metre, y / metre, place));
  }

  function pieceTone(role: RegionRole, x: number, y: number, place: number): number {
    const strength = palette.texture;
    switch (role) {
      case 'wood':
        return 1 + strength * 0.07 * (valueNoise(x * 3, y * 60, paint.seed + place) - 0.5);
      case 'rug':
      case 'accent':
      case 'fabric':
        return 1 + strength * 0.07 * (latticeRandom(Math.floor(x * 50), Math.floor(y * 50), paint.seed + place) - 0.5);
      case 'plant':
        return 1 + strength * 0.3 * (valueNoise(x * 9, y * 9, paint.seed + place) - 0.5);
      default:
        return 1;
    }
  }

  function wash(out: Float32Array, x: number, y: number, share: number): void {
    const blot =
      valueNoise(x * 0.9, y * 0.9, paint.seed + 11) * 0.6 + valueNoise(x * 3.1, y * 3.1, paint.seed + 12) * 0.4;
    const grain = latticeRandom(Math.floor(x * 60), Math.floor(y * 60), paint.seed + 13) - 0.5;
    const lift = palette.wash * share * ((blot - 0.45) * 0.28 + grain * 0.03);
    for (let c = 0; c < 3; c++) out[c] = lift > 0 ? out[c]! + (255 - out[c]!) * lift : out[c]! * (1 + lift);
  }
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
