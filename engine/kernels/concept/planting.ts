/** Trees, shrubs and grasses of a site. */
import type { Mesh } from '../trace/mesh.ts';
import type { Box } from './face.ts';
import type { Greenery } from './greenery.ts';
import { has, type SiteJob, sourceFor, type Taken } from './site-job.ts';

const isIn = ({ x0, z0, x1, z1 }: Box, x: number, z: number): boolean => x > x0 && x < x1 && z > z0 && z < z1;

/** Whether something tall at a place would stand between the camera and the building. */
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

export function plantSite(job: SiteJob, taken: Taken, greenery: Greenery): void {
  const { scene, brief, bounds, isFromAbove } = job;
  const isHidden = makeView(job);
  const isDry = (z: number): boolean =>
    !taken.shore || (taken.shore.isInFront ? z > taken.shore.at + 2 : z < taken.shore.at - 2);
  const isFree = (x: number, z: number, room: number): boolean =>
    isDry(z) &&
    taken.roads.every(({ from, to }) => z < from - 0.8 || z > to + 0.8) &&
    taken.boxes.every(
      (box) => !isIn({ x0: box.x0 - room, z0: box.z0 - room, x1: box.x1 + room, z1: box.z1 + room }, x, z),
    );
  const random = sourceFor(job, 1);
  const put = (mesh: Mesh, x: number, z: number, scale: number): void =>
    scene.place(mesh, x, 0, z, random() * 6.3, scale);
  const any = (meshes: readonly Mesh[]): Mesh => meshes[Math.floor(random() * meshes.length)]!;
  const wide = bounds.x1 - bounds.x0;
  const place = brief.surroundings;
  const isSparse = place === 'desert' || place === 'city';
  if (has(job, 'trees', true)) {
    const big = Math.min(1.5, 0.85 + job.top / 60);
    // Two or three that frame the building, then a loose ring, then woods.
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
    if (taken.roads.length > 0 || job.isInRow) {
      const z = (taken.roads[0]?.to ?? bounds.z0 - 6) - 1.4;
      for (let x = bounds.x0 - 60; x < bounds.x1 + 60; x += 8.5) {
        const inView = isHidden(x, z, 2.4);
        if (!inView && taken.boxes.every((box) => !isIn(box, x, z)))
          put(any(greenery.trees), x, z, 0.85 + 0.2 * random());
      }
    }
    const ring = Math.max(26, wide * 0.8);
    const step = isSparse ? 15 : 9.5;
    for (let x = bounds.x0 - ring; x < bounds.x1 + ring; x += step) {
      for (let z = bounds.z0 - (isFromAbove ? ring : 12); z < bounds.z1 + ring * 0.8; z += step) {
        const [px, pz] = [x + (random() - 0.5) * step * 0.9, z + (random() - 0.5) * step * 0.9];
        const chance = random();
        if (chance > (isSparse ? 0.4 : 0.62) || !isFree(px, pz, 2.6) || isHidden(px, pz, 3)) continue;
        put(any(chance < 0.3 ? greenery.woods : greenery.trees), px, pz, 0.75 + 0.5 * random());
      }
    }
    if (!isSparse && place !== 'coast') {
      const density = {
        forest: 0.95,
        snowMountain: 0.8,
        waterfront: 0.75,
        residential: 0.4,
        campus: 0.35,
        countryside: 0.22,
      }[place];
      const pace = isFromAbove ? 10 : 8;
      const side = ring + 150;
      for (let x = bounds.x0 - side; x < bounds.x1 + side; x += pace) {
        for (
          let z = isFromAbove ? bounds.z0 - 90 : bounds.z1 + 14;
          z < bounds.z1 + (isFromAbove ? 170 : 90);
          z += pace
        ) {
          const [px, pz] = [x + (random() - 0.5) * pace, z + (random() - 0.5) * pace];
          if (px > bounds.x0 - ring && px < bounds.x1 + ring && pz < bounds.z1 + 12) continue;
          if (random() > density || !isFree(px, pz, 4) || isHidden(px, pz, 4)) continue;
          put(any(greenery.woods), px, pz, 0.8 + 0.6 * random());
        }
      }
    }
  }
  if (has(job, 'shrubs', place !== 'desert')) plantBeds(job, greenery, random, isFree, put);
}

/** Shrubs along the walls, grasses towards the viewer. */
function plantBeds(
  job: SiteJob,
  greenery: Greenery,
  random: () => number,
  isFree: (x: number, z: number, room: number) => boolean,
  put: (mesh: Mesh, x: number, z: number, scale: number) => void,
): void {
  const { bounds, footprints, brief } = job;
  for (const box of footprints) {
    for (let x = box.x0; x < box.x1; x += 1.1) {
      const z = box.z0 - 1.9 - 0.5 * random();
      if (random() < 0.7 && isFree(x, z, 0)) put(greenery.shrubs[random() < 0.6 ? 0 : 1]!, x, z, 0.8 + 0.6 * random());
    }
    for (const x of [box.x0 - 1.9, box.x1 + 1.9]) {
      for (let z = box.z0; z < box.z1; z += 1.2) {
        if (random() < 0.75 && isFree(x, z, 0))
          put(greenery.shrubs[random() < 0.6 ? 0 : 1]!, x, z, 0.8 + 0.6 * random());
      }
    }
  }
  if (brief.surroundings === 'city' || job.isInRow) return;
  // Drifts of grass in the foreground lawn.
  const [cx, , cz] = job.camera.at;
  const reach = Math.min(40, bounds.z0 - cz);
  for (let i = 0; i < 150; i++) {
    const z = bounds.z0 - 2 - random() * Math.max(0, reach - 6);
    const share = (z - cz) / Math.max(1, bounds.z0 - cz);
    const x = cx + ((bounds.x0 + bounds.x1) / 2 - cx) * share + (random() - 0.5) * (10 + 40 * share);
    const drift = Math.sin(x * 0.35 + job.seed) + Math.cos(z * 0.5 + job.seed);
    if (drift < 0.5 || !isFree(x, z, 0.4)) continue;
    put(random() < 0.6 ? greenery.tufts[i % 2]! : greenery.shrubs[i % 2]!, x, z, 0.6 + 0.7 * random());
  }
}
