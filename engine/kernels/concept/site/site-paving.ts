/** Roads, squares, terraces, paths, pools. */
import { clamp } from '../../../base/scalar.ts';
import type { Box } from '../facade/face.ts';
import { grown, type SiteJob, type SitePhoto, shoreGap } from './site-job.ts';

/** Distance of the road from the front, metres: nearer to the viewer than to the building when that stands far off. */
function roadGapOf({ bounds, camera, isFromAbove, isEveryday }: SiteJob): number {
  if (isEveryday) return 5;
  return isFromAbove ? 11 : clamp((bounds.z0 - camera.at[2]) * 0.84 - 8, 9, 110);
}

export function layRoad(job: SiteJob, taken: SitePhoto): void {
  const {
    scene: { mesh },
    m,
    bounds,
    isInRow,
  } = job;
  if (isInRow) {
    mesh.floor(m.paving, -400, bounds.z0 - 80, 400, bounds.z1 + 200, 0.02);
    return;
  }
  const z1 = bounds.z0 - roadGapOf(job);
  const z0 = z1 - 8;
  mesh.floor(m.asphalt, -600, z0, 600, z1, 0.015);
  mesh.floor(m.paving, -600, z1, 600, z1 + 3, 0.1);
  mesh.box(m.paleConcrete, -600, 0, z1, 600, 0.12, z1 + 0.2);
  mesh.floor(m.paving, -600, z0 - 3, 600, z0, 0.1);
  mesh.box(m.paleConcrete, -600, 0, z0 - 0.2, 600, 0.12, z0);
  for (let x = -240; x < 240; x += 6) mesh.floor(m.white, x, (z0 + z1) / 2 - 0.07, x + 3, (z0 + z1) / 2 + 0.07, 0.025);
  taken.roads.push({ from: z0 - 3, to: z1 + 3 });
}

/** Paving along the building and a way to its entrance. */
export function layApron(job: SiteJob, taken: SitePhoto, isShoreFront: boolean): void {
  const {
    scene: { mesh },
    m,
    brief,
    bounds,
    footprints,
    isInRow,
  } = job;
  const roadGap = roadGapOf(job);
  if (isInRow || job.isGroundLaid) return;
  const stone = ['villa', 'guesthouse', 'club'].includes(brief.kind) ? m.stone : m.paving;
  for (const box of footprints) {
    const { x0, z0, x1, z1 } = grown(box, 1.4);
    mesh.box(stone, x0, -0.2, z0, x1, 0.15, z1);
  }
  const main = footprints[0]!;
  const isHouse = ['villa', 'guesthouse', 'club', 'salesCentre'].includes(brief.kind);
  const terrace: Box = isHouse
    ? { x0: bounds.x0 - 1.5, x1: bounds.x1 + 1, z0: bounds.z0 - 4.6, z1: bounds.z0 + 1 }
    : { x0: main.x0 - 3, x1: main.x1 + 3, z0: bounds.z0 - 6, z1: bounds.z0 + 0.5 };
  mesh.box(
    brief.style === 'timber' && isHouse ? m.decking : stone,
    terrace.x0,
    -0.4,
    terrace.z0,
    terrace.x1,
    0.13,
    terrace.z1,
  );
  taken.boxes.push(terrace);
  const middle = main.x0 + (main.x1 - main.x0) * 0.5;
  if (isShoreFront) {
    const edge = bounds.z0 - shoreGap({ bounds, top: 20 });
    mesh.box(m.decking, middle - 2, -0.3, edge - 5, middle + 2, 0.12, terrace.z0 + 0.2);
    taken.boxes.push({ x0: middle - 3, x1: middle + 3, z0: edge - 6, z1: terrace.z0 });
  } else {
    if (!isHouse && roadGap > 14)
      layForecourt(job, taken, { x0: main.x0 - 8, x1: main.x1 + 8, z0: bounds.z0 - roadGap + 2.5, z1: terrace.z0 });
    for (let z = terrace.z0 - 0.9; z > bounds.z0 - roadGap - 0.5; z -= 0.95)
      mesh.box(stone, middle - 1.1, -0.1, z - 0.34, middle + 1.1, 0.06, z + 0.34);
    taken.boxes.push({ x0: middle - 2, x1: middle + 2, z0: bounds.z0 - 30, z1: bounds.z0 });
  }
}

/** Paths and a square round a building in a park, so that the ground has an order from above. */
export function layPaths({ scene: { mesh }, m, brief, bounds, isFromAbove, isInRow }: SiteJob, taken: SitePhoto): void {
  if (isInRow || !['campus', 'residential', 'waterfront'].includes(brief.surroundings) || !isFromAbove) return;
  const { x0, z0, x1, z1 } = grown(bounds, 14);
  const path = (box: Box, material = m.paving): void => {
    mesh.floor(material, box.x0, box.z0, box.x1, box.z1, 0.05);
    taken.boxes.push(box);
  };
  path({ x0, x1: x0 + 3, z0: z0 + 9, z1: z1 + 60 });
  path({ x0: x1 - 3, x1, z0: z0 + 9, z1: z1 + 60 });
  path({ x0: x0 - 80, x1: x1 + 80, z0: z1 - 3, z1 });
  path({ x0: x1 + 4, x1: x1 + 26, z0: z0 + 12, z1: z0 + 34 }, m.asphalt);
  for (let i = 0; i < 8; i++) mesh.floor(m.white, x1 + 5 + i * 2.6, z0 + 13, x1 + 5.12 + i * 2.6, z0 + 18, 0.06);
  for (let i = 0; i < 8; i++) mesh.floor(m.white, x1 + 5 + i * 2.6, z0 + 28, x1 + 5.12 + i * 2.6, z0 + 33, 0.06);
}

/** A square before a public building: paving with two beds of lawn and low hedges. */
function layForecourt({ scene: { mesh }, m, brief }: SiteJob, taken: SitePhoto, { x0, x1, z0, z1 }: Box): void {
  mesh.floor(m.paving, x0, z0, x1, z1 + 0.2, 0.06);
  taken.boxes.push({ x0, x1, z0, z1 });
  const middle = (x0 + x1) / 2;
  const deep = z1 - z0;
  if (deep < 9 || brief.unwanted.has('lawn')) return;
  for (const [a, b] of [
    [x0 + 3, middle - 5],
    [middle + 5, x1 - 3],
  ] as const) {
    if (b - a < 4) continue;
    mesh.box(m.paleConcrete, a - 0.25, 0, z0 + deep * 0.2 - 0.25, b + 0.25, 0.38, z0 + deep * 0.72 + 0.25);
    mesh.floor(m.lawn, a, z0 + deep * 0.2, b, z0 + deep * 0.72, 0.4);
  }
}

export function layPool({ scene: { mesh }, m, bounds, camera }: SiteJob, taken: SitePhoto): void {
  const wide = Math.min(12, (bounds.x1 - bounds.x0) * 0.6);
  const toCamera = camera.at[0] < (bounds.x0 + bounds.x1) / 2;
  const x0 = toCamera ? bounds.x0 + 0.5 : bounds.x1 - wide - 0.5;
  const pool: Box = { x0, x1: x0 + wide, z0: bounds.z0 - 8.6, z1: bounds.z0 - 5 };
  mesh.box(m.poolTile, pool.x0, 0.03, pool.z0, pool.x1, 0.08, pool.z1);
  mesh.floor(m.water, pool.x0, pool.z0, pool.x1, pool.z1, 0.2);
  for (const [a, b, c, d] of [
    [pool.x0 - 0.7, pool.z0 - 0.7, pool.x1 + 0.7, pool.z0],
    [pool.x0 - 0.7, pool.z1, pool.x1 + 0.7, pool.z1 + 0.7],
    [pool.x0 - 0.7, pool.z0, pool.x0, pool.z1],
    [pool.x1, pool.z0, pool.x1 + 0.7, pool.z1],
  ] as const)
    mesh.box(m.stone, a, 0, b, c, 0.24, d);
  taken.boxes.push(grown(pool, 1));
}
