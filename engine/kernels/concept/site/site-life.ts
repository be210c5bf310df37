/** People, cars and street lamps. */
import type { Vec3 } from '../../../base/vector.ts';
import { Mesh } from '../../trace/mesh.ts';
import type { Palette } from '../../trace/palette.ts';
import { makeView } from './planting.ts';
import { has, type SiteJob, type SitePhoto, sourceFor } from './site-job.ts';
import { parkRows, stringWires } from './street-life.ts';

function figure(m: Palette, coat: number, step: number): Mesh {
  const body = new Mesh();
  const profile = [
    [0.19, 0.72],
    [0.2, 0.95],
    [0.17, 1.15],
    [0.21, 1.36],
    [0.15, 1.46],
    [0.05, 1.5],
  ] as const;
  body.lathe(coat, 0, 0, profile, 14);
  body.bar(m.black, [-0.08, 0.05, -step], [-0.08, 0.8, 0], 0.06, 0.09, 8);
  body.bar(m.black, [0.08, 0.05, step], [0.08, 0.8, 0], 0.06, 0.09, 8);
  body.bar(coat, [-0.22, 1.38, 0], [-0.27, 0.86, step * 0.8], 0.055, 0.045, 7);
  body.bar(coat, [0.22, 1.38, 0], [0.27, 0.86, -step * 0.8], 0.055, 0.045, 7);
  body.ellipsoid(m.oak, [0, 1.62, 0], 0.1, 0.125, 0.11, 12);
  body.ellipsoid(m.black, [0, 1.66, 0.02], 0.108, 0.11, 0.112, 12);
  return body;
}

/** A plain saloon, 4.5 m long, along x. */
function car(m: Palette, paint: number, glass: number, lamp: number): Mesh {
  const mesh = new Mesh();
  mesh.roundBox(paint, -2.25, 0.26, -0.88, 2.25, 0.84, 0.88, 0.2);
  const low: readonly Vec3[] = [
    [-1.75, 0.82, -0.8],
    [1.2, 0.82, -0.8],
    [1.2, 0.82, 0.8],
    [-1.75, 0.82, 0.8],
  ];
  const high: readonly Vec3[] = [
    [-1.1, 1.4, -0.62],
    [0.45, 1.4, -0.62],
    [0.45, 1.4, 0.62],
    [-1.1, 1.4, 0.62],
  ];
  for (let i = 0; i < 4; i++) mesh.quad(glass, low[i]!, low[(i + 1) % 4]!, high[(i + 1) % 4]!, high[i]!);
  mesh.roundBox(paint, -1.15, 1.36, -0.64, 0.5, 1.44, 0.64, 0.04);
  for (const x of [-1.4, 1.4])
    for (const z of [-0.82, 0.82]) mesh.bar(m.black, [x, 0.33, z - 0.1], [x, 0.33, z + 0.1], 0.33, 0.33, 14, true);
  for (const z of [-0.62, 0.62]) mesh.box(lamp, 2.2, 0.55, z - 0.14, 2.27, 0.66, z + 0.14);
  return mesh;
}

type Road = SitePhoto['roads'][number];

export function addLife(job: SiteJob, taken: SitePhoto): void {
  const { scene, brief, lit, isInRow } = job;
  const random = sourceFor(job, 5);
  const isPublic = !['villa', 'guesthouse', 'club', 'factory'].includes(brief.kind);
  scene.mark('people');
  if (has(job, 'people', isPublic)) addPeople(job, random);
  const road = taken.roads[0];
  scene.mark('vehicles');
  if (road && !job.isEveryday && has(job, 'cars', isPublic)) addCars(job, road, random);
  if (job.isEveryday) parkRows(job, taken);
  scene.mark('lamps');
  if (job.isEveryday) stringWires(job, taken);
  if ((road || isInRow) && has(job, 'lamps', lit > 0.4 || isPublic)) addLamps(job, road);
}

function addPeople({ scene, m, brief, bounds }: SiteJob, random: () => number): void {
  const wide = bounds.x1 - bounds.x0;
  const coats = [m.greyCloth, m.ochre, m.blueCloth, m.linen, m.rust];
  const bodies = coats.map((coat) => figure(m, coat, 0.16 + 0.14 * random()));
  const count = brief.wanted.has('people') ? 16 : 8;
  for (let i = 0; i < count; i++) {
    const x = bounds.x0 + wide * (random() * 1.1 - 0.05);
    const z = bounds.z0 - 1.8 - 3.6 * random();
    scene.place(bodies[i % 5]!, x, 0.14, z, random() * 6.3, 0.95 + 0.1 * random());
  }
}

function addCars({ scene, m, skin, brief, bounds }: SiteJob, road: Road, random: () => number): void {
  const wide = bounds.x1 - bounds.x0;
  const paints = [m.white, m.black, m.zinc];
  const bodies = paints.map((paint) => car(m, paint, skin.spandrel, skin.lamp));
  const count = brief.wanted.has('cars') ? 7 : 3;
  for (let i = 0; i < count; i++) {
    const isFar = random() < 0.5;
    const x = bounds.x0 + wide * (random() * 1.8 - 0.4);
    scene.place(bodies[i % 3]!, x, 0.02, (road.from + road.to) / 2 + (isFar ? 2 : -2), isFar ? Math.PI : 0, 1);
  }
}

function addLamps(job: SiteJob, road: Road | undefined): void {
  const { scene, m, skin, bounds, lit } = job;
  const wide = bounds.x1 - bounds.x0;
  const post = new Mesh();
  post.cylinder(m.darkMetal, 0, 0, 0.06, 0, 5.2, 8);
  post.box(m.darkMetal, -0.05, 5.15, -1.2, 0.05, 5.22, 0.05);
  post.box(skin.lamp, -0.09, 5.1, -1.2, 0.09, 5.15, -0.6);
  const z = road ? road.to - 2.6 : bounds.z0 - 7;
  const isInTheWay = makeView(job);
  for (let x = bounds.x0 - 44; x < bounds.x1 + 50; x += 19) {
    if (isInTheWay(x, z, 0.6)) continue;
    scene.place(post, x, 0.1, z, 0, 1);
    if (lit > 0.4 && Math.abs(x - (bounds.x0 + bounds.x1) / 2) < wide / 2 + 26) {
      scene.lights.push({
        corner: [x - 0.4, 5.05, z - 1.2],
        edgeA: [0.8, 0, 0],
        edgeB: [0, 0, 0.7],
        facing: [0, -1, 0],
        light: [16, 11, 6],
      });
    }
  }
}
