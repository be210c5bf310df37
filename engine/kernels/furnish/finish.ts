/** New floor and wall finishes for a photographed room: the surface changes, light, shadow and what stands there stay. */

import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane, luminanceOf, type RgbBytes } from '../../base/colour.ts';
import { guidedFilter } from '../../base/guided-filter.ts';
import { clamp } from '../../base/scalar.ts';
import { linearOfByte, srgbByteOf } from '../../base/srgb.ts';
import { boards, marble, plain, slabs } from '../trace/materials.ts';
import { fbm } from '../trace/noise.ts';
import { definePaint, type Paint, type Painter, painterOf, type Rgb, type SurfacePoint } from '../trace/paint.ts';
import { albedoOf } from './kit.ts';
import { type Face, faces, meetBox, type Room } from './room-box.ts';
import type { RoomLight } from './room-light.ts';
import { rayOf } from './room-view.ts';
import type { StyleLook } from './styles.ts';

/**
 * Repaints floor and walls in the look's materials where the picture shows the old surface's own colour; windows, doors
 * and other things keep theirs.
 */
export function renewFinish(rgb: RgbBytes, size: Size, room: Room, light: RoomLight, look: StyleLook): Uint8Array {
  const out = new Uint8Array(rgb);
  const { faceOf, far, surface, shading } = readSurfaces(rgb, size, room, light);
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 180));
  const alpha = guidedFilter(lumaPlane(rgb), surface, size, radius, 1e-3);
  const smooth = boxBlur(shading, size, Math.max(1, Math.round(radius / 3)));
  const paints = paintsOf(look);
  const painters = Object.fromEntries(faces.map((face) => [face, painterOf(paints[face])])) as Record<Face, Painter>;
  const mean: Mean = [0, 0, 0];
  for (let i = 0; i < faceOf.length; i++) {
    const share = clamp((alpha[i]! - 0.12) * 1.3, 0, 1);
    const face = faces[faceOf[i]!]!;
    if (share === 0 || face === 'ceiling') continue;
    const pixel = { x: i % size.width, y: Math.floor(i / size.width), far: far[i]!, face };
    meanPaint(room, pixel, painters[face], mean);
    // The old surface's own pattern is mostly filtered out of the light.
    const lit = Math.min(2.4, 0.8 * smooth[i]! + 0.2 * shading[i]!);
    for (const c of [0, 1, 2] as const) {
      const fresh = mean[c] * light.level[c] * lit * 0.96;
      const old = linearOfByte[rgb[i * 3 + c]!]!;
      out[i * 3 + c] = srgbByteOf(old + (softened(fresh) - old) * share);
    }
  }
  return out;
}

/** Planes of a photographed room, per pixel. */
interface RoomSurfaces {
  /** Index of {@link faces}. */
  faceOf: Uint8Array;
  /** Distance to the face, metres. */
  far: Float32Array;
  /** 1 where the picture shows the face's own colour, 0.5 where it may, 0 where something else stands before it. */
  surface: Float32Array;
  /** Light against the face's middle colour; 1 where equal. */
  shading: Float32Array;
}

function readSurfaces(rgb: RgbBytes, size: Size, { view, box }: Room, light: RoomLight): RoomSurfaces {
  const count = size.width * size.height;
  const faceOf = new Uint8Array(count);
  const far = new Float32Array(count);
  const surface = new Float32Array(count);
  const shading = new Float32Array(count);
  const greys = faces.map((face) => greyOf(light.faceColours[face]));
  for (let i = 0; i < count; i++) {
    const ray = rayOf(view, (i % size.width) + 0.5, Math.floor(i / size.width) + 0.5);
    const met = meetBox(box, view.eyeHeight, ray);
    const index = faces.indexOf(met.face);
    faceOf[i] = index;
    far[i] = met.far;
    const own: [number, number, number] = [
      linearOfByte[rgb[i * 3]!]!,
      linearOfByte[rgb[i * 3 + 1]!]!,
      linearOfByte[rgb[i * 3 + 2]!]!,
    ];
    const grey = greyOf(own);
    const middle = light.faceColours[met.face];
    let hue = 0;
    for (const c of [0, 1, 2] as const) hue += Math.abs(own[c] / (grey + 0.03) - middle[c] / (greys[index]! + 0.03));
    const ratio = grey / Math.max(0.02, greys[index]!);
    shading[i] = ratio;
    surface[i] = met.face === 'ceiling' ? 0 : surfaceShare(hue, ratio);
  }
  return { faceOf, far, surface, shading };
}

function surfaceShare(hue: number, ratio: number): number {
  if (hue < 0.42 && ratio > 0.22) return 1;
  return hue < 0.62 && ratio > 0.15 ? 0.5 : 0;
}

type Mean = [number, number, number];

/** Offsets of the four samples within a pixel. */
const samplesOfPixel = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

const normals: Record<Face, readonly [number, number, number]> = {
  floor: [0, 1, 0],
  ceiling: [0, 0, 0],
  back: [0, 0, -1],
  left: [1, 0, 0],
  right: [-1, 0, 0],
};

const point: SurfacePoint = { x: 0, y: 0, z: 0, nx: 0, ny: 1, nz: 0, seed: 0 };
const colour: Rgb = { r: 0, g: 0, b: 0 };

/** Writes the mean colour of a painter over one pixel into `mean`, linear. */
function meanPaint(
  { view }: Room,
  pixel: { x: number; y: number; far: number; face: Face },
  paint: Painter,
  mean: Mean,
): void {
  const distance = pixel.far;
  const [nx, ny, nz] = normals[pixel.face];
  mean.fill(0);
  for (const [dx, dy] of samplesOfPixel) {
    const ray = rayOf(view, pixel.x + dx, pixel.y + dy);
    point.x = ray[0] * distance;
    point.y = view.eyeHeight + ray[1] * distance;
    point.z = ray[2] * distance;
    point.nx = nx;
    point.ny = ny;
    point.nz = nz;
    paint(point, colour);
    mean[0] += colour.r / 4;
    mean[1] += colour.g / 4;
    mean[2] += colour.b / 4;
  }
}

function softened(light: number): number {
  return light < 0.7 ? light : 0.7 + 0.28 * (1 - Math.exp(-(light - 0.7) / 0.28));
}

function greyOf([r, g, b]: readonly [number, number, number] | readonly number[]): number {
  return luminanceOf(r!, g!, b!);
}

type Surfaces = Pick<StyleLook, 'wall' | 'floor' | 'floorKind' | 'stone' | 'isTextured'>;

type Triple = readonly [number, number, number];

/** Paints of a look's floor and walls; the ceiling is painted as the walls. */
export function paintsOf(look: Surfaces): Record<Face, Paint> {
  const wallColour = albedoOf(look.wall);
  const wall = look.isTextured ? plaster(wallColour) : plain(wallColour, 0.02);
  return { floor: floorPaint(look, albedoOf(look.floor)), ceiling: wall, back: wall, left: wall, right: wall };
}

const plaster = definePaint(
  'plaster',
  (colour: Triple): Painter =>
    (p, out) => {
      const gain = 0.93 + 0.14 * fbm(p.x * 0.8 + p.z * 0.5, p.y * 0.8 + p.z * 0.3, 4, 44);
      out.r = colour[0] * gain;
      out.g = colour[1] * gain;
      out.b = colour[2] * gain;
    },
);

/** Floor of one piece with soft clouds. */
const screed = definePaint(
  'screed',
  (colour: Triple): Painter =>
    (p, out) => {
      const gain = 0.86 + 0.28 * fbm(p.x * 0.7, p.z * 0.7, 5, 61);
      out.r = colour[0] * gain;
      out.g = colour[1] * gain;
      out.b = colour[2] * gain;
    },
);

function floorPaint({ floorKind, stone }: Surfaces, colour: Triple): Paint {
  const brighter = [colour[0] * 1.12, colour[1] * 1.12, colour[2] * 1.12] as const;
  if (floorKind === 'boards') return boards(brighter, 0.17, 'z');
  if (floorKind === 'slabs') return slabs(colour, 0.8, 0.8, 0.004, 0.05);
  if (floorKind === 'marble') return marble(colour, albedoOf(stone[1]), 0.9, 0.9);
  return floorKind === 'plaster' ? screed(colour) : chevron(brighter);
}

/** Strips mirrored at every half metre, laid at 45 degrees. */
const chevron = definePaint('chevron', (colour: Triple): Painter => {
  const lay = painterOf(boards(colour, 0.11, 'z'));
  const turned: SurfacePoint = { x: 0, y: 0, z: 0, nx: 0, ny: 1, nz: 0, seed: 0 };
  return (p, out) => {
    const strip = Math.floor(p.x / 0.52);
    const u = p.x - strip * 0.52;
    const side = strip % 2 === 0 ? 1 : -1;
    turned.x = (p.z + side * u) * Math.SQRT1_2 + (side > 0 ? 0 : 40);
    turned.z = (p.z - side * u) * Math.SQRT1_2 + strip * 1.7;
    lay(turned, out);
    // Joints finer than the picture's points would glitter: tones are drawn together.
    for (const [c, name] of (['r', 'g', 'b'] as const).entries()) out[name] = 0.45 * out[name] + 0.55 * colour[c]!;
    const edge = Math.min(u, 0.52 - u);
    if (edge < 0.0035) {
      out.r *= 0.78;
      out.g *= 0.78;
      out.b *= 0.78;
    }
  };
});
