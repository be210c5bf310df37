import sharp from 'sharp';
import type { Size } from '../blur.ts';
import { makeRandom } from '../random.ts';
import type { LinearLight } from './relight-linear.ts';
import { decodeLight } from './relight-linear.ts';

/** How many of each; figures are drawn as flat silhouettes, the way presentation collages do it. */
export interface FigureCounts {
  people: number;
  vehicles: number;
  trees: number;
}

/** Where figures stand. */
export interface Stage {
  ground: Uint8Array;
  /** Upper end of the ground per column, pixels. */
  contact: Float32Array;
}

/**
 * Lays silhouettes of people, vehicles and trees over a picture, sized by perspective. In place.
 *
 * @param brightness of the scene, 1 = day; figures darken with it
 * @returns how many were placed: fewer than asked for when there is no ground to stand on
 */
export async function addFigures(
  light: LinearLight,
  size: Size,
  counts: FigureCounts,
  stage: Stage,
  { brightness, seed }: { brightness: number; seed: number },
): Promise<number> {
  const random = makeRandom(seed + 53);
  const shapes: { foot: number; svg: string }[] = [];
  // Eyes are a little above the line on which things stand in most columns; heads of people reach the eye's height.
  const standing = Float32Array.from(stage.contact).sort();
  const eye = standing[Math.floor(standing.length * 0.4)]! - size.height * 0.06;
  const isFree = (x: number, y: number) => {
    if (x < 0 || x >= size.width) return false;
    for (let row = y; row < size.height; row += 4) if (stage.ground[row * size.width + x]! < 150) return false;
    return true;
  };
  /** `reach` is the free ground needed to each side, in heights of a person. */
  const place = (farthest: number, nearest: number, reach: number) => {
    for (let attempt = 0; attempt < 80; attempt++) {
      const x = Math.floor(random() * size.width);
      const y = Math.floor(stage.contact[x]! + (farthest + (nearest - farthest) * random()) * size.height);
      const tall = Math.min(size.height * 0.2, (y - eye) * 1.05);
      if (
        y < size.height * 0.96 &&
        tall > size.height * 0.025 &&
        [0, -1, 1].every((side) => isFree(Math.round(x + side * reach * tall), y))
      ) {
        return { x, y, tall };
      }
    }
    return undefined;
  };
  const add = (count: number, farthest: number, nearest: number, reach: number, draw: typeof drawPerson) => {
    for (let index = 0; index < count; index++) {
      const spot = place(farthest, nearest, reach);
      if (spot) shapes.push({ foot: spot.y, svg: draw(spot.x, spot.y, spot.tall, random) });
    }
  };
  add(counts.trees, 0, 0.02, 0.3, drawTree);
  add(counts.vehicles, 0.015, 0.045, 3, drawCar);
  add(counts.people, 0.01, 0.1, 0.2, drawPerson);
  if (shapes.length === 0) return 0;
  shapes.sort((one, other) => one.foot - other.foot);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shapes.map((shape) => shape.svg).join('')}</svg>`;
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  blend(light, rgba, brightness);
  return shapes.length;
}

/** Lays 8-bit RGBA over linear light. */
function blend(light: LinearLight, rgba: Uint8Array, brightness: number): void {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let i = 0; i < rgba.length / 4; i++) rgb.set(rgba.subarray(i * 4, i * 4 + 3), i * 3);
  const over = decodeLight(rgb);
  for (let i = 0; i < rgba.length / 4; i++) {
    const alpha = rgba[i * 4 + 3]! / 255;
    if (alpha === 0) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) light[at] = light[at]! + (over[at]! * brightness - light[at]!) * alpha;
  }
}

const clothes = ['#2f3640', '#54473d', '#6b7785', '#8a5a44', '#3e4f42', '#c9c4ba', '#7a2f2b'] as const;

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}

/** Numbers with one decimal keep the drawing short. */
const n = (value: number) => value.toFixed(1);

function shadow(x: number, y: number, across: number): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(across)}" ry="${n(across * 0.16)}" fill="#000" fill-opacity="0.28"/>`;
}

function drawPerson(x: number, y: number, tall: number, random: () => number): string {
  const size = tall * (0.94 + 0.12 * random());
  const turn = random() < 0.5 ? -1 : 1;
  const at = (px: number, py: number) => `${n(x + px * size * turn)} ${n(y - py * size)}`;
  const stride = 0.05 + 0.07 * random();
  const coat = pick(clothes, random);
  const trousers = pick(clothes, random);
  const legs = `<path d="M${at(-0.06, 0.48)}L${at(-stride, 0)}L${at(-stride + 0.05, 0)}L${at(0, 0.34)}L${at(stride, 0)}L${at(stride + 0.06, 0)}L${at(0.07, 0.48)}Z" fill="${trousers}"/>`;
  const body = `<path d="M${at(-0.1, 0.82)}Q${at(0, 0.88)} ${at(0.1, 0.82)}L${at(0.12, 0.5)}L${at(0.07, 0.4)}L${at(-0.07, 0.4)}L${at(-0.12, 0.5)}Z" fill="${coat}"/>`;
  const head = `<ellipse cx="${n(x + 0.01 * size * turn)}" cy="${n(y - 0.92 * size)}" rx="${n(size * 0.045)}" ry="${n(size * 0.062)}" fill="#4a3c33"/>`;
  return shadow(x, y, size * 0.2) + legs + body + head;
}

const paints = ['#d8d9da', '#3a4048', '#7d2a26', '#2e4a63', '#9a9c9e'] as const;

/** A saloon car from the side, 1.45 m high and 4.5 m long against a person of 1.7 m. */
function drawCar(x: number, y: number, tall: number, random: () => number): string {
  const unit = tall / 1.7;
  const turn = random() < 0.5 ? -1 : 1;
  const at = (px: number, py: number) => `${n(x + px * unit * turn)} ${n(y - py * unit)}`;
  const body = `<path d="M${at(-2.2, 0.3)}L${at(-2.2, 0.8)}Q${at(-1.7, 0.95)} ${at(-1.2, 0.95)}L${at(-0.6, 1.42)}Q${at(0.3, 1.5)} ${at(0.9, 1.4)}L${at(1.6, 0.95)}Q${at(2.2, 0.9)} ${at(2.2, 0.6)}L${at(2.2, 0.3)}Z" fill="${pick(paints, random)}"/>`;
  const glass = `<path d="M${at(-1, 0.97)}L${at(-0.52, 1.34)}Q${at(0.3, 1.42)} ${at(0.82, 1.32)}L${at(1.35, 0.97)}Z" fill="#1f2a33"/>`;
  const wheel = (px: number) =>
    `<circle cx="${n(x + px * unit * turn)}" cy="${n(y - 0.32 * unit)}" r="${n(0.33 * unit)}" fill="#15171a"/>`;
  return shadow(x, y, unit * 2.3) + body + glass + wheel(-1.35) + wheel(1.4);
}

function drawTree(x: number, y: number, tall: number, random: () => number): string {
  const high = tall * (2.6 + 1.6 * random());
  const trunk = `<path d="M${n(x - high * 0.02)} ${n(y)}L${n(x - high * 0.01)} ${n(y - high * 0.6)}L${n(x + high * 0.01)} ${n(y - high * 0.6)}L${n(x + high * 0.022)} ${n(y)}Z" fill="#574a3d"/>`;
  let crown = '';
  for (let leaf = 0; leaf < 520; leaf++) {
    const angle = random() * 2 * Math.PI;
    const reach = Math.sqrt(random());
    const cx = x + Math.cos(angle) * reach * high * 0.27;
    const cy = y - high * 0.66 - Math.sin(angle) * reach * high * 0.34;
    // Leaves higher up and towards the light are lighter.
    const bright = Math.round(12 + 20 * ((y - cy) / high) + 10 * random());
    crown += `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(high * (0.007 + 0.016 * random()))}" fill="hsl(${Math.round(88 + 22 * random())} 30% ${bright}%)" fill-opacity="0.94"/>`;
  }
  return shadow(x, y, high * 0.22) + trunk + crown;
}
