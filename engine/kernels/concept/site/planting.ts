/** Trees, shrubs and grasses of a site. */
import type { Mesh } from '../../trace/mesh.ts';
import type { Box } from '../facade/face.ts';
import type { Surroundings } from '../words/brief.ts';
import type { Greenery } from './greenery.ts';
import { has, type SiteJob, type SitePhoto, sourceFor } from './site-job.ts';

const isIn = ({ x0, z0, x1, z1 }: Box, x: number, z: number): boolean => x > x0 && x < x1 && z > z0 && z < z1;

/** True when something tall at a place would stand between the camera and the building. */
export function makeView({ camera, bounds, isFromAbove }: SiteJob): (x: number, z: number, room: number) => boolean {
  const [cx, , cz] = camera.at;
  if (isFromAbove) return () => false;
  const angle = (x: number, z: number): number => Math.atan2(x - cx, z - cz);
  const corners = [bounds.x0, bounds.x1].flatMap((x) => [bounds.z0, bounds.z1].map((z) => angle(x, z)));
  const [low, high] = [Math.min(...corners), Math.max(...corners)];
  const reach = Math.hypot((bounds.x0 + bounds.x1) / 2 - cx, bounds.z0 - cz);
  return (x, z, room) => {
    const away = Math.hypot(x - cx, z - cz);
    if (away < 9) return true;
    if (z > bounds.z1 || away > reach * 1.25) return false;
    const slack = room / away;
    const a = angle(x, z);
    return a > low - slack && a < high + slack;
  };
}

export function plantSite(job: SiteJob, taken: SitePhoto, greenery: Greenery): void {
  const { surroundings } = job.brief;
  const gardener = gardenerOf(job, taken);
  if (has(job, 'trees', true)) {
    const isSparse = surroundings === 'desert' || surroundings === 'city';
    const ring = Math.max(26, (job.bounds.x1 - job.bounds.x0) * 0.8);
    frameBuilding(job, greenery, gardener);
    if (taken.roads.length > 0 || job.isInRow) plantStreet(job, taken, greenery, gardener);
    plantRing(job, greenery, gardener, { ring, isSparse });
    if (!isSparse && surroundings !== 'coast') plantWoods(job, greenery, gardener, ring);
  }
  if (has(job, 'shrubs', surroundings !== 'desert')) {
    plantBeds(job, greenery, gardener);
    if (surroundings !== 'city' && !job.isInRow) plantDrifts(job, greenery, gardener);
  }
}

interface Gardener {
  random: () => number;
  /** A free place is dry, off the roads and `room` metres from what is built. */
  isFree: (x: number, z: number, room: number) => boolean;
  isHidden: ReturnType<typeof makeView>;
  put: (mesh: Mesh, x: number, z: number, scale: number) => void;
  any: (meshes: readonly Mesh[]) => Mesh;
}

function gardenerOf(job: SiteJob, taken: SitePhoto): Gardener {
  const random = sourceFor(job, 1);
  const isDry = (z: number): boolean =>
    !taken.shore || (taken.shore.isInFront ? z > taken.shore.at + 2 : z < taken.shore.at - 2);
  return {
    random,
    isHidden: makeView(job),
    isFree: (x, z, room) =>
      isDry(z) &&
      taken.roads.every(({ from, to }) => z < from - 0.8 || z > to + 0.8) &&
      taken.boxes.every(
        (box) => !isIn({ x0: box.x0 - room, z0: box.z0 - room, x1: box.x1 + room, z1: box.z1 + room }, x, z),
      ),
    put: (mesh, x, z, scale) => job.scene.place(mesh, x, 0, z, random() * 6.3, scale),
    any: (meshes) => meshes[Math.floor(random() * meshes.length)]!,
  };
}

/** Two or three that frame the building. */
function frameBuilding({ bounds, top }: SiteJob, greenery: Greenery, gardener: Gardener): void {
  const { random, isFree, isHidden, put, any } = gardener;
  const big = Math.min(1.5, 0.85 + top / 60);
  for (const [dx, dz] of [
    [-5.5, -1],
    [-9, 5],
    [5.5, 1],
    [8.5, -3],
  ] as const) {
    const x = (dx < 0 ? bounds.x0 : bounds.x1) + dx * (0.9 + 0.4 * random());
    const z = bounds.z0 + dz + 4 * random();
    if (isFree(x, z, 2) && !isHidden(x, z, 1.6)) put(any(greenery.trees), x, z, big * (0.85 + 0.35 * random()));
  }
}

function plantStreet({ bounds }: SiteJob, taken: SitePhoto, greenery: Greenery, gardener: Gardener): void {
  const { random, isHidden, put, any } = gardener;
  const z = (taken.roads[0]?.to ?? bounds.z0 - 6) - 1.4;
  for (let x = bounds.x0 - 60; x < bounds.x1 + 60; x += 8.5) {
    const inView = isHidden(x, z, 2.4);
    if (!inView && taken.boxes.every((box) => !isIn(box, x, z))) put(any(greenery.trees), x, z, 0.85 + 0.2 * random());
  }
}

function plantRing(
  { bounds, isFromAbove }: SiteJob,
  greenery: Greenery,
  { random, isFree, isHidden, put, any }: Gardener,
  { ring, isSparse }: { ring: number; isSparse: boolean },
): void {
  const step = isSparse ? 15 : 9.5;
  for (let x = bounds.x0 - ring; x < bounds.x1 + ring; x += step) {
    for (let z = bounds.z0 - (isFromAbove ? ring : 12); z < bounds.z1 + ring * 0.8; z += step) {
      const [px, pz] = [x + (random() - 0.5) * step * 0.9, z + (random() - 0.5) * step * 0.9];
      const chance = random();
      if (chance > (isSparse ? 0.4 : 0.62) || !isFree(px, pz, 2.6) || isHidden(px, pz, 3)) continue;
      put(any(chance < 0.3 ? greenery.woods : greenery.trees), px, pz, 0.75 + 0.5 * random());
    }
  }
}

const woodDensity: Readonly<Partial<Record<Surroundings, number>>> = {
  forest: 0.95,
  snowMountain: 0.8,
  waterfront: 0.75,
  residential: 0.4,
  campus: 0.35,
  countryside: 0.22,
};

function plantWoods(
  { bounds, brief, isFromAbove }: SiteJob,
  greenery: Greenery,
  gardener: Gardener,
  ring: number,
): void {
  const { random, isFree, isHidden, put, any } = gardener;
  const density = woodDensity[brief.surroundings] ?? 0;
  const pace = isFromAbove ? 10 : 8;
  const side = ring + 150;
  const [from, to] = isFromAbove ? [bounds.z0 - 90, bounds.z1 + 170] : [bounds.z1 + 14, bounds.z1 + 90];
  const isInRing = (x: number, z: number): boolean =>
    x > bounds.x0 - ring && x < bounds.x1 + ring && z < bounds.z1 + 12;
  for (let x = bounds.x0 - side; x < bounds.x1 + side; x += pace) {
    for (let z = from; z < to; z += pace) {
      const [px, pz] = [x + (random() - 0.5) * pace, z + (random() - 0.5) * pace];
      if (isInRing(px, pz)) continue;
      if (random() > density || !isFree(px, pz, 4) || isHidden(px, pz, 4)) continue;
      put(any(greenery.woods), px, pz, 0.8 + 0.6 * random());
    }
  }
}

/** Shrubs along the walls, grasses towards the viewer. */
function plantBeds({ footprints }: SiteJob, greenery: Greenery, { random, isFree, put }: Gardener): void {
  const plant = (x: number, z: number, chance: number): void => {
    if (random() >= chance || !isFree(x, z, 0)) return;
    put(greenery.shrubs[random() < 0.6 ? 0 : 1]!, x, z, 0.8 + 0.6 * random());
  };
  for (const box of footprints) {
    for (let x = box.x0; x < box.x1; x += 1.1) plant(x, box.z0 - 1.9 - 0.5 * random(), 0.7);
    for (const x of [box.x0 - 1.9, box.x1 + 1.9]) {
      for (let z = box.z0; z < box.z1; z += 1.2) plant(x, z, 0.75);
    }
  }
}

/** Drifts of grass in the foreground lawn. */
function plantDrifts({ bounds, camera, seed }: SiteJob, greenery: Greenery, { random, isFree, put }: Gardener): void {
  const [cx, , cz] = camera.at;
  const reach = Math.min(40, bounds.z0 - cz);
  for (let i = 0; i < 150; i++) {
    const z = bounds.z0 - 2 - random() * Math.max(0, reach - 6);
    const share = (z - cz) / Math.max(1, bounds.z0 - cz);
    const x = cx + ((bounds.x0 + bounds.x1) / 2 - cx) * share + (random() - 0.5) * (10 + 40 * share);
    const drift = Math.sin(x * 0.35 + seed) + Math.cos(z * 0.5 + seed);
    if (drift < 0.5 || !isFree(x, z, 0.4)) continue;
    put(random() < 0.6 ? greenery.tufts[i % 2]! : greenery.shrubs[i % 2]!, x, z, 0.6 + 0.7 * random());
  }
}
