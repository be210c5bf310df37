import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { guidePlane, makeColourGuide } from '../../base/guided-enlarge.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { resizeMask } from '../../base/mask-size.ts';
import type { ModelRunner } from '../../base/models.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import { type SceneMasks, sceneMasks } from '../segment/scene-masks.ts';
import { drawWindows } from '../windows/draw-windows.ts';
import { findWindows } from '../windows/find-windows.ts';
import { askNetwork } from './network-pass.ts';
import { findNightSky, type NightSky, weighByNight } from './night-sky.ts';
import { weighByColours } from './picture-votes.ts';
import { judgePlace } from './reading-place.ts';
import { correctByPlace, normalise, weighByMasks, withWindows } from './reading-rules.ts';

/** The network that reads scenes, and who runs it. */
export interface SceneNetwork {
  runner: ModelRunner;
  /** Absolute path of the ONNX file: input `image`, outputs `classes` and `depth`; see `network-pass.ts`. */
  file: string;
  /** The same for a network that knows rooms and reads streets worse: it looks first, and reads what is a room. */
  roomFile?: string;
  /** The same for the network that finds windows on walls; see `ask-finder.ts`. Without it windows are as read. */
  windowFile?: string;
  signal?: AbortSignal;
}

/** Longest side of a reading, pixels. */
export const readingSide = 384;
/** Long sides at which the network sees the picture: small ones know the whole, large ones the edges. */
const shownSides = [
  { side: 256, weight: 1 },
  { side: 320, weight: 1 },
  { side: 400, weight: 1 },
] as const;

/** Small pictures are not shown larger than so many times their size. */
const mostEnlarged = 1.5;

/** The picture, reduced to the size of its reading. */
interface Reduced extends Size {
  rgb: Uint8Array;
  /** Red, green, blue, 0–1. */
  planes: Float32Array[];
}

/**
 * Reads a picture with the network: the mean of several passes, the colours of this very picture where the network is
 * sure, the classical masks as a hint, edges by a guided filter, and corrections of impossible readings; outdoors the
 * windows are searched one by one and replace those of the reading.
 *
 * @param rgb 8-bit sRGB of `size`
 * @throws ModelUnavailable; `signal.reason` when aborted
 */
export async function readWithNetwork(rgb: RgbBytes, size: Size, network: SceneNetwork): Promise<SceneReading> {
  const small = reduce(rgb, size);
  const sides = shownSides.filter(
    ({ side }, index) => index === 0 || side <= mostEnlarged * Math.max(size.width, size.height),
  );
  const night = findNightSky(small.rgb, small);
  const { shares, logDepth, place } = await look(network, small, sides, night);
  const reading = {
    ...refine(shares, small, place, night),
    depth: floatsOf(logDepth, (log) => clamp(0.5 * Math.exp(log), 0.5, 15_000)),
  };
  if (!network.windowFile || place === 'interior') return reading;
  const windows = await findWindows(rgb, size, reading, { ...network, file: network.windowFile });
  return { ...reading, windows, shares: withWindows(reading.shares, drawWindows(windows, reading)) };
}

/** Weight of the pass of the network for rooms beside all passes of the other one at a street. */
const glanceWeight = 1 / 6;

/**
 * Both networks see the picture. The one that knows rooms goes first; what is no room is read by the other one, with
 * which the first look agrees or does not: what two of different schooling say is right more often.
 */
async function look(
  { runner, file, roomFile, signal }: SceneNetwork,
  small: Reduced,
  sides: (typeof shownSides)[number][],
  night: NightSky | undefined,
) {
  const ask = (by: string, at: typeof sides) => askNetwork(runner, by, small.planes, small, small, at, signal);
  const first = roomFile === undefined ? undefined : await ask(roomFile, [shownSides[1]]);
  const placeOf = (shares: Float32Array[]) => placeBy(shares, small, night);
  const isRoom = first && blueAbove(small) <= mostBlue && placeOf(first.shares) === 'interior';
  const { shares, logDepth } = await ask(isRoom ? roomFile! : file, sides);
  const place = placeOf(shares);
  if (!first || isRoom) return { shares, logDepth, place };
  for (const plane of shares) for (let i = 0; i < plane.length; i++) plane[i]! *= 1 - glanceWeight;
  for (const [index, plane] of first.shares.entries()) {
    const name = sceneClasses[index]!;
    const own = shares[sceneClasses.indexOf(outdoors[name] ?? name)]!;
    for (let i = 0; i < plane.length; i++) own[i]! += glanceWeight * plane[i]!;
  }
  return { shares, logDepth, place };
}

/** A black sky makes an unclear place an open one, and a room only where it is plain. */
function placeBy(shares: readonly Float32Array[], small: Reduced, night: NightSky | undefined): SceneReading['place'] {
  const place = judgePlace(shares, small);
  return night?.isPlain || (night && place === 'unclear') ? 'outdoor' : place;
}

/** Outdoor class for each class of rooms, and for people, whom the network of streets does not know. */
const outdoors: Partial<Record<SceneClass, SceneClass>> = {
  floor: 'hard',
  ceiling: 'wall',
  furniture: 'other',
  person: 'other',
};

/** Long side at which a glance is taken, pixels. */
const glanceSide = 384;

/**
 * The network's classes alone, as it says them: a quarter of the time of a reading.
 *
 * @param rgb 8-bit sRGB of `size`
 * @returns shares of 0–1 by class, planes of the returned size
 * @throws ModelUnavailable
 */
export async function glanceWithNetwork(
  rgb: RgbBytes,
  size: Size,
  { runner, file, signal }: SceneNetwork,
): Promise<Size & { shares: ReadonlyMap<SceneClass, Float32Array> }> {
  const small = reduce(rgb, size);
  const sides = [{ side: glanceSide, weight: 1 }];
  const { width, height, shares } = await askNetwork(runner, file, small.planes, small, small, sides, signal);
  return { width, height, shares: new Map(shares.map((plane, index) => [sceneClasses[index]!, plane])) };
}

/** More blue above is no ceiling: the network that knows rooms takes plain drawn houses for walls. */
const mostBlue = 0.35;

/** Share of the upper third that is blue as skies are, 0–1. */
function blueAbove({ width, height, rgb }: Reduced): number {
  const count = width * Math.max(1, Math.floor(height / 3));
  let blue = 0;
  for (let at = 0; at < count * 3; at += 3) {
    if (rgb[at + 2]! > rgb[at]! + 18 && rgb[at + 2]! >= rgb[at + 1]! && rgb[at + 1]! > 60) blue++;
  }
  return blue / count;
}

/** Another network that tells the classes of a picture: an operator's, of ADE20K's classes. */
export type SemanticLook = (
  picture: Size & { rgb: RgbBytes },
) => Promise<Size & { shares: Readonly<Record<SceneClass, Uint8Array>> }>;

/**
 * Reads a picture with a network of the operator's; refined in the same way. There is no depth.
 * @throws what `look` throws
 */
export async function readWithLook(rgb: RgbBytes, size: Size, look: SemanticLook): Promise<SceneReading> {
  const small = reduce(rgb, size);
  const found = await look({ rgb, ...size });
  const shares = sceneClasses.map((name) =>
    resamplePlane(
      floatsOf(found.shares[name], (share) => share / 255),
      found,
      small,
      'catmullRom',
    ),
  );
  normalise(shares);
  const night = findNightSky(small.rgb, small);
  return refine(shares, small, placeBy(shares, small, night), night);
}

/** The colours of the picture, the classical masks, the sky of nights, edges, and what cannot be. Changes the shares. */
function refine(
  shares: Float32Array[],
  small: Reduced,
  place: SceneReading['place'],
  night: NightSky | undefined,
): SceneReading {
  const masks = sceneMasks(small.rgb, small);
  weighByColours(shares, small.planes, small);
  weighByMasks(shares, masks, place);
  if (night && place !== 'interior') weighByNight(shares, night);
  const guide = makeColourGuide(small.rgb, small, 5, 1e-3);
  for (const [index, plane] of shares.entries()) shares[index] = guidePlane(guide, plane);
  normalise(shares);
  correctByPlace(shares, small, place);
  return {
    width: small.width,
    height: small.height,
    shares: bytesByClass(shares),
    place,
    confidence: confidenceOf(shares),
    readBy: 'network',
  };
}

/** Reading from the classical masks: sky, ground and windows, all of them guesses. */
export function readClassically(masks: SceneMasks & { window: Uint8Array }, size: Size): SceneReading {
  const to = readingSizeOf(size);
  const [sky, ground, window] = [masks.sky, masks.ground, masks.window].map((mask) => resizeMask(mask, size, to));
  const count = to.width * to.height;
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(count)]));
  for (let i = 0; i < count; i++) {
    const open = Math.min(255, sky![i]! + ground![i]!);
    const pane = Math.min(window![i]!, 255 - open);
    shares.sky![i] = sky![i]!;
    shares.hard![i] = open - sky![i]!;
    shares.window![i] = pane;
    shares.other![i] = 255 - open - pane;
  }
  return {
    ...to,
    shares: shares as Record<SceneClass, Uint8Array>,
    place: 'unclear',
    confidence: 0.5,
    readBy: 'classical',
  };
}

/** Size of the reading of a picture. */
export function readingSizeOf({ width, height }: Size): Size {
  const scale = Math.min(1, readingSide / Math.max(width, height));
  return { width: Math.max(8, Math.round(width * scale)), height: Math.max(8, Math.round(height * scale)) };
}

/** The picture in the size of its reading. */
export function reduceRgb(rgb: RgbBytes, size: Size): Uint8Array {
  return reduce(rgb, size).rgb;
}

function reduce(rgb: RgbBytes, size: Size): Reduced {
  const to = readingSizeOf(size);
  const count = to.width * to.height;
  const small = new Uint8Array(count * 3);
  const plane = new Float32Array(size.width * size.height);
  const planes = [0, 1, 2].map((channel) => {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]! / 255;
    const own = resamplePlane(plane, size, to, 'catmullRom');
    for (let i = 0; i < count; i++) {
      own[i] = clamp(own[i]!, 0, 1);
      small[i * 3 + channel] = Math.round(255 * own[i]!);
    }
    return own;
  });
  return { ...to, rgb: small, planes };
}

function bytesByClass(shares: readonly Float32Array[]): Record<SceneClass, Uint8Array> {
  const count = shares[0]!.length;
  const entries = sceneClasses.map((name, index) => {
    const plane = shares[index];
    return [name, plane ? bytesOf(plane, (share) => Math.round(255 * share)) : new Uint8Array(count)] as const;
  });
  return Object.fromEntries(entries) as Record<SceneClass, Uint8Array>;
}

function confidenceOf(shares: readonly Float32Array[]): number {
  let sum = 0;
  const count = shares[0]!.length;
  for (let i = 0; i < count; i++) {
    let most = 0;
    for (const plane of shares) most = Math.max(most, plane[i]!);
    sum += most;
  }
  return Math.round((1000 * sum) / count) / 1000;
}
