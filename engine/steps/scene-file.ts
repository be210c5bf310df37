import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { Size } from '../base/blur.ts';
import { bytesOf, floatsOf } from '../base/map-plane.ts';
import { resamplePlane } from '../base/resample.ts';
import { clamp } from '../base/scalar.ts';
import { type FoundWindow, type SceneClass, type SceneReading, sceneClasses } from '../kernels/scene/scene-reading.ts';
import { readingSide } from '../kernels/scene-reader/read-scene.ts';
import type { SceneMasks } from '../kernels/segment/scene-masks.ts';

/** Layers that outdoor tools use most, 0–255 per pixel each. */
export interface SceneLayers extends SceneMasks {
  /** 255 inside window panes. */
  window: Uint8Array;
}

/** The layers in the size they were looked for, and the reading they come from. */
export interface FoundLayers extends Size {
  layers: SceneLayers;
  reading: SceneReading;
  /** Which networks read it; absent where none did. */
  network?: ReadingNetwork;
}

/** Tells one reader of scenes from another. */
export interface ReadingNetwork {
  /** Of its weights; see `sceneMarkOf`. */
  mark: string;
  /** For people, where it is an operator's. */
  label?: string;
}

/** Longest side at which layers are looked for, pixels; larger pictures get them enlarged. */
export const layersSide = 2048;

/** First bytes of the kept files; its number is the format's, which older tasks keep their readings in. */
const mark = Buffer.from('scene-3\n', 'latin1');
/** Shares are kept in so many steps: finer ones are noise that only takes room. */
const shareSteps = 31;
/** Steps of the logarithm of the distance, 1 % each. */
const depthStep = 0.01;

/** Header before the planes, as JSON. */
interface Heading {
  size: [number, number];
  reading: [number, number];
  /** Those that are found at all, in the order of their planes. */
  classes: SceneClass[];
  hasDepth: boolean;
  place: SceneReading['place'];
  confidence: number;
  readBy: SceneReading['readBy'];
  /** Each window's corners in 1/10 000 of the picture's sides, x before y, and its sureness in hundredths. */
  windows?: number[][];
  network?: ReadingNetwork;
}

/**
 * Behind the mark: the length of the heading, 4 bytes; the heading; then, deflated, sky, ground and window, the classes
 * found, and the distances in half the reading's size.
 */
export function packSceneLayers({ width, height, layers, reading, network }: FoundLayers): Buffer {
  const classes = sceneClasses.filter((name) => reading.shares[name].some((share) => share >= 255 / shareSteps / 2));
  const heading: Heading = {
    size: [width, height],
    reading: [reading.width, reading.height],
    classes,
    hasDepth: reading.depth !== undefined,
    ...{ place: reading.place, confidence: reading.confidence, readBy: reading.readBy },
    ...(reading.windows && { windows: reading.windows.map(packWindow) }),
    ...(network && { network }),
  };
  const told = Buffer.from(JSON.stringify(heading), 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32LE(told.length);
  const steps = classes.map((name) => bytesOf(reading.shares[name], (share) => Math.round((share * shareSteps) / 255)));
  const planes = Buffer.concat([layers.sky, layers.ground, layers.window, ...steps, ...packDepth(reading)]);
  return Buffer.concat([mark, length, told, deflateSync(planes, { level: 3, strategy: constants.Z_RLE })]);
}

const cornerStep = 1e-4;

function packWindow({ corners, sureness }: FoundWindow): number[] {
  const sides = corners.flatMap(({ x, y }) => [x, y]);
  return [...sides.map((share) => Math.round(share / cornerStep)), Math.round(100 * sureness)];
}

function unpackWindow(numbers: readonly number[]): FoundWindow {
  const cornerOf = (k: number) => ({ x: numbers[2 * k]! * cornerStep, y: numbers[2 * k + 1]! * cornerStep });
  return { corners: [cornerOf(0), cornerOf(1), cornerOf(2), cornerOf(3)], sureness: numbers[8]! / 100 };
}

function packDepth(reading: SceneReading): Uint8Array[] {
  if (!reading.depth) return [];
  const logs = floatsOf(reading.depth, (metres) => Math.log(2 * metres) / depthStep);
  const small = resamplePlane(logs, reading, halfOf(reading), 'catmullRom');
  const steps = floatsOf(small, (value) => clamp(Math.round(value), 0, 65_535));
  return [bytesOf(steps, (value) => value >> 8), bytesOf(steps, (value) => value & 255)];
}

const halfOf = ({ width, height }: Size) => ({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) });

/** Throws when the bytes are not a whole file of this format. */
export function unpackSceneLayers(bytes: Buffer): FoundLayers {
  if (!bytes.subarray(0, mark.length).equals(mark)) throw new Error('not a file of scene layers');
  const start = mark.length + 4;
  const length = bytes.readUInt32LE(mark.length);
  const heading = JSON.parse(bytes.subarray(start, start + length).toString('utf8')) as Heading;
  const size = { width: heading.size[0], height: heading.size[1] };
  const small = { width: heading.reading[0], height: heading.reading[1] };
  if (Math.max(size.width, size.height) > layersSide || Math.max(small.width, small.height) > readingSide) {
    throw new Error('scene layers of an impossible size');
  }
  const count = size.width * size.height;
  const smallCount = small.width * small.height;
  const half = halfOf(small);
  const halfCount = half.width * half.height;
  const total = 3 * count + heading.classes.length * smallCount + (heading.hasDepth ? 2 * halfCount : 0);
  const planes = inflateSync(bytes.subarray(start + length), { maxOutputLength: Math.max(1, total) });
  if (count === 0 || planes.length !== total) throw new Error('scene layers that are cut off');
  let at = 0;
  const take = (length: number) => {
    at += length;
    return new Uint8Array(planes.subarray(at - length, at));
  };
  const layers = { sky: take(count), ground: take(count), window: take(count) };
  const found = new Map(heading.classes.map((name) => [name, take(smallCount)]));
  const shares = Object.fromEntries(
    sceneClasses.map((name) => {
      const steps = found.get(name);
      return [
        name,
        steps ? bytesOf(steps, (step) => Math.round((step * 255) / shareSteps)) : new Uint8Array(smallCount),
      ];
    }),
  ) as Record<SceneClass, Uint8Array>;
  const { place, confidence, readBy, network } = heading;
  const depth = heading.hasDepth ? unpackDepth(take(halfCount), take(halfCount), half, small) : undefined;
  const windows = heading.windows?.map(unpackWindow);
  const reading = { ...small, shares, ...(depth && { depth }), ...(windows && { windows }), place, confidence, readBy };
  return { ...size, layers, reading, ...(network && { network }) };
}

function unpackDepth(high: Uint8Array, low: Uint8Array, half: Size, to: Size): Float32Array {
  const logs = floatsOf(high, (value, i) => (256 * value + low[i]!) * depthStep);
  return floatsOf(resamplePlane(logs, half, to, 'catmullRom'), (log) => Math.max(0.5, 0.5 * Math.exp(log)));
}
