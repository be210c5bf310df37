import type { Size } from '../../base/blur.ts';
import { labelComponents } from '../../base/components.ts';
import { type SceneClass, type SceneReading, sceneClasses } from '../scene/scene-reading.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';

const sky = sceneClasses.indexOf('sky');
const hard = sceneClasses.indexOf('hard');
const wall = sceneClasses.indexOf('wall');
const window = sceneClasses.indexOf('window');

/** Makes the classes of each point sum up to 1; values below 0 become 0. */
export function normalise(shares: readonly Float32Array[]): void {
  const count = shares[0]!.length;
  for (let i = 0; i < count; i++) {
    let sum = 1e-9;
    for (const plane of shares) {
      if (plane[i]! < 0) plane[i] = 0;
      sum += plane[i]!;
    }
    for (const plane of shares) plane[i]! /= sum;
  }
}

/** Factors by which the classical masks raise and lower their classes; their ground is reliable. */
const [raised, groundRaised, lowered] = [1.8, 5, 0.55];

/** The classical masks as a hint: they know nothing of things, but look closely. In rooms they have no say. */
export function weighByMasks(shares: readonly Float32Array[], masks: SceneMasks, place: SceneReading['place']): void {
  if (place === 'interior') return;
  for (let i = 0; i < masks.sky.length; i++) {
    shares[sky]![i]! *= masks.sky[i]! > 127 ? raised : lowered;
    shares[hard]![i]! *= masks.ground[i]! > 127 ? groundRaised : lowered;
  }
  normalise(shares);
}

/** Windows larger than this share of the picture are walls of another colour. */
const largestWindow = 0.06;

/**
 * Corrects impossible readings: sky below things that does not touch the upper border, unless it is sure or small,
 * windows as large as a wall; in a room there is no sky.
 */
export function correctByPlace(shares: readonly Float32Array[], size: Size, place: SceneReading['place']): void {
  if (place === 'interior') moveAll(shares[sky]!, shares[sceneClasses.indexOf('ceiling')] ?? shares[wall]!);
  else
    moveIslands(shares, sky, wall, size, ({ top, area }, sureness) => {
      return top > 0 && (sureness < 0.7 || (sureness < 0.85 && area > 0.04 * size.width * size.height));
    });
  moveIslands(shares, window, wall, size, ({ area }) => area > largestWindow * size.width * size.height);
}

function moveAll(from: Float32Array, to: Float32Array): void {
  for (let i = 0; i < from.length; i++) {
    to[i]! += from[i]!;
    from[i] = 0;
  }
}

/** Connected parts of a class that cannot be what they seem are given to another one. */
function moveIslands(
  shares: readonly Float32Array[],
  from: number,
  to: number,
  size: Size,
  isWrong: (part: { top: number; bottom: number; area: number }, sureness: number) => boolean,
): void {
  const plane = shares[from]!;
  const isMember = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) {
    let most = 0;
    for (let k = 0; k < shares.length; k++) if (k !== from) most = Math.max(most, shares[k]![i]!);
    isMember[i] = plane[i]! > most ? 1 : 0;
  }
  const { labels, components } = labelComponents(isMember, size);
  const sums = new Float64Array(components.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0) sums[labels[i]!]! += plane[i]!;
  const wrong = components.map((part, index) => isWrong(part, sums[index]! / part.area));
  if (!wrong.includes(true)) return;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! < 0 || !wrong[labels[i]!]) continue;
    shares[to]![i]! += plane[i]!;
    plane[i] = 0;
  }
}

/**
 * Shares in which windows are where they were found and nowhere else: there wall and roof give the larger share to the
 * window, elsewhere the window gives it to them. What the three have in common, a building, stays what it is.
 *
 * @param found 0–255 per point
 */
export function withWindows(shares: SceneReading['shares'], found: Uint8Array): SceneReading['shares'] {
  const window = shares.window.slice();
  const others = { wall: shares.wall.slice(), roof: shares.roof.slice() };
  for (let i = 0; i < window.length; i++) {
    const most = others.wall[i]! >= others.roof[i]! ? others.wall : others.roof;
    if (found[i]! > 127 === most[i]! <= window[i]!) continue;
    [most[i], window[i]] = [window[i]!, most[i]!];
  }
  return { ...shares, ...others, window } satisfies Record<SceneClass, Uint8Array>;
}
