/**
 * Makes pictures of single things with their opacity:
 *
 *   node scripts/subject-finder/make-things.ts FOLDER SEED [COUNT]
 *
 * Appends raw records to FOLDER/things-SEED.rgba (8 bits, 160 × 160, colours not multiplied by the opacity) and their
 * kinds to FOLDER/things-SEED.kind (a byte each, numbers of `thingKinds`), which train.py reads while they grow. The
 * same seed makes the same pictures.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Vec3 } from '../../engine/base/vector.ts';
import { clearDay, goldenDay, studio } from '../../engine/kernels/trace/atmospheres.ts';
import { develop } from '../../engine/kernels/trace/develop.ts';
import { exposeBand } from '../../engine/kernels/trace/film.ts';
import type { Camera, Scene } from '../../engine/kernels/trace/scene.ts';
import { Tracer } from '../../engine/kernels/trace/tracer.ts';
import { type Chance, makeChance } from '../scene-reader/chance.ts';
import { raysOf } from '../scene-reader/labels.ts';
import { randomThing, thingKinds } from './random-thing.ts';
import type { Thing } from './workshop.ts';

const side = 160;
/** Rays for the opacity of a point, along each of its sides. */
const fine = 3;

class Outline extends Tracer {
  isHit([x, y, z]: Vec3, [dx, dy, dz]: Vec3): boolean {
    return this.meet(x, y, z, dx, dy, dz);
  }
}

/** The middle of a thing's box and the radius of the ball round it, metres. */
function extentOf({ mesh }: Thing): { middle: Vec3; radius: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  mesh.positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  const middle: Vec3 = [0, 1, 2].map((k) => (low[k]! + high[k]!) / 2) as unknown as Vec3;
  return { middle, radius: Math.hypot(...[0, 1, 2].map((k) => high[k]! - low[k]!)) / 2 };
}

/** A camera anywhere round a thing, mostly a little above it; the thing fills its picture. */
function cameraAt({ between, happens, share }: Chance, thing: Thing): Camera {
  const { middle, radius } = extentOf(thing);
  const view = between(22, 55);
  const away = (radius * 1.02) / Math.sin((view * Math.PI) / 360);
  const turn = share() * Math.PI * 2;
  const tilt = happens(0.75) ? between(-2, 18) : between(15, 55);
  const [s, c] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
  const at: Vec3 = [middle[0] - Math.sin(turn) * c * away, middle[1] + s * away, middle[2] - Math.cos(turn) * c * away];
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  let widest = 0;
  const { positions } = thing.mesh;
  for (let i = 0; i < positions.length; i += 3) {
    const [dx, dy, dz] = [positions[i]! - at[0], positions[i + 1]! - at[1], positions[i + 2]! - at[2]];
    const level = dx * sine + dz * cosine;
    const ahead = level * c - dy * s;
    widest = Math.max(widest, Math.abs(dx * cosine - dz * sine) / ahead, Math.abs(level * s + dy * c) / ahead);
  }
  return {
    at,
    yaw: (turn * 180) / Math.PI,
    pitch: tilt,
    view: (2 * Math.atan(widest * 1.03) * 180) / Math.PI,
    shift: 0,
  };
}

function sceneOf(chance: Chance, { mesh, materials }: Thing, camera: Camera): Scene {
  const { between, pick, share } = chance;
  const turn = share() * Math.PI * 2;
  const light = pick([clearDay, goldenDay, studio, studio])([Math.sin(turn), between(0.25, 1.6), Math.cos(turn)]);
  return {
    ...{ mesh, materials, camera, placements: [], lights: [], portals: [], bounces: 1 },
    ...light,
    haze: 0,
    bloom: 0,
    exposure: light.exposure * Math.exp(between(-0.5, 0.5)),
  };
}

function picture(chance: Chance, thing: Thing): Buffer {
  const camera = cameraAt(chance, thing);
  const scene = sceneOf(chance, thing, camera);
  const tracer = new Outline(scene);
  const film = exposeBand(scene, tracer, { width: side, height: side, samples: 3, gatherEvery: 2 }, 0, side);
  const rgb = develop(film, scene, side, side);
  const rayAt = raysOf(camera, 1);
  const out = Buffer.alloc(side * side * 4);
  for (let i = 0; i < side * side; i++) {
    let hits = 0;
    for (let k = 0; k < fine * fine; k++) {
      const x = ((i % side) + ((k % fine) + 0.5) / fine) / side;
      const y = (Math.floor(i / side) + (Math.floor(k / fine) + 0.5) / fine) / side;
      if (tracer.isHit(camera.at, rayAt(x, y))) hits++;
    }
    rgb.copy(out, i * 4, i * 3, i * 3 + 3);
    out[i * 4 + 3] = Math.round((255 * hits) / (fine * fine));
  }
  return out;
}

const [folder = '', seed = '1', count = '3000'] = process.argv.slice(2);
if (!folder) throw new Error('usage: make-things.ts FOLDER SEED [COUNT]');
mkdirSync(folder, { recursive: true });
const base = join(folder, `things-${seed}`);
const started = performance.now();
for (let i = 0; i < Number(count); i++) {
  const chance = makeChance(Number(seed) * 100_000 + i);
  const thing = randomThing(chance);
  appendFileSync(`${base}.rgba`, picture(chance, thing));
  appendFileSync(`${base}.kind`, Buffer.from([thingKinds.indexOf(thing.kind)]));
  if (i % 50 === 49)
    process.stdout.write(`${i + 1} things, ${((performance.now() - started) / 1000 / (i + 1)).toFixed(2)} s each\n`);
}
