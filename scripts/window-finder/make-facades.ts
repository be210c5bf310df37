/**
 * Makes pictures of fronts, square to the camera as rectified walls are, with exact classes:
 *
 *   node scripts/window-finder/make-facades.ts FOLDER SEED [SCENES]
 *
 * Appends raw records to FOLDER/SEED.rgb (8 bits, three channels) and FOLDER/SEED.cls (8 bits, numbers of `sceneClasses`),
 * all 256 × 256. The same seed makes the same pictures.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildConcept, type ConceptScene } from '../../engine/kernels/concept/concept-scene.ts';
import { sceneClasses } from '../../engine/kernels/scene/scene-reading.ts';
import { develop } from '../../engine/kernels/trace/develop.ts';
import { exposeBand } from '../../engine/kernels/trace/film.ts';
import type { Camera } from '../../engine/kernels/trace/scene.ts';
import { type Chance, makeChance } from '../scene-reader/chance.ts';
import { LabelTracer, labelConcept, readScene } from '../scene-reader/labels.ts';
import { randomBrief } from '../scene-reader/random-street.ts';

const side = 256;
const viewsPerScene = 4;
const tries = 14;

/** Level and square to the fronts, from near or far, as high as a passer-by stands or higher. */
function frontCamera({ between, happens, pick }: Chance, { top, footprints }: ConceptScene): Camera {
  const body = pick(footprints);
  const away = between(8, 40);
  const half = Math.exp(between(Math.log(2.2), Math.log(Math.max(4, Math.min(14, top))))) / away;
  const eye = happens(0.6) ? between(1.4, 2) : between(2, Math.max(3, top));
  const middle = between(half * away * 0.8, Math.max(half * away, top));
  return {
    at: [between(body.x0, body.x1), eye, body.z0 - away],
    yaw: happens(0.7) ? 0 : between(-6, 6),
    pitch: 0,
    view: (Math.atan(half) * 360) / Math.PI,
    shift: (middle - eye) / (2 * half * away),
  };
}

function isWorth(classes: Uint8Array): boolean {
  const shareOf = (...names: Array<(typeof sceneClasses)[number]>) =>
    classes.filter((value) => names.includes(sceneClasses[value]!)).length / classes.length;
  const window = shareOf('window');
  return window > 0.03 && window < 0.6 && shareOf('wall') > 0.2 && shareOf('plant') < 0.4;
}

const [folder = '', seed = '1', scenes = '1000'] = process.argv.slice(2);
if (!folder) throw new Error('usage: make-facades.ts FOLDER SEED [SCENES]');
mkdirSync(folder, { recursive: true });
const base = join(folder, seed);
let made = 0;
for (let i = 0; i < Number(scenes); i++) {
  const own = Number(seed) * 100_000 + i;
  const chance = makeChance(own);
  const brief = randomBrief(chance);
  const isEveryday = chance.happens(0.3);
  const concept = buildConcept(brief, { aspect: 1, seed: own, output: Math.floor(chance.share() * 4), isEveryday });
  const labelled = labelConcept(concept);
  const { scene } = labelled;
  scene.bounces = 1;
  const { exposure } = scene;
  const tracer = new LabelTracer(labelled);
  for (let view = 0; view < viewsPerScene; view++) {
    let camera: Camera | undefined;
    for (let t = 0; t < tries && !camera; t++) {
      const tried = frontCamera(chance, concept);
      if (isWorth(readScene(tracer, tried, 20, 20).classes)) camera = tried;
    }
    if (!camera) continue;
    scene.camera = camera;
    scene.exposure = exposure * Math.exp(chance.between(-0.44, 0.66));
    const film = exposeBand(scene, tracer, { width: side, height: side, samples: 1, gatherEvery: 2 }, 0, side);
    appendFileSync(`${base}.rgb`, develop(film, scene, side, side));
    appendFileSync(`${base}.cls`, readScene(tracer, camera, side, side).classes);
    made++;
  }
  if (i % 5 === 4) process.stdout.write(`${i + 1} scenes, ${made} pictures\n`);
}
