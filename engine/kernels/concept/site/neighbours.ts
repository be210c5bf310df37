/** Quieter buildings round about, with painted windows; lit ones at night. */
import type { Material } from '../../trace/materials.ts';
import { fbm, hash2 } from '../../trace/noise.ts';
import { definePaint, type Painter, type SurfacePoint } from '../../trace/paint.ts';
import type { SceneBuilder } from '../../trace/scene.ts';
import type { Box } from '../facade/face.ts';
import { addRoof } from '../massing/roofs.ts';
import { grown, type SiteJob, type SitePhoto, sourceFor } from './site-job.ts';

type Triple = readonly [number, number, number];

/** Painted windows: width of a bay in metres, and the shares of it and of a storey that the opening takes. */
const openings = [
  { bay: 2.7, from: 0.22, to: 0.78, sill: 0.24, head: 0.76 },
  { bay: 1.5, from: 0.06, to: 0.94, sill: 0.3, head: 0.82 },
  { bay: 3.6, from: 0.3, to: 0.7, sill: 0.1, head: 0.85 },
] as const;

/** True when a point lies in a painted window, its bars included. */
function isOpening(p: SurfacePoint, seed: number): boolean {
  const { bay, from, to, sill, head } = openings[seed % 3]!;
  const u = (Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x) / bay;
  const v = (p.y - 0.6) / 3.4;
  const across = u - Math.floor(u);
  const up = v - Math.floor(v);
  return Math.abs(p.ny) < 0.5 && across > from && across < to && up > sill && up < head;
}

/** @param lit share of windows with light; above 0 the whole wall is drawn as it looks in the dark */
const windowed = definePaint('windowed', (wall: Triple, lit: number, night: number, seed: number): Painter => {
  const { bay: wide } = openings[seed % 3]!;
  return (p, out) => {
    const u = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
    const column = Math.floor(u / wide);
    const row = Math.floor((p.y - 0.6) / 3.4);
    const isBar = Math.abs(u / wide - column - 0.5) * wide < 0.04;
    const isPane = !isBar && isOpening(p, seed);
    const tone = 0.9 + 0.2 * fbm(u * 0.4, p.y * 0.4, 2, seed);
    if (!isPane) {
      const gain = tone * (night > 0 ? night : 1);
      out.r = wall[0] * gain;
      out.g = wall[1] * gain;
      out.b = wall[2] * gain * (night > 0 ? 1.4 : 1);
      return;
    }
    const own = hash2(column, row, seed);
    if (lit > 0 && own < lit) {
      const warm = hash2(column, row, seed + 1);
      const gain = 0.5 + 0.7 * hash2(column, row, seed + 2);
      out.r = gain;
      out.g = gain * (0.62 + 0.25 * warm);
      out.b = gain * (0.3 + 0.45 * warm);
      return;
    }
    const gain = night > 0 ? night * 0.6 : 0.6 + 0.6 * own;
    out.r = 0.15 * gain;
    out.g = 0.18 * gain;
    out.b = 0.21 * gain;
  };
});

const walls: readonly Triple[] = [
  [0.5, 0.485, 0.46],
  [0.42, 0.39, 0.36],
  [0.34, 0.27, 0.225],
  [0.33, 0.335, 0.345],
  [0.52, 0.49, 0.44],
  [0.4, 0.41, 0.42],
];

function wallsOf(scene: SceneBuilder, { lit, glow, brief }: SiteJob): number[] {
  const night = { morning: 0, day: 0, dusk: 0, blueHour: 0.16, night: 0.035 }[brief.hour];
  return walls.map((wall, i) => {
    const seed = i * 11 + 3;
    const paint = windowed(wall, night > 0 ? lit * 0.6 : 0, night, seed);
    const isPane = (p: SurfacePoint): boolean => isOpening(p, seed);
    const material: Material =
      night > 0 ? { surface: 'light', paint, isPane, glow: Math.max(0.45, glow) } : { surface: 'matte', paint, isPane };
    return scene.material(material);
  });
}

export function addNeighbours(job: SiteJob, taken: SitePhoto): void {
  const { bounds, camera, isFromAbove, isInRow, scene } = job;
  const [cx, , cz] = camera.at;
  const random = sourceFor(job, 3);
  const district = districtOf(job);
  const { isCity, isCampus } = district;
  const materials = wallsOf(scene, job);
  const cell = isCity ? 34 : isCampus ? 52 : 30;
  const reach = isFromAbove ? 7 : 5;
  const midX = (bounds.x0 + bounds.x1) / 2;
  for (let i = -reach; i <= reach; i++) {
    for (let j = -2; j <= (isFromAbove ? 8 : 6); j++) {
      const x = midX + i * cell * 1.15 + (random() - 0.5) * 4;
      const z = bounds.z0 + j * cell * 1.1 + 6 + (random() - 0.5) * 4;
      const { wide, deep } = sizeIn(district, random);
      const body: Box = { x0: x - wide / 2, x1: x + wide / 2, z0: z, z1: z + deep };
      const pick = random();
      if (Math.hypot(x - cx, z - cz) < 26 || !isFree(job, taken, body, district)) continue;
      const isNear = Math.abs(i) < 2 && j < 3;
      const high = storeysOf(job, district, { pick, isNear, isBefore: z < bounds.z0 - 6 }) * 3.4 + 0.6;
      const material = materials[Math.floor(random() * materials.length)]!;
      raiseNeighbour(job, body, { high, material, isFlat: isCity || isInRow || isCampus }, random);
      taken.boxes.push(grown(body, 1));
    }
  }
}

interface District {
  isCity: boolean;
  isEstate: boolean;
  isCampus: boolean;
  /** Kept free around the building. */
  clear: Box;
}

function districtOf({ brief, bounds }: SiteJob): District {
  const isCity = brief.surroundings === 'city' || brief.wanted.has('neighbours');
  const isEstate = brief.kind === 'housing' && !isCity;
  const isCampus = brief.surroundings === 'campus' || isEstate;
  return { isCity, isEstate, isCampus, clear: grown(bounds, isCity ? 12 : isCampus ? 30 : 22) };
}

function sizeIn({ isCity, isCampus }: District, random: () => number): { wide: number; deep: number } {
  if (isCity) return { wide: 17 + 9 * random(), deep: 15 + 8 * random() };
  if (isCampus) return { wide: 22 + 20 * random(), deep: 13 + 4 * random() };
  return { wide: 11 + 4 * random(), deep: 9 + 3 * random() };
}

function isFree({ bounds, isFromAbove }: SiteJob, taken: SitePhoto, body: Box, { isEstate, clear }: District): boolean {
  if (overlaps(body, clear)) return false;
  const { shore } = taken;
  if (shore && (shore.isInFront ? body.z0 < shore.at + 6 : body.z1 > shore.at - 6)) return false;
  if (taken.roads.some(({ from, to }) => body.z0 < to + 2 && body.z1 > from - 2)) return false;
  return body.z0 >= bounds.z0 - 6 || (isFromAbove && !isEstate);
}

function storeysOf(
  { brief }: SiteJob,
  { isCity, isEstate, isCampus }: District,
  { pick, isNear, isBefore }: { pick: number; isNear: boolean; isBefore: boolean },
): number {
  if (isCity) return Math.round((isBefore ? 2 : 4) + pick * (isBefore ? 3 : isNear ? 6 : 13));
  if (isEstate) return Math.max(2, Math.round(brief.storeys * (0.6 + 0.4 * pick)));
  return isCampus ? 3 + Math.floor(pick * 3) : 2;
}

function raiseNeighbour(
  job: SiteJob,
  body: Box,
  { high, material, isFlat }: { high: number; material: number; isFlat: boolean },
  random: () => number,
): void {
  const { scene } = job;
  scene.mesh.box(material, body.x0, 0, body.z0, body.x1, high, body.z1);
  if (isFlat)
    addRoof(
      { scene, skin: { ...job.skin, wall: material, trim: material, roofFlat: job.m.gravel }, random },
      body,
      high,
      'flat',
    );
  else addRoof({ scene, skin: { ...job.skin, wall: material }, random }, body, high, 'gable');
}

function overlaps(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && a.x1 > b.x0 && a.z0 < b.z1 && a.z1 > b.z0;
}
