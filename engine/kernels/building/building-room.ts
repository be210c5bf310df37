/** A model seen from inside: whether a camera stands in a room, and the openings and lamps that light it. */
import type { Vec3 } from '../../base/vector.ts';
import type { Accelerator } from '../trace/bvh.ts';
import type { AreaLight } from '../trace/scene.ts';
import type { Pane } from './building-geometry.ts';
import type { PreparedBuilding } from './prepared-building.ts';

/** Height within which a ceiling is looked for, and the distance of walls, metres. */
const ceilingReach = 14;
const wallReach = 45;
const wallRays = 24;
/** Share of the directions round about that end at the model, from which a camera stands inside. */
const enclosed = 0.8;

/** True for a camera with a ceiling above it and walls or windows on nearly all sides. */
export function isInside(world: Accelerator, [x, y, z]: Vec3): boolean {
  if (!world.intersect(x, y, z, 1e-4, 1, 1e-4) || world.hit.t > ceilingReach || world.hit.placement >= 0) return false;
  let met = 0;
  for (let i = 0; i < wallRays; i++) {
    const angle = ((i + 0.37) / wallRays) * Math.PI * 2;
    const isMet = world.intersect(x, y, z, Math.sin(angle), 1e-4, Math.cos(angle));
    if (isMet && world.hit.placement < 0 && world.hit.t < wallReach) met++;
  }
  return met >= wallRays * enclosed;
}

/** Height of the ceiling over a point, metres from it; undefined under the sky. */
export function ceilingOver(world: Accelerator, [x, y, z]: Vec3): number | undefined {
  return world.intersect(x, y, z, 1e-4, 1, 1e-4) && world.hit.placement < 0 ? world.hit.t : undefined;
}

const portalReach = 40;
const mostPortals = 28;

/** Openings that let the sky into the rooms that a camera sees, turned into the room. */
export function findPortals({ panes, world }: PreparedBuilding, camera: Vec3): AreaLight[] {
  const trees = world();
  const stations = [camera, ...pointsAbout(trees, camera)];
  const portals: { light: AreaLight; weight: number }[] = [];
  for (const pane of panes) {
    const centre = centreOf(pane);
    const away = Math.hypot(centre[0] - camera[0], centre[1] - camera[1], centre[2] - camera[2]);
    if (away > portalReach) continue;
    const viewer = stations.find((station) => isSeen(trees, station, centre));
    if (!viewer) continue;
    const side = sideTowards(pane, centre, viewer);
    if (isOpen(trees, centre, side)) portals.push({ light: openingOf(pane, side), weight: pane.area / (4 + away) });
  }
  portals.sort((a, b) => b.weight - a.weight);
  return portals.slice(0, mostPortals).map(({ light }) => light);
}

/** Points in the air before what a camera sees round about. */
function pointsAbout(world: Accelerator, [x, y, z]: Vec3): Vec3[] {
  const points: Vec3[] = [];
  for (let i = 0; i < 40; i++) {
    const angle = i * 2.399963;
    const height = 0.55 - 1.1 * ((i % 8) / 8);
    const [dx, dz] = [Math.sin(angle), Math.cos(angle)];
    if (!world.intersect(x, y, z, dx, height * 0.5, dz) || world.hit.t < 0.6) continue;
    const t = Math.min(12, world.hit.t - 0.3);
    points.push([x + dx * t, y + height * 0.5 * t, z + dz * t]);
  }
  return points;
}

function centreOf({ corner, edgeA, edgeB }: Pane): Vec3 {
  return [
    corner[0] + (edgeA[0] + edgeB[0]) / 2,
    corner[1] + (edgeA[1] + edgeB[1]) / 2,
    corner[2] + (edgeA[2] + edgeB[2]) / 2,
  ];
}

function isSeen(world: Accelerator, from: Vec3, to: Vec3): boolean {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(dx, dy, dz) || 1;
  return !world.isBlocked(from[0], from[1], from[2], dx / length, dy / length, dz / length, length - 0.12);
}

/** The side of a pane that a viewer sees. */
function sideTowards({ facing }: Pane, centre: Vec3, viewer: Vec3): Vec3 {
  const ahead =
    (viewer[0] - centre[0]) * facing[0] + (viewer[1] - centre[1]) * facing[1] + (viewer[2] - centre[2]) * facing[2];
  return ahead >= 0 ? facing : [-facing[0], -facing[1], -facing[2]];
}

/** True when the sky or far land is seen from an opening on its other side. */
function isOpen(world: Accelerator, [x, y, z]: Vec3, side: Vec3): boolean {
  let open = 0;
  for (let i = 0; i < 7; i++) {
    const angle = (i / 6) * Math.PI * 2;
    const spread = i === 6 ? 0 : 0.7;
    const dx = -side[0] + spread * Math.cos(angle) * (Math.abs(side[2]) + 0.2);
    const dy = -side[1] + spread * (0.6 + 0.4 * Math.sin(angle));
    const dz = -side[2] + spread * Math.cos(angle) * (Math.abs(side[0]) + 0.2);
    const length = Math.hypot(dx, dy, dz) || 1;
    const far = 14;
    if (!world.isBlocked(x - side[0] * 0.3, y, z - side[2] * 0.3, dx / length, dy / length, dz / length, far)) open++;
  }
  return open >= 2;
}

function openingOf({ corner, edgeA, edgeB }: Pane, side: Vec3): AreaLight {
  return { corner, edgeA, edgeB, facing: side, light: [1, 1, 1] };
}

/** Warm light of rooms behind windows, as it falls into them: lamps themselves are seldom in a model. */
export function windowLamps(
  { panes, world }: PreparedBuilding,
  { lit, glow, most, isOn }: { lit: number; glow: number; most: number; isOn: (index: number) => number },
): AreaLight[] {
  const trees = world();
  const lamps: AreaLight[] = [];
  for (let i = 0; i < panes.length && lamps.length < most; i++) {
    const pane = panes[i]!;
    if (Math.abs(pane.facing[1]) > 0.5 || isOn(i) > lit) continue;
    const inwards = innerSide(trees, pane);
    if (!inwards) continue;
    const [dx, dz] = [inwards[0] * 0.12, inwards[2] * 0.12];
    const gain = glow * (1.6 + 1.2 * isOn(i + 7919));
    lamps.push({
      corner: [pane.corner[0] + dx, pane.corner[1], pane.corner[2] + dz],
      edgeA: pane.edgeA,
      edgeB: pane.edgeB,
      facing: inwards,
      light: [gain, gain * 0.72, gain * 0.43],
    });
  }
  return lamps;
}

/** The side of an outer pane on which a room lies; undefined for panes between rooms and before nothing. */
function innerSide(world: Accelerator, pane: Pane): Vec3 | undefined {
  const centre = centreOf(pane);
  const { facing } = pane;
  const back: Vec3 = [-facing[0], -facing[1], -facing[2]];
  const isOpenAhead = isOpen(world, centre, back);
  const isOpenBehind = isOpen(world, centre, facing);
  if (isOpenAhead === isOpenBehind) return undefined;
  return isOpenAhead ? back : facing;
}
