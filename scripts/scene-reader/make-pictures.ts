/**
 * Makes pictures with exact classes and depth from the project's own scenes:
 *
 *   node scripts/scene-reader/make-pictures.ts FOLDER SEED [SCENES] [SHARE_OF_ROOMS]
 *
 * Appends raw records to FOLDER/streets-SEED.* and FOLDER/rooms-SEED.*, which train.py reads while they grow: `.rgb`
 * (8 bits, three channels), `.cls` (8 bits, numbers of `sceneClasses`), `.dep` (16 bits, ln(metres / 0.5) · 6000), all
 * 288 × 208. The same seed makes the same pictures.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildConcept } from '../../engine/kernels/concept/concept-scene.ts';
import { drawFalling } from '../../engine/kernels/concept/view/falling-weather.ts';
import { type SceneClass, sceneClasses } from '../../engine/kernels/scene/scene-reading.ts';
import { develop } from '../../engine/kernels/trace/develop.ts';
import { exposeBand } from '../../engine/kernels/trace/film.ts';
import type { Camera } from '../../engine/kernels/trace/scene.ts';
import { buildMarkedRoom } from '../gallery/room-scene.ts';
import { type Chance, makeChance } from './chance.ts';
import { type LabelledScene, LabelTracer, labelConcept, labelRoom, readScene } from './labels.ts';
import { randomRoom, randomRoomCamera } from './random-room.ts';
import { randomBrief, randomCamera } from './random-street.ts';

const width = 288;
const height = 208;
const viewsPerScene = 4;
const tries = 14;

interface View {
  rgb: Uint8Array;
  classes: Uint8Array;
  metres: Float32Array;
}

/** Share of the points that belong to one of the classes. */
function shareOf(classes: Uint8Array, ...names: SceneClass[]): number {
  const numbers = new Set(names.map((name) => sceneClasses.indexOf(name)));
  return classes.filter((value) => numbers.has(value)).length / classes.length;
}

/** Returns true when a coarse look at a view of a street shows something to learn from. */
function isStreetWorth({ classes, metres }: Omit<View, 'rgb'>): boolean {
  return (
    metres.filter((d) => d < 1.5).length / metres.length <= 0.03 &&
    shareOf(classes, 'wall', 'window', 'roof') >= 0.12 &&
    shareOf(classes, 'plant') <= 0.5 &&
    shareOf(classes, 'wall') <= 0.85 &&
    shareOf(classes, 'window') <= 0.7
  );
}

function isRoomWorth({ classes, metres }: Omit<View, 'rgb'>): boolean {
  return (
    metres.filter((d) => d < 0.7).length / metres.length <= 0.05 &&
    shareOf(classes, 'wall') <= 0.75 &&
    shareOf(classes, 'furniture') <= 0.7 &&
    shareOf(classes, 'window') <= 0.6 &&
    shareOf(classes, 'floor', 'ceiling') >= 0.08
  );
}

/** Pictures of a scene from several cameras; two rays a point, because training adds more noise than they leave. */
function* views(
  labelled: LabelledScene,
  chance: Chance,
  nextCamera: () => Camera,
  isWorth: (seen: Omit<View, 'rgb'>) => boolean,
): Generator<View> {
  const { scene } = labelled;
  const { exposure, whiteBalance } = scene;
  const tracer = new LabelTracer(labelled);
  for (let view = 0; view < viewsPerScene; view++) {
    let camera: Camera | undefined;
    for (let t = 0; t < tries && !camera; t++) {
      const tried = nextCamera();
      if (isWorth(readScene(tracer, tried, 24, 17))) camera = tried;
    }
    if (!camera) continue;
    scene.camera = camera;
    scene.exposure = exposure * Math.exp(chance.between(-0.44, 0.66));
    const [r, g, b] = whiteBalance.map((gain) => gain * chance.between(0.9, 1.1));
    scene.whiteBalance = [r!, g!, b!];
    const film = exposeBand(scene, tracer, { width, height, samples: 2, gatherEvery: 2 }, 0, height);
    yield { rgb: develop(film, scene, width, height), ...readScene(tracer, camera, width, height) };
  }
}

function* streetViews(chance: Chance, seed: number): Generator<View> {
  const brief = randomBrief(chance);
  const output = Math.floor(chance.share() * 4);
  const isEveryday = chance.happens(0.6);
  // Only what is built up has a street.
  if (isEveryday) brief.surroundings = chance.pick(['city', 'city', 'residential', 'campus'] as const);
  const concept = buildConcept(brief, { aspect: width / height, seed, output, isEveryday });
  const labelled = labelConcept(concept);
  labelled.scene.bounces = 1;
  const next = (): Camera => randomCamera(chance, concept, width / height, isEveryday);
  for (const view of views(labelled, chance, next, isStreetWorth)) {
    drawFalling(view.rgb, { width, height }, brief.weather, seed);
    yield view;
  }
}

function* roomViews(chance: Chance): Generator<View> {
  const room = buildMarkedRoom(randomRoom(chance), width / height);
  const labelled = labelRoom(room);
  labelled.scene.bounces = 1;
  yield* views(labelled, chance, () => randomRoomCamera(chance, room), isRoomWorth);
}

function append(base: string, { rgb, classes, metres }: View): void {
  const depth = Uint16Array.from(metres, (d) => Math.min(65_535, Math.log(Math.max(0.5, d) / 0.5) * 6000));
  appendFileSync(`${base}.rgb`, rgb);
  appendFileSync(`${base}.cls`, classes);
  appendFileSync(`${base}.dep`, Buffer.from(depth.buffer));
}

const [folder = '', seed = '1', scenes = '1000', shareOfRooms = '0.25'] = process.argv.slice(2);
if (!folder) throw new Error('usage: make-pictures.ts FOLDER SEED [SCENES] [SHARE_OF_ROOMS]');
mkdirSync(folder, { recursive: true });
const started = performance.now();
let made = 0;
for (let i = 0; i < Number(scenes); i++) {
  const own = Number(seed) * 100_000 + i;
  const chance = makeChance(own);
  const isRoom = chance.happens(Number(shareOfRooms));
  const base = join(folder, `${isRoom ? 'rooms' : 'streets'}-${seed}`);
  try {
    for (const view of isRoom ? roomViews(chance) : streetViews(chance, own)) {
      append(base, view);
      made++;
    }
  } catch (error) {
    process.stderr.write(`scene ${own}: ${error instanceof Error ? error.message : error}\n`);
  }
  if (i % 5 === 4) {
    const seconds = (performance.now() - started) / 1000 / Math.max(1, made);
    process.stdout.write(`${i + 1} scenes, ${made} pictures, ${seconds.toFixed(2)} s each\n`);
  }
}
