/** Light of a photographed room: its level and colour, where it comes from, and its surfaces as the tracer sees them. */

import type { Size } from '../../base/blur.ts';
import { luminanceOf, type RgbBytes } from '../../base/colour.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { linearOfByte } from '../../base/srgb.ts';
import type { Vec3 } from '../../base/vector.ts';
import type { Material } from '../trace/materials.ts';
import { definePaint, type Painter } from '../trace/paint.ts';
import type { AreaLight } from '../trace/scene.ts';
import { type Face, faces, meetBox, type Room, type RoomBox } from './room-box.ts';
import { project, rayOf } from './room-view.ts';

type Side = 'left' | 'right' | 'back';

export interface RoomLight {
  /** Linear light of a white surface in the room's usual light, per channel. */
  level: Vec3;
  lights: AreaLight[];
  /** Windows that were found. */
  windows: {
    side: Side;
    from: number;
    to: number;
    low: number;
    high: number;
    /** True where it is brighter than its wall, as daylight is; false for wood, paint and pictures. */
    isShining: boolean;
  }[];
  /** Middle colour of every face, linear. */
  faceColours: Record<Face, Vec3>;
  /** The photograph as a surface: what it shows where it shows it, the face's middle colour elsewhere. */
  shell: Record<Face, Material>;
}

const smallSide = 240;
/** Share of the light that white paint reflects. */
const wallAlbedo = 0.76;

const luminance = ([r, g, b]: readonly number[]): number => luminanceOf(r!, g!, b!);

function linearPicture(rgb: RgbBytes, size: Size, to: Size): Float32Array {
  const out = new Float32Array(to.width * to.height * 3);
  const plane = new Float32Array(size.width * size.height);
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) plane[i] = linearOfByte[rgb[i * 3 + c]!]!;
    const small = to.width === size.width ? plane : resamplePlane(plane, size, to, 'catmullRom');
    for (let i = 0; i < small.length; i++) out[i * 3 + c] = Math.max(0, small[i]!);
  }
  return out;
}

export function readRoomLight(rgb: RgbBytes, room: Room): RoomLight {
  const { view, box } = room;
  const scale = Math.min(1, smallSide / Math.max(view.size.width, view.size.height));
  const size = { width: Math.round(view.size.width * scale), height: Math.round(view.size.height * scale) };
  const photo = linearPicture(rgb, view.size, size);
  const faceOf = new Uint8Array(size.width * size.height);
  const far = new Float32Array(faceOf.length);
  const small = { room, scale, size, photo, faceOf, far };
  for (let i = 0; i < faceOf.length; i++) {
    const met = meetBox(box, view.eyeHeight, rayAt(small, i));
    faceOf[i] = faces.indexOf(met.face);
    far[i] = met.far;
  }
  const faceColours = Object.fromEntries(
    faces.map((face, index) => [face, middleColour(photo, faceOf, index)]),
  ) as Record<Face, Vec3>;
  const level = levelOf(photo, faceOf, faceColours);
  const windows = (['left', 'right', 'back'] as const).flatMap(
    (side) => windowOn(small, side, faceColours[side]) ?? [],
  );
  const lights = lightsOf(small, windows);
  return { level, lights, windows, faceColours, shell: shellOf(small, faceColours, level) };
}

/** The photograph made small, with the room's face and its distance behind every pixel. */
interface SmallPhoto {
  room: Room;
  /** Pixels of `size` per pixel of the photograph. */
  scale: number;
  size: Size;
  /** Linear light, three numbers a pixel. */
  photo: Float32Array;
  /** Index of {@link faces}. */
  faceOf: Uint8Array;
  /** Metres along the ray. */
  far: Float32Array;
}

type SeenWindow = RoomLight['windows'][number];

function rayAt({ room, size, scale }: SmallPhoto, i: number): Vec3 {
  return rayOf(room.view, ((i % size.width) + 0.5) / scale, (Math.floor(i / size.width) + 0.5) / scale);
}

/** Light of a window beside that of its wall, from which it is one for sure. */
const shining = 1.4;

/** The part of a wall that is burnt out, or bright and of another colour than the wall. */
function windowOn(small: SmallPhoto, side: Side, wall: Vec3): SeenWindow | undefined {
  const { room, photo, faceOf, far } = small;
  const { view, box } = room;
  const grey = Math.max(0.02, luminance(wall));
  const alongs: number[] = [];
  const heights: number[] = [];
  const index = faces.indexOf(side);
  let area = 0;
  let light = 0;
  for (let i = 0; i < faceOf.length; i++) {
    if (faceOf[i] !== index) continue;
    area++;
    const own = [photo[i * 3]!, photo[i * 3 + 1]!, photo[i * 3 + 2]!];
    const bright = luminance(own);
    const hue = own.reduce((sum, value, c) => sum + Math.abs(value / (bright + 0.02) - wall[c]! / grey), 0);
    if (!(bright > 0.93 || (hue > 0.55 && bright > 0.25 * grey))) continue;
    const [dx, dy, dz] = rayAt(small, i);
    const y = view.eyeHeight + dy * far[i]!;
    if (y < 0.05 || y > box.height) continue;
    light += bright;
    alongs.push(side === 'back' ? dx * far[i]! : dz * far[i]!);
    heights.push(y);
  }
  if (alongs.length < 0.006 * faceOf.length || alongs.length < 0.03 * area) return undefined;
  const share = (list: number[], part: number) => list.sort((a, b) => a - b)[Math.floor((list.length - 1) * part)]!;
  return {
    side,
    isShining: light / alongs.length > Math.min(0.9, shining * grey),
    from: share(alongs, 0.04),
    to: share(alongs, 0.96),
    low: share(heights, 0.04),
    high: share(heights, 0.96),
  };
}

/**
 * Windows seen, else one beyond the picture on the side the floor is lit from; and weak light from behind the camera and
 * from the ceiling.
 */
function lightsOf(small: SmallPhoto, windows: readonly SeenWindow[]): AreaLight[] {
  const { box } = small.room;
  const assumed = (): SeenWindow => ({
    side: isBrighterLeft(small) ? 'left' : 'right',
    from: box.back * 0.1,
    to: box.back * 0.6,
    low: 0.5,
    high: Math.min(box.height - 0.2, 2.4),
    isShining: true,
  });
  const across = box.right - box.left;
  const span = Math.min(6, across);
  return [
    ...(windows.length === 0 ? [assumed()] : windows).map((window) => lightOfWindow(box, window)),
    {
      corner: [(box.left + box.right - span) / 2, 0.4, -1.2],
      edgeA: [span, 0, 0],
      edgeB: [0, box.height - 0.5, 0],
      facing: [0, 0, 1],
      light: [0.6, 0.6, 0.6],
    },
    {
      corner: [box.left + 0.3, box.height - 0.03, 0.3],
      edgeA: [across - 0.6, 0, 0],
      edgeB: [0, 0, box.back - 0.6],
      facing: [0, -1, 0],
      light: [0.16, 0.16, 0.16],
    },
  ];
}

function lightOfWindow(box: RoomBox, { side, from, to, low, high }: Omit<SeenWindow, 'isShining'>): AreaLight {
  // A window at the picture's border goes on beyond it.
  const start = side !== 'back' && from < box.back * 0.7 ? Math.min(from, to - 1.4) : from;
  const width = Math.max(0.5, to - start);
  const tall = Math.max(0.5, high - low);
  const strength = 15 / Math.max(1.2, width * tall);
  const light: Vec3 = [0.97 * strength, strength, 1.05 * strength];
  if (side === 'back') {
    return {
      corner: [start, low, box.back - 0.02],
      edgeA: [width, 0, 0],
      edgeB: [0, tall, 0],
      facing: [0, 0, -1],
      light: [light[0] * 0.5, light[1] * 0.5, light[2] * 0.5],
    };
  }
  const x = side === 'left' ? box.left + 0.02 : box.right - 0.02;
  const facing: Vec3 = [side === 'left' ? 1 : -1, 0, 0];
  return { corner: [x, low, start], edgeA: [0, 0, width], edgeB: [0, tall, 0], facing, light };
}

function isBrighterLeft({ size, photo, faceOf }: SmallPhoto): boolean {
  const sums = [0, 0];
  const counts = [1, 1];
  for (let i = 0; i < faceOf.length; i++) {
    if (faces[faceOf[i]!] !== 'floor') continue;
    const half = i % size.width < size.width / 2 ? 0 : 1;
    sums[half]! += photo[i * 3 + 1]!;
    counts[half]!++;
  }
  return sums[0]! / counts[0]! >= sums[1]! / counts[1]!;
}

function shellOf({ room, scale, size, photo }: SmallPhoto, colours: Record<Face, Vec3>, level: Vec3) {
  const entries = faces.map((face): [Face, Material] => [
    face,
    {
      surface: 'matte',
      paint: photoPaint({ view: room.view, scale, size, photo }, colours[face], level),
    },
  ]);
  return Object.fromEntries(entries) as Record<Face, Material>;
}

type PaintedPhoto = Pick<SmallPhoto, 'scale' | 'size' | 'photo'> & Pick<Room, 'view'>;

/** The photograph where it shows a point, else the face's own colour, both against the level of the light. */
const photoPaint = definePaint(
  'photograph of a room',
  ({ view, scale, size, photo }: PaintedPhoto, own: Vec3, level: Vec3): Painter =>
    (p, out) => {
      const at = project(view, [p.x, p.y, p.z]);
      const column = Math.floor(at.x * scale);
      const row = Math.floor(at.y * scale);
      const isSeen = at.depth > 0.1 && column >= 0 && row >= 0 && column < size.width && row < size.height;
      const k = (row * size.width + column) * 3;
      const pick = (c: 0 | 1 | 2) => Math.min(1.5, (isSeen ? photo[k + c]! : own[c]) / level[c]);
      out.r = pick(0);
      out.g = pick(1);
      out.b = pick(2);
    },
);

function middleColour(photo: Float32Array, faceOf: Uint8Array, index: number): Vec3 {
  const lists: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < faceOf.length; i++) {
    if (faceOf[i] !== index) continue;
    for (const c of [0, 1, 2] as const) lists[c].push(photo[i * 3 + c]!);
  }
  if (lists[0].length < 12) return [0.35, 0.34, 0.32];
  const [r, g, b] = lists.map((list) => list.sort((p, q) => p - q)[list.length >> 1]!);
  return [r!, g!, b!];
}

/** White in the room's light: bright walls are taken for white paint, their tint half for the light's. */
function levelOf(photo: Float32Array, faceOf: Uint8Array, colours: Record<Face, Vec3>): Vec3 {
  const walls: number[] = [];
  for (let i = 0; i < faceOf.length; i++) {
    const face = faces[faceOf[i]!]!;
    if (face === 'floor' || face === 'ceiling') continue;
    const bright = luminanceOf(photo[i * 3]!, photo[i * 3 + 1]!, photo[i * 3 + 2]!);
    if (bright < 0.88) walls.push(bright);
  }
  walls.sort((a, b) => a - b);
  const wall = walls[Math.floor(walls.length * 0.75)] ?? 0.4;
  const grey = Math.min(1.25, Math.max(0.16, wall / wallAlbedo, luminance(colours.floor) / 0.75));
  const tints = [colours.back, colours.left, colours.right, colours.ceiling].sort(
    (a, b) => luminance(b) - luminance(a),
  );
  const tint = tints[1]!;
  const own = Math.max(0.02, luminance(tint));
  const channel = (c: 0 | 1 | 2) => grey * clamp(tint[c] / own, 0.75, 1.3) ** 0.5;
  return [channel(0), channel(1), channel(2)];
}
