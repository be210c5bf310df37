import sharp from 'sharp';
import { makeRandom } from '../../engine/base/random.ts';
import { chooseRegions } from '../../engine/kernels/segment/region-masks.ts';
import type { RegionChoice, RegionModel } from '../../engine/kernels/segment/region-masks-choice.ts';
import { buildRegionModel, workingSide } from '../../engine/kernels/segment/region-masks-model.ts';
import { drawKnownScene, type KnownScene, sceneNames } from './known-scenes.ts';

/** Mean overlaps (intersection over union) of answers with the things that were meant. */
export interface SegmentAccuracy {
  /** The likeliest answer to one click. */
  first: number;
  /** The best of the three answers to one click. */
  bestOfThree: number;
  /** The likeliest answer after three positive and two negative clicks of somebody who corrects what they see. */
  corrected: number;
  /** Things clicked at, counted once a click. */
  clicks: number;
}

interface Place {
  x: number;
  y: number;
}

/** A thing of a scene and how far pixels lie from its edge; both stay the same for every click. */
interface Thing {
  object: number;
  /** Depth of the thing's own pixels; 0 outside. */
  inside: Uint16Array;
  /** Depth of all other pixels; 0 inside. */
  outside: Uint16Array;
}

/** Smaller things are left out: share of the picture. */
const smallestShare = 0.0015;

/**
 * Measures on drawn scenes whose seeds were not used to fit anything.
 *
 * @param seeds every scene is drawn once for each
 */
export async function measureAccuracy(seeds: readonly number[], clicksEach: number): Promise<SegmentAccuracy> {
  const total: SegmentAccuracy = { first: 0, bestOfThree: 0, corrected: 0, clicks: 0 };
  for (const seed of seeds) {
    for (const name of sceneNames) addScene(total, await reduce(await drawKnownScene(name, seed)), clicksEach);
  }
  const mean = (sum: number) => Math.round((sum / total.clicks) * 1000) / 1000;
  return {
    first: mean(total.first),
    bestOfThree: mean(total.bestOfThree),
    corrected: mean(total.corrected),
    clicks: total.clicks,
  };
}

/** A scene in the size the server works in, reduced as the server does it. */
async function reduce(scene: KnownScene): Promise<KnownScene> {
  const width = workingSide;
  const height = Math.round((scene.height * width) / scene.width);
  const source = sharp(scene.rgb, { raw: { width: scene.width, height: scene.height, channels: 3 } });
  const ids = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * scene.height) / height) * scene.width;
    for (let x = 0; x < width; x++, i++) ids[i] = scene.ids[row + Math.floor(((x + 0.5) * scene.width) / width)]!;
  }
  return { ...scene, width, height, rgb: await source.resize(width, height).raw().toBuffer(), ids };
}

function addScene(total: SegmentAccuracy, scene: KnownScene, clicksEach: number): void {
  const model = buildRegionModel(scene.rgb, scene);
  for (let object = 0; object < scene.objects.length; object++) {
    const area = scene.ids.reduce((sum, id) => sum + (id === object ? 1 : 0), 0);
    if (area < smallestShare * scene.ids.length) continue;
    const random = makeRandom(object + 1);
    const thing = {
      object,
      inside: depths(scene, (i) => scene.ids[i] === object),
      outside: depths(scene, (i) => scene.ids[i] !== object),
    };
    for (let click = 0; click < clicksEach; click++) {
      const place = placeInside(scene, thing, random);
      const { choices, chosen } = chooseRegions(model, { positives: [place], negatives: [] });
      const overlaps = choices.map((choice) => overlapWith(scene, model, object, choice));
      total.first += overlaps[chosen]!;
      total.bestOfThree += Math.max(...overlaps);
      total.corrected += correct(scene, model, thing, place, choices[chosen]!, random);
      total.clicks++;
    }
  }
}

function overlapWith({ ids }: KnownScene, { labels }: RegionModel, object: number, { regions }: RegionChoice): number {
  let common = 0;
  let union = 0;
  for (let i = 0; i < ids.length; i++) {
    const isMeant = ids[i] === object;
    const isChosen = regions[labels[i]!] === 1;
    if (isMeant && isChosen) common++;
    if (isMeant || isChosen) union++;
  }
  return common / union;
}

/**
 * Goes on like somebody who sees the answer: clicks in the middle of the largest fault, and once there is none worth
 * a click, inside the thing or close beside it.
 */
function correct(
  scene: KnownScene,
  model: RegionModel,
  thing: Thing,
  start: Place,
  answer: RegionChoice,
  random: () => number,
): number {
  const { object } = thing;
  const positives = [start];
  const negatives: Place[] = [];
  let current = answer;
  while (positives.length < 3 || negatives.length < 2) {
    const isChosen = (i: number) => current.regions[model.labels[i]!] === 1;
    const missing = deepest(scene, (i) => scene.ids[i] === object && !isChosen(i));
    const excess = deepest(scene, (i) => scene.ids[i] !== object && isChosen(i));
    const isMissingNext = positives.length < 3 && (negatives.length === 2 || missing.depth >= excess.depth);
    if (isMissingNext) positives.push(missing.depth >= 3 ? missing.place : placeInside(scene, thing, random));
    else negatives.push(excess.depth >= 4 ? excess.place : placeBeside(scene, thing, random));
    const { choices, chosen } = chooseRegions(model, { positives, negatives });
    current = choices[chosen]!;
  }
  return overlapWith(scene, model, object, current);
}

/** Depth of every pixel inside, in steps to the nearest pixel outside; 0 outside. */
function depths({ width, height }: KnownScene, isInside: (i: number) => boolean): Uint16Array {
  const depth = new Uint16Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!isInside(i)) continue;
      depth[i] = 1 + Math.min(y > 0 ? depth[i - width]! : 0, x > 0 ? depth[i - 1]! : 0);
    }
  }
  for (let y = height - 1, i = depth.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, i--) {
      if (depth[i] === 0) continue;
      const below = y < height - 1 ? depth[i + width]! : 0;
      depth[i] = Math.min(depth[i]!, 1 + Math.min(below, x < width - 1 ? depth[i + 1]! : 0));
    }
  }
  return depth;
}

function deepest(scene: KnownScene, isInside: (i: number) => boolean): { depth: number; place: Place } {
  const depth = depths(scene, isInside);
  let best = 0;
  for (let i = 1; i < depth.length; i++) if (depth[i]! > depth[best]!) best = i;
  return { depth: depth[best]!, place: { x: best % scene.width, y: Math.floor(best / scene.width) } };
}

/** Somewhere in the thing, not at its very edge. */
function placeInside(scene: KnownScene, { inside }: Thing, random: () => number): Place {
  const limit = Math.max(1, Math.ceil(inside.reduce((most, value) => Math.max(most, value), 0) * 0.35));
  const fit: number[] = [];
  for (let i = 0; i < inside.length; i++) if (inside[i]! >= limit) fit.push(i);
  const i = fit[Math.floor(random() * fit.length)]!;
  return { x: i % scene.width, y: Math.floor(i / scene.width) };
}

/** Near the thing and not on it. */
function placeBeside({ width, height }: KnownScene, { inside, outside }: Thing, random: () => number): Place {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  const across = (right - left) * 0.3 + 10;
  const down = (bottom - top) * 0.3 + 10;
  const fit: number[] = [];
  for (let i = 0; i < outside.length; i++) {
    const x = i % width;
    const y = Math.floor(i / width);
    const isNear = x > left - across && x < right + across && y > top - down && y < bottom + down;
    if (isNear && outside[i]! > 3) fit.push(i);
  }
  const i = fit[Math.floor(random() * fit.length)] ?? 0;
  return { x: i % width, y: Math.floor(i / width) };
}
