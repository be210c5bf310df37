/** Things of an everyday street that an architect's picture leaves out: parked rows, houses on both sides, wires. */

import { clamp } from '../../../base/scalar.ts';
import { plain } from '../../trace/materials.ts';
import { Mesh } from '../../trace/mesh.ts';
import type { Paint } from '../../trace/paint.ts';
import type { Box } from '../facade/face.ts';
import { addRoof } from '../massing/roofs.ts';
import { type SiteJob, type SitePhoto, sourceFor } from './site-job.ts';
import { type FrontLook, streetFront } from './street-walls.ts';
import { buildVehicle, vehicleKinds } from './vehicles.ts';

type Triple = readonly [number, number, number];

const paints: readonly Triple[] = [
  [0.75, 0.75, 0.74],
  [0.02, 0.02, 0.022],
  [0.3, 0.31, 0.32],
  [0.1, 0.105, 0.11],
  [0.42, 0.03, 0.03],
  [0.03, 0.08, 0.28],
  [0.06, 0.2, 0.1],
  [0.62, 0.5, 0.12],
];

/** One mesh of each of some kinds and colours. */
function vehiclesOf({ scene, m, skin }: SiteJob, random: () => number): Mesh[] {
  const gloss = (paint: Paint): number =>
    scene.material({ surface: 'gloss', paint, reflectance: 0.06, roughness: 0.05 });
  const rearLamp = gloss(plain([0.3, 0.01, 0.01], 0));
  return Array.from({ length: 8 }, (_, i) => {
    const paint = gloss(plain(paints[Math.floor(random() * paints.length)]!, 0));
    const kind = vehicleKinds[(i + Math.floor(random() * 3)) % vehicleKinds.length]!;
    return buildVehicle(kind, { paint, glass: skin.spandrel, tyre: m.black, lamp: m.steel, rearLamp });
  });
}

/** Cars along both kerbs of the road and a few that drive. */
export function parkRows(job: SiteJob, { roads }: SitePhoto): void {
  const road = roads[0];
  if (!road) return;
  const { scene, bounds } = job;
  const random = sourceFor(job, 11);
  const bodies = vehiclesOf(job, random);
  const any = (): Mesh => bodies[Math.floor(random() * bodies.length)]!;
  const full = 0.25 + 0.7 * random();
  for (const z of [road.to - 4.1, road.from + 4.1])
    for (let x = bounds.x0 - 40; x < bounds.x1 + 40; x += 5.6)
      if (random() < full)
        scene.place(any(), x + random() * 0.5, 0.02, z + 0.2 * random(), random() < 0.75 ? 0 : Math.PI, 1);
  for (let i = 0; i < 3; i++)
    scene.place(any(), bounds.x0 - 20 + random() * 80, 0.02, (road.from + road.to) / 2 + (i & 1 ? 0.3 : -0.4), 0, 1);
}

function randomFront(random: () => number): FrontLook {
  const grey = 0.2 + 0.55 * random();
  const tint = (spread: number): Triple => {
    const [r, g, b] = [0, 1, 2].map(() => clamp(grey + (random() - 0.5) * spread, 0.04, 0.85));
    return [r!, g!, b!];
  };
  const light = 0.5 + 0.35 * random();
  const dark = 0.03 + 0.12 * random();
  const storey = 2.9 + 1 * random();
  const width = 0.9 + 0.7 * random();
  const sill = random() < 0.2 ? 0.15 : 0.8 + 0.25 * random();
  const isLight = random() < 0.7;
  return {
    wall: tint(0.16),
    trim: isLight ? [light, light, light * 0.96] : [dark, dark, dark],
    ...(random() < 0.3
      ? { shutters: [0.08 + 0.3 * random(), 0.1 + 0.3 * random(), 0.08 + 0.25 * random()] as Triple }
      : {}),
    bay: width * (1.5 + 1.1 * random()),
    storey,
    width,
    sill,
    head: Math.min(storey - 0.3, sill + 1.2 + 0.8 * random()),
    arch: random() < 0.2 ? 0.3 + 0.7 * random() : 0,
    frame: 0.04 + 0.06 * random(),
    panes: [1 + Math.floor(random() * 3), 1 + Math.floor(random() * 3)],
    curtained: random() * 0.8,
    shut: random() < 0.4 ? random() * 0.4 : 0,
    ground: random() < 0.35 ? 'shop' : random() < 0.5 ? 'plain' : 'same',
    hasBands: random() < 0.6,
    seed: Math.floor(random() * 997),
  };
}

/** A row of town houses from x0 to x1, wall to wall. @param facing -1 when their fronts look towards -z */
function addRow(
  job: SiteJob,
  taken: SitePhoto,
  x0: number,
  x1: number,
  front: number,
  facing: -1 | 1,
  fronts: number[],
) {
  const random = sourceFor(job, facing + 17 + Math.round(x0));
  const { scene, skin, m } = job;
  for (let x = x0; x < x1; ) {
    const wide = 7 + 11 * random();
    const deep = 9 + 4 * random();
    const box: Box =
      facing < 0
        ? { x0: x, x1: x + wide, z0: front, z1: front + deep }
        : { x0: x, x1: x + wide, z0: front - deep, z1: front };
    const high = (2 + Math.floor(random() * 4)) * 3.3 + 0.8;
    const wall = fronts[Math.floor(random() * fronts.length)]!;
    scene.mesh.box(wall, box.x0, 0, box.z0, box.x1, high, box.z1);
    const z = facing < 0 ? box.z0 : box.z1;
    scene.mesh.box(m.paleConcrete, box.x0, high - 0.35, z - 0.25, box.x1, high, z + 0.25);
    const isFlat = random() < 0.45;
    addRoof(
      { scene, skin: { ...skin, wall, trim: m.paleConcrete, roofFlat: m.gravel }, random },
      box,
      high,
      isFlat ? 'flat' : 'gable',
    );
    taken.boxes.push(box);
    x += wide + (random() < 0.12 ? 3 : 0);
  }
}

/** Rows beside the building in its line, and across the street where the camera does not stand behind it. */
export function lineStreet(job: SiteJob, taken: SitePhoto): void {
  const { scene, bounds } = job;
  const random = sourceFor(job, 13);
  const fronts = Array.from({ length: 5 }, () => scene.material(streetFront(randomFront(random))));
  const gap = random() < 0.5 ? 1 : 8;
  addRow(job, taken, bounds.x0 - 70, bounds.x0 - gap - 18, bounds.z0, -1, fronts);
  addRow(job, taken, bounds.x1 + gap, bounds.x1 + 70, bounds.z0, -1, fronts);
  const road = taken.roads[0];
  if (road) addRow(job, taken, bounds.x0 - 80, bounds.x1 + 80, road.from, 1, fronts);
}

/** Stripes for those who cross the road. */
export function stripeCrossing({ scene, m, bounds, random }: SiteJob, { roads }: SitePhoto): void {
  const road = roads[0];
  if (!road) return;
  const x = bounds.x0 + (bounds.x1 - bounds.x0) * random();
  for (let i = 0; i < 8; i++) scene.mesh.floor(m.white, x, road.from + 3.4 + i, x + 3.2, road.from + 3.9 + i, 0.03);
}

/** Poles with sagging wires along the road. */
export function stringWires(job: SiteJob, { roads }: SitePhoto): void {
  const road = roads[0];
  if (!road) return;
  const { scene, m, bounds } = job;
  const wire = new Mesh();
  const z = road.to - 2.7;
  const span = 26;
  for (let x = bounds.x0 - 52; x < bounds.x1 + 52; x += span) {
    wire.cylinder(m.bark, x, z, 0.11, 0, 8.4, 8);
    wire.box(m.bark, x - 0.05, 7.6, z - 0.9, x + 0.05, 7.75, z + 0.9);
    for (const aside of [-0.8, 0, 0.8])
      for (let part = 0; part < 6; part++) {
        const sag = (t: number): number => 7.8 - 2.4 * t * (1 - t);
        const [a, b] = [part / 6, (part + 1) / 6];
        wire.bar(m.black, [x + a * span, sag(a), z + aside], [x + b * span, sag(b), z + aside], 0.022, 0.022, 4);
      }
  }
  scene.place(wire, 0, 0, 0);
}
