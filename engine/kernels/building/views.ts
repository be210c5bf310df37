/** Good views of a building model: from two corners, from above, of its front, and in its rooms. */
import type { BuildingCamera } from '#shared/domain/building-view';
import { clamp } from '../../base/scalar.ts';
import type { Box } from '../concept/facade/face.ts';
import { placeCamera } from '../concept/view/viewpoint.ts';
import type { View } from '../concept/words/brief.ts';
import type { Camera } from '../trace/scene.ts';
import type { BuildingRoom } from './building-mesh.ts';
import { isInside } from './building-room.ts';
import type { ProposedView } from './jobs.ts';
import { castLayers, isGround, layerClasses } from './layers.ts';
import type { PreparedBuilding } from './prepared-building.ts';

/** Shape of the pictures that views are proposed for. */
const aspect = 3 / 2;
const glance = { width: 60, height: 40 };
const eyeHeight = 1.65;
const mostViews = 6;
const mostRooms = 2;

interface Candidate {
  camera: BuildingCamera;
  score: number;
  /** Side of the building that it shows: quarters clockwise from the top of the plan. */
  quarter: number;
}

/**
 * Six views at most, the same for the same model.
 *
 * @param north degrees by which true north is turned clockwise from the top of the plan
 */
export function proposeViews(building: PreparedBuilding, north: number): ProposedView[] {
  const quarters = [0, 1, 2, 3];
  const fronts = quarters.map((quarter) => standing(building, 'elevation', quarter, 1)).sort(byScore);
  const corners = quarters
    .flatMap((quarter) => [-1, 1].map((side) => standing(building, 'eye', quarter, side as -1 | 1)))
    .sort(byScore);
  const first = corners[0]!;
  const second = corners.find(({ camera }) => turnBetween(camera.yaw, first.camera.yaw) > 75) ?? corners[1]!;
  const above = quarters
    .flatMap((quarter) => [-1, 1].map((side) => standing(building, 'aerial', quarter, side as -1 | 1)))
    .sort((one, other) => nearness(one, first) - nearness(other, first))[0]!;
  const titled = (title: string, { camera }: Candidate): ProposedView => ({ title, camera });
  const views = [
    titled(`人视 · ${sideSeen(first, north)}`, first),
    titled(`人视 · ${sideSeen(second, north)}`, second),
    titled('鸟瞰', above),
    titled(`${frontSeen(fronts[0]!, north)}立面`, fronts[0]!),
    ...proposeRooms(building),
  ];
  if (views.length < mostViews) {
    const half = standing(building, 'semiAerial', second.quarter, second.camera.yaw < first.camera.yaw ? -1 : 1);
    views.push(titled('半鸟瞰', half));
  }
  return views.slice(0, mostViews);
}

const byScore = (one: Candidate, other: Candidate): number => other.score - one.score;

function turnBetween(one: number, other: number): number {
  return Math.abs(((one - other + 540) % 360) - 180);
}

const nearness = (one: Candidate, other: Candidate): number => turnBetween(one.camera.yaw, other.camera.yaw);

const compass = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'];

/** Side from which a view sees the building. */
function sideSeen({ camera }: Candidate, north: number): string {
  return compassOf(camera.yaw + 180 - north, 8);
}

function frontSeen({ camera }: Candidate, north: number): string {
  return compassOf(camera.yaw + 180 - north, 4);
}

/** @param count 4 or 8 points of the compass */
function compassOf(degrees: number, count: 4 | 8): string {
  const step = 360 / count;
  const index = Math.round((((degrees % 360) + 360) % 360) / step) % count;
  return compass[index * (8 / count)]!;
}

/** A view from the ground or the air before one side, with its merit. */
function standing(building: PreparedBuilding, kind: View, quarter: number, side: -1 | 1): Candidate {
  const { extent, level } = building.ground;
  const turn = (quarter * Math.PI) / 2;
  const box = turnedBox(extent, -turn);
  const placed = placeCamera({ ...box, top: extent.top - level }, kind, {
    aspect,
    side,
    sway: 0.4,
    isOverWater: false,
    rise: 0,
  });
  const [x, z] = turned(placed.at[0], placed.at[2], turn);
  const camera = buildingCamera(placed, x, placed.at[1] + level, z, placed.yaw + quarter * 90);
  return { camera, score: judge(building, camera), quarter };
}

function turned(x: number, z: number, turn: number): readonly [number, number] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [x * c + z * s, z * c - x * s];
}

function turnedBox({ x0, z0, x1, z1 }: Box, turn: number): Box {
  const [a, b] = [turned(x0, z0, turn), turned(x1, z1, turn)];
  return {
    x0: Math.min(a[0], b[0]),
    x1: Math.max(a[0], b[0]),
    z0: Math.min(a[1], b[1]),
    z1: Math.max(a[1], b[1]),
  };
}

/** The view's camera of one of the tracer's. */
function buildingCamera(
  { pitch = 0, view, shift }: Camera,
  x: number,
  y: number,
  z: number,
  yaw: number,
): BuildingCamera {
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    x: round(x),
    y: round(y),
    z: round(-z) + 0,
    yaw: round(((yaw + 540) % 360) - 180),
    pitch: round(pitch),
    lens: clamp(round(18 / Math.tan((view * Math.PI) / 360)), 15, 200),
    shift: clamp(round(shift), -1, 1),
  };
}

/** Merit of a view of the outside: windows, doors and parts that are seen, and nothing close before it. */
function judge(building: PreparedBuilding, camera: BuildingCamera): number {
  const { kind, object, depth } = castLayers(building, { camera }, glance);
  const parts = new Set<number>();
  let body = 0;
  let openings = 0;
  let close = 0;
  const near = Math.hypot(camera.x, camera.z) * 0.12;
  for (let i = 0; i < kind.length; i++) {
    if (object[i]! < 0) continue;
    parts.add(object[i]!);
    const name = layerClasses[kind[i]!]!;
    if (!isGround(kind[i]!)) body++;
    if (name === 'window') openings++;
    if (name === 'door') openings += 2;
    if (depth[i]! < near) close++;
  }
  const share = (count: number): number => count / kind.length;
  return (
    Math.min(0.4, share(body)) +
    1.6 * Math.min(0.25, share(openings)) +
    0.06 * Math.log1p(parts.size) -
    2 * share(close)
  );
}

interface Room {
  camera: BuildingCamera;
  score: number;
  floor: number;
}

/** Views in the largest and lightest rooms, each from a place with air about it, over the longest way. */
function proposeRooms(building: PreparedBuilding): ProposedView[] {
  const stands = findStands(building);
  const rooms = stands
    .sort((one, other) => other.air - one.air)
    .slice(0, 40)
    .flatMap((stand) => bestTurn(building, stand) ?? [])
    .sort((one, other) => other.score - one.score);
  const chosen: Room[] = [];
  for (const room of rooms) {
    if (chosen.every((former) => isElsewhere(building, room, former))) chosen.push(room);
    if (chosen.length === mostRooms) break;
  }
  return chosen.map(({ camera, floor }) => {
    const name = roomAt(building, camera)?.name || storeyName(building, floor);
    return { title: name ? `室内 · ${name}` : '室内', camera };
  });
}

/** Of rooms that the file names, another one; else farther away than a room is long. */
function isElsewhere(building: PreparedBuilding, one: Room, other: Room): boolean {
  const [here, there] = [roomAt(building, one.camera), roomAt(building, other.camera)];
  if (here && there) return here !== there;
  const way = Math.hypot(one.camera.x - other.camera.x, one.camera.z - other.camera.z);
  return Math.abs(one.floor - other.floor) > 2 || way > 6;
}

/** The smallest room that a camera stands in by its box. */
function roomAt({ model }: PreparedBuilding, { x, y, z }: BuildingCamera): BuildingRoom | undefined {
  let best: { room: BuildingRoom; size: number } | undefined;
  for (const room of model.rooms) {
    if (!room.box) continue;
    const [x0, y0, z0, x1, y1, z1] = room.box;
    if (x < x0 || x > x1 || y < y0 || y > y1 || z < z0 || z > z1) continue;
    const size = (x1 - x0) * (y1 - y0) * (z1 - z0);
    if (!best || size < best.size) best = { room, size };
  }
  return best?.room;
}

function storeyName({ model }: PreparedBuilding, floor: number): string {
  const storey = model.storeys
    .filter(({ elevation }) => elevation < floor + 0.7)
    .sort((a, b) => b.elevation - a.elevation)[0];
  return storey?.name ?? '';
}

interface Stand {
  x: number;
  y: number;
  z: number;
  floor: number;
  /** Mean way that is free round about, metres. */
  air: number;
}

/** Places along one side of the plan that are looked at; the other side goes by its length. */
const placesAlong = 18;
/** Free way about a person, metres. */
const elbowRoom = 0.5;

function findStands(building: PreparedBuilding): Stand[] {
  const { extent } = building.ground;
  const step = Math.max(1, Math.max(extent.x1 - extent.x0, extent.z1 - extent.z0) / placesAlong);
  const stands: Stand[] = [];
  for (let x = extent.x0 + step / 2; x < extent.x1; x += step)
    for (let z = extent.z0 + step / 2; z < extent.z1; z += step)
      stands.push(...standsAt(building, x + 0.013, z + 0.017));
  return stands;
}

/** Floors under a point of the plan on which one can stand, from the top down. */
function standsAt(building: PreparedBuilding, x: number, z: number): Stand[] {
  const world = building.world();
  const stands: Stand[] = [];
  let from = building.ground.extent.top + 0.5;
  for (let storey = 0; storey < 24 && world.intersect(x, from, z, 1e-5, -1, 1e-5); storey++) {
    const floor = from - world.hit.t;
    const isGround = world.hit.placement >= 0;
    const clearance = from - floor;
    from = floor - 0.05;
    if (isGround) break;
    if (clearance < 2.15 || stands.length > 6) continue;
    const y = floor + eyeHeight;
    if (!isInside(world, [x, y, z])) continue;
    const ways = waysAbout(building, x, y, z);
    const low = waysAbout(building, x, floor + 0.9, z);
    if (Math.min(...ways, ...low) < elbowRoom) continue;
    stands.push({ x, y, z, floor, air: ways.reduce((sum, way) => sum + Math.min(10, way), 0) / ways.length });
  }
  return stands;
}

function waysAbout(building: PreparedBuilding, x: number, y: number, z: number): number[] {
  const world = building.world();
  return Array.from({ length: 16 }, (_, i) => {
    const angle = ((i + 0.21) / 16) * Math.PI * 2;
    return world.intersect(x, y, z, Math.sin(angle), 1e-4, Math.cos(angle)) ? world.hit.t : 30;
  });
}

const roomLens = 20;

/** The direction in which a room shows most: depth, windows, furniture. */
function bestTurn(building: PreparedBuilding, { x, y, z, floor }: Stand): Room | undefined {
  let best: Room | undefined;
  for (let yaw = -165; yaw <= 180; yaw += 30) {
    const camera = buildingCamera(
      { at: [x, y, z], yaw, view: (Math.atan(18 / roomLens) * 360) / Math.PI, shift: -0.05 },
      x,
      y,
      z,
      yaw,
    );
    const layers = castLayers(building, { camera }, { width: 32, height: 22 });
    const score = roomScore(layers);
    if (!best || score > best.score) best = { camera, score, floor };
  }
  return best;
}

function roomScore({ depth, kind, object }: ReturnType<typeof castLayers>): number {
  const parts = new Set<number>();
  let way = 0;
  let glass = 0;
  let close = 0;
  for (let i = 0; i < depth.length; i++) {
    way += Math.min(9, depth[i]!);
    if (layerClasses[kind[i]!] === 'window') glass++;
    if (depth[i]! < 1.1) close++;
    parts.add(object[i]!);
  }
  const share = (count: number): number => count / depth.length;
  return way / depth.length + 9 * Math.min(0.3, share(glass)) + 0.5 * Math.log1p(parts.size) - 9 * share(close);
}
