import sharp from 'sharp';
import type { Size } from '../../base/blur.ts';
import { decodeLight, type LinearColour, type LinearLight } from '../../base/linear-light.ts';
import { makeRandom } from '../../base/random.ts';
import { layPlant, lightLikeLeaves, type PlantKind, plantSprite, type Stand } from '../trace/plant-sprites.ts';

/** Number of each kind; people and vehicles are drawn as silhouettes, the way presentation collages do it. */
export interface FigureCounts {
  people: number;
  vehicles: number;
  trees: number;
  shrubs?: number;
  tufts?: number;
  /** Plants in pots, for rooms; they stand where the floor ends. */
  pots?: number;
}

/** Ground on which figures stand. */
export interface FigureStage {
  ground: Uint8Array;
  /** Upper end of the ground per column, pixels. */
  contact: Float32Array;
  /** Mask of the soil for plants, 0–255; the ground when absent. */
  soil?: Uint8Array | undefined;
  /** Row of the viewer's eyes, 1.6 m over the ground; told from the contact line when absent. */
  eye?: number | undefined;
  /** Colour of the leaves that are there already, which added ones take; their own when absent. */
  leaves?: LinearColour | undefined;
}

/** Free ground that a figure needs. */
interface Footing {
  /** Distance below the contact line, shares of the picture's height. */
  farthest: number;
  nearest: number;
  /** Free ground to each side, in heights of a person. */
  reach: number;
  isPlant?: boolean;
  /** Tall things stand to the sides, where they frame the view and do not hide it. */
  isAside?: boolean;
}

/** The ground while it fills. */
interface Ground {
  stage: FigureStage;
  size: Size;
  /** Row of the viewer's eyes. */
  eye: number;
  random: () => number;
  /** Columns that figures stand in, pixels. */
  taken: { x: number; reach: number }[];
}

/** Foot and height of a person there, pixels. */
interface Spot {
  x: number;
  y: number;
  tall: number;
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
  stage: FigureStage,
  { brightness, seed }: { brightness: number; seed: number },
): Promise<number> {
  // Eyes are a little above the line on which things stand in most columns; heads of people reach the eye's height.
  const standing = Float32Array.from(stage.contact).sort();
  const eye = stage.eye ?? standing[Math.floor(standing.length * 0.4)]! - size.height * 0.06;
  const ground: Ground = { stage, size, eye, random: makeRandom(seed + 53), taken: [] };
  const plants = standingPlants(ground, counts);
  for (const { kind, stand } of plants) {
    const sprite = plantSprite(kind);
    const lit = stage.leaves && kind !== 'potted' ? lightLikeLeaves(sprite, stage.leaves, brightness) : brightness;
    layPlant(light, size, sprite, stand, lit);
  }
  const shapes = [
    ...standingShapes(ground, counts.vehicles, { farthest: 0.015, nearest: 0.045, reach: 3 }, drawCar),
    ...standingShapes(ground, counts.people, { farthest: 0.01, nearest: 0.1, reach: 0.2 }, drawPerson),
  ];
  if (shapes.length === 0) return plants.length;
  shapes.sort((a, b) => a.foot - b.foot);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shapes.map((shape) => shape.svg).join('')}</svg>`;
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  blend(light, rgba, brightness);
  return shapes.length + plants.length;
}

/** Plants on their spots, the farthest first. */
function standingPlants(ground: Ground, counts: FigureCounts): { kind: PlantKind; stand: Stand }[] {
  const { stage, size, random } = ground;
  const plants: { kind: PlantKind; stand: Stand }[] = [];
  const plant = (kind: PlantKind, count: number, [farthest, nearest]: readonly [number, number], metres: number) => {
    for (let index = 0; index < count; index++) {
      const spot = findSpot(ground, { farthest, nearest, reach: 0.3, isPlant: true, isAside: metres > 3 });
      // Low plants in the foreground would hide the view.
      if (!spot || (!stage.soil && metres < 2 && kind !== 'potted' && spot.tall > size.height * 0.15)) continue;
      const tall = (spot.tall / 1.7) * metres * (0.8 + 0.4 * random());
      plants.push({ kind, stand: { x: spot.x, foot: spot.y, tall, isFlipped: random() < 0.5 } });
    }
  };
  plant('tree', Math.ceil(counts.trees / 2), [0.01, 0.05], 7.5);
  plant('slimTree', Math.floor(counts.trees / 2), [0.01, 0.07], 6);
  plant('shrub', counts.shrubs ?? 0, [0.005, 0.05], 1.05);
  plant('tuft', counts.tufts ?? 0, [0.02, 0.3], 1);
  plant('potted', counts.pots ?? 0, [0.004, 0.05], 1.5);
  return plants.sort((a, b) => a.stand.foot - b.stand.foot);
}

function standingShapes(
  ground: Ground,
  count: number,
  footing: Footing,
  draw: typeof drawPerson,
): { foot: number; svg: string }[] {
  const shapes: { foot: number; svg: string }[] = [];
  for (let index = 0; index < count; index++) {
    const spot = findSpot(ground, footing);
    if (spot) shapes.push({ foot: spot.y, svg: draw(spot.x, spot.y, spot.tall, ground.random) });
  }
  return shapes;
}

/** A random free spot, after at most 80 tries. */
function findSpot(ground: Ground, footing: Footing): Spot | undefined {
  const { stage, size, eye, random, taken } = ground;
  const { farthest, nearest, reach, isPlant, isAside } = footing;
  for (let attempt = 0; attempt < 80; attempt++) {
    const across = random();
    const aside = across < 0.5 ? across * 0.5 : 0.5 + across * 0.5;
    const x = Math.floor((isAside ? aside : across) * size.width);
    const deep = isPlant && stage.soil ? 0.25 + nearest * 2 : nearest;
    const y = Math.floor(stage.contact[x]! + (farthest + (deep - farthest) * random()) * size.height);
    const tall = Math.min(size.height * 0.34, (y - eye) * 1.05);
    if (!isFreeSpot(ground, footing, { x, y, tall })) continue;
    if (!isPlant) taken.push({ x, reach: reach * tall });
    return { x, y, tall };
  }
  return undefined;
}

function isFreeSpot(ground: Ground, { reach, isPlant }: Footing, { x, y, tall }: Spot): boolean {
  const { stage, size, taken } = ground;
  if (!(y < size.height * 0.96) || !(tall > size.height * 0.025)) return false;
  if (taken.some((figure) => Math.abs(figure.x - x) < figure.reach + reach * tall)) return false;
  if (isPlant && stage.soil) return x >= 0 && x < size.width && stage.soil[y * size.width + x]! > 150;
  return [0, -1, 1].every((side) => isGround(stage, size, Math.round(x + side * reach * tall), y));
}

/** True when the column is ground from a row to the picture's lower edge. */
function isGround({ ground }: FigureStage, { width, height }: Size, x: number, y: number): boolean {
  if (x < 0 || x >= width) return false;
  for (let row = y; row < height; row += 4) if (ground[row * width + x]! < 150) return false;
  return true;
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

/** A walking or standing figure, front or side, a little taller or smaller than 1.7 m. */
function drawPerson(x: number, y: number, tall: number, random: () => number): string {
  const size = tall * (0.94 + 0.1 * random());
  const turn = random() < 0.5 ? -1 : 1;
  const at = (px: number, py: number) => `${n(x + px * size * turn)} ${n(y - py * size)}`;
  const isWalking = random() < 0.65;
  const stride = isWalking ? 0.07 + 0.07 * random() : 0.025;
  const coat = pick(clothes, random);
  const trousers = pick(clothes, random);
  const long = random() < 0.35 ? 0.34 : 0.46;
  const leg = (from: number, to: number, lift: number) =>
    `<path d="M${at(from - 0.042, 0.5)}Q${at((from + to) / 2 - 0.035, 0.26)} ${at(to - 0.028, lift)}L${at(to + 0.055, lift)}L${at(to + 0.045, lift + 0.025)}L${at(to + 0.022, lift + 0.035)}Q${at((from + to) / 2 + 0.045, 0.28)} ${at(from + 0.048, 0.5)}Z" fill="${trousers}"/>`;
  const arm = (swing: number) =>
    `<path d="M${at(-0.02, 0.8)}Q${at(swing * 0.6 - 0.03, 0.62)} ${at(swing, 0.46)}L${at(swing + 0.035, 0.465)}Q${at(swing * 0.6 + 0.035, 0.63)} ${at(0.045, 0.79)}Z" fill="${coat}" stroke="#000" stroke-opacity="0.12" stroke-width="${n(size * 0.006)}"/>`;
  const body = `<path d="M${at(-0.03, 0.855)}Q${at(-0.095, 0.83)} ${at(-0.098, 0.74)}Q${at(-0.085, 0.6)} ${at(-0.092, long)}L${at(0.092, long)}Q${at(0.08, 0.6)} ${at(0.098, 0.74)}Q${at(0.095, 0.83)} ${at(0.035, 0.855)}Z" fill="${coat}"/>`;
  const neck = `<path d="M${at(-0.022, 0.9)}L${at(-0.026, 0.84)}L${at(0.03, 0.84)}L${at(0.026, 0.9)}Z" fill="#b58d74"/>`;
  const head = `<ellipse cx="${n(x + 0.008 * size * turn)}" cy="${n(y - 0.93 * size)}" rx="${n(size * 0.042)}" ry="${n(size * 0.057)}" fill="#c29a80"/>`;
  const hair = `<path d="M${at(-0.044, 0.925)}Q${at(-0.05, 0.995)} ${at(0.005, 0.993)}Q${at(0.05, 0.99)} ${at(0.042, 0.945)}Q${at(0.005, 0.965)} ${at(-0.012, 0.93)}L${at(-0.03, 0.89)}Z" fill="${pick(hairs, random)}"/>`;
  const far = `<g fill-opacity="0.86">${leg(-0.012, -stride, isWalking ? 0.03 : 0)}</g>`;
  return `${shadow(x, y, size * 0.17)}${far}${leg(0.012, stride, 0)}${body}${arm(isWalking ? -0.13 : -0.085)}${arm(isWalking ? 0.1 : 0.06)}${neck}${head}${hair}`;
}

const hairs = ['#2a211c', '#3b2d24', '#1d1a1a', '#5a4636'] as const;

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
