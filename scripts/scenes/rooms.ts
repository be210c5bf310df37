/** Rooms of their own for the tools that work indoors: each with its size, window, finish, hour and camera. */
import type { Vec3 } from '../../engine/base/vector.ts';
import { drape, floorLamp, pottedPlant, roundTable, shelf, sideChair } from '../../engine/kernels/trace/furniture.ts';
import type { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { addPalette, type MaterialName, type Palette } from '../../engine/kernels/trace/palette.ts';
import { type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';
import { gardenTree } from './garden-tree.ts';
import { windowDaylight } from './window-daylight.ts';

/** Metres; x from -width/2, z from 0 (behind the camera) to `depth`. */
interface Room {
  width: number;
  depth: number;
  height: number;
  walls: MaterialName;
  back?: MaterialName;
  floor: MaterialName;
  /** `from` and `to` along its wall. */
  window: { side: 'left' | 'right' | 'back'; from: number; to: number; sill: number; head: number; panes: number };
  camera: { x: number; yaw: number; view: number };
  /** Towards the sun. */
  sun: Vec3;
  exposure: number;
  furnish?: (mesh: Mesh, m: Palette, room: Room) => void;
}

const rooms = {
  'room-attic': {
    width: 4.6,
    depth: 5.4,
    height: 3.3,
    walls: 'warmWhite',
    floor: 'paleConcrete',
    window: { side: 'back', from: -1.3, to: 1.1, sill: 0.75, head: 2.5, panes: 3 },
    camera: { x: -1.2, yaw: 9, view: 68 },
    sun: [0.5, 0.5, 0.72],
    exposure: 3.3,
  },
  'room-corner': {
    width: 5.6,
    depth: 5,
    height: 2.8,
    walls: 'render',
    back: 'greyBrick',
    floor: 'oakFloor',
    window: { side: 'right', from: 1.5, to: 4.3, sill: 0.05, head: 2.45, panes: 4 },
    camera: { x: -0.9, yaw: 6, view: 66 },
    sun: [0.8, 0.42, -0.3],
    exposure: 3.1,
  },
  'room-gallery': {
    width: 7.4,
    depth: 8.5,
    height: 3.9,
    walls: 'white',
    back: 'concrete',
    floor: 'paving',
    window: { side: 'left', from: 1.2, to: 7.6, sill: 0.5, head: 3.3, panes: 5 },
    camera: { x: 1.4, yaw: -8, view: 64 },
    sun: [-0.7, 0.5, 0.25],
    exposure: 2.7,
  },
  'room-dining': {
    width: 5.2,
    depth: 6,
    height: 2.9,
    walls: 'warmWhite',
    back: 'oakUpright',
    floor: 'oakFloor',
    window: { side: 'left', from: 1.8, to: 5.2, sill: 0.7, head: 2.4, panes: 4 },
    camera: { x: 1.1, yaw: -9, view: 64 },
    sun: [-0.78, 0.44, -0.3],
    exposure: 2.8,
    furnish: dining,
  },
  'room-bedroom': {
    width: 4.8,
    depth: 5.4,
    height: 2.8,
    walls: 'render',
    back: 'linen',
    floor: 'oakFloor',
    window: { side: 'right', from: 1.6, to: 4.6, sill: 0.35, head: 2.45, panes: 3 },
    camera: { x: -1, yaw: 7, view: 68 },
    sun: [0.72, 0.5, -0.2],
    exposure: 2.9,
    furnish: bedroom,
  },
  'room-study': {
    width: 5,
    depth: 5.2,
    height: 3,
    walls: 'warmWhite',
    floor: 'walnut',
    window: { side: 'left', from: 1.4, to: 4.2, sill: 0.85, head: 2.5, panes: 3 },
    camera: { x: 0.9, yaw: -4, view: 66 },
    sun: [-0.75, 0.46, -0.25],
    exposure: 3,
    furnish: study,
  },
} as const satisfies Record<string, Room>;

export type RoomName = keyof typeof rooms;

export function buildRoom(name: RoomName): Scene {
  const room: Room = rooms[name];
  const { width, height, depth, camera, sun, exposure } = room;
  const scene = new SceneBuilder();
  const m = addPalette(scene);
  const light = shell(scene, m, room);
  outside(scene, m, room);
  room.furnish?.(scene.mesh, m, room);
  scene.portals.push({ ...light, light: [1.7, 1.7, 1.7] });
  // The room goes on behind the viewer: daylight comes from there too.
  scene.lights.push({
    corner: [-width * 0.4, 0.3, 0.02],
    edgeA: [width * 0.8, 0, 0],
    edgeB: [0, height - 0.7, 0],
    facing: [0, 0, 1],
    light: [0.7, 0.72, 0.76],
  });
  return {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: scene.materials,
    camera: { at: [camera.x, 1.35, Math.min(0.5, depth * 0.08)], yaw: camera.yaw, view: camera.view, shift: -0.02 },
    lights: scene.lights,
    portals: scene.portals,
    bounces: 2,
    ...windowDaylight(sun, 'home'),
    ambient: [0.2, 0.195, 0.18],
    exposure,
    bloom: 0.22,
    whiteBalance: [0.99, 1, 1.03],
  };
}

type Opening = Pick<Scene['portals'][number], 'corner' | 'edgeA' | 'edgeB' | 'facing'>;

/** Floor, ceiling and four walls, one with a window. @returns where daylight comes in. */
function shell({ mesh }: SceneBuilder, m: Palette, room: Room): Opening {
  const { depth, height, window } = room;
  const half = room.width / 2;
  const walls = m[room.walls];
  const back = m[room.back ?? room.walls];
  mesh.box(m[room.floor], -half, -0.1, 0, half, 0, depth);
  mesh.box(m.white, -half, height, 0, half, height + 0.1, depth);
  mesh.box(walls, -half, 0, -0.1, half, height, 0);
  /** A piece of the side's wall, or of what stands in it: along, up, and how far behind its face. */
  const piece = (
    side: string,
    material: number,
    a: number,
    b: number,
    low: number,
    high: number,
    near = 0,
    far = 0.3,
  ) => {
    if (side === 'left') mesh.box(material, -half - far, low, a, -half - near, high, b);
    else if (side === 'right') mesh.box(material, half + near, low, a, half + far, high, b);
    else mesh.box(material, a, low, depth + near, b, high, depth + far);
  };
  for (const side of ['left', 'right', 'back'] as const) {
    const material = side === 'back' ? back : walls;
    const [start, end] = side === 'back' ? [-half, half] : [0, depth];
    if (side !== window.side) {
      piece(side, material, start, end, 0, height);
      continue;
    }
    const { from, to, sill, head, panes } = window;
    piece(side, material, start, from, 0, height);
    piece(side, material, to, end, 0, height);
    piece(side, material, from, to, 0, sill);
    piece(side, material, from, to, head, height);
    for (let i = 0; i <= panes; i++) {
      const at = from + ((to - from) * i) / panes;
      piece(side, m.darkMetal, at - 0.025, at + 0.025, sill, head, 0.13, 0.2);
    }
    for (const y of [sill, head]) piece(side, m.darkMetal, from, to, y - 0.025, y + 0.025, 0.13, 0.2);
  }
  mesh.box(m.white, -half, 0, depth - 0.015, half, 0.08, depth);
  const { from, to, sill, head } = window;
  const edgeB: Vec3 = [0, head - sill, 0];
  if (window.side === 'back')
    return { corner: [from, sill, depth + 0.02], edgeA: [to - from, 0, 0], edgeB, facing: [0, 0, -1] };
  const sign = window.side === 'left' ? -1 : 1;
  return { corner: [sign * (half + 0.02), sill, from], edgeA: [0, 0, to - from], edgeB, facing: [-sign, 0, 0] };
}

function outside(scene: SceneBuilder, m: Palette, { width, depth, window }: Room): void {
  const outer = {
    left: [-80, -60, -width / 2 - 0.3, 80],
    right: [width / 2 + 0.3, -60, 80, 80],
    back: [-80, depth + 0.3, 80, 90],
  };
  const [x0, z0, x1, z1] = outer[window.side] as [number, number, number, number];
  scene.mesh.floor(m.lawn, x0, z0, x1, z1, -0.3);
  const tree = gardenTree(m);
  for (const [away, along, turn] of [
    [9, 10, 0],
    [12, 17, 2],
    [18, 12, 1],
    [16, 25, 4],
    [24, 20, 3],
  ] as const) {
    if (window.side === 'back') scene.place(tree, along - 17, -0.3, depth + away, turn);
    else scene.place(tree, (window.side === 'left' ? -1 : 1) * (width / 2 + away), -0.3, along, turn);
  }
}

function dining(mesh: Mesh, m: Palette, { depth }: Room): void {
  mesh.roundBox(m.oak, -1.3, 0.71, 3.1, 0.9, 0.75, 4.1, 0.015);
  for (const x of [-1.15, 0.75]) for (const z of [3.2, 4]) mesh.bar(m.black, [x, 0, z], [x, 0.71, z], 0.025, 0.025, 10);
  for (const x of [-0.85, -0.2, 0.45]) {
    mesh.append(sideChair(m.black, m.leather), x, 0, 4.35);
    mesh.append(sideChair(m.black, m.leather), x, 0, 2.8, Math.PI);
  }
  for (const x of [-0.7, 0.3]) {
    mesh.lathe(
      m.black,
      x,
      3.6,
      [
        [0.2, 1.6],
        [0.17, 1.75],
        [0.03, 1.8],
        [0.006, 1.81],
        [0.006, 2.9],
      ],
      32,
    );
  }
  mesh.lathe(
    m.ceramic,
    -0.2,
    3.6,
    [
      [0.06, 0.76],
      [0.13, 0.82],
      [0.14, 0.86],
      [0.12, 0.85],
      [0, 0.79],
    ],
    28,
  );
  mesh.box(m.walnut, -1.7, 0.15, depth - 0.45, 1, 0.75, depth - 0.05);
  mesh.box(m.black, -1.5, 0, depth - 0.42, 0.8, 0.15, depth - 0.1);
  mesh.box(m.picture, -0.9, 1.15, depth - 0.05, 0.2, 2, depth - 0.02);
  mesh.append(pottedPlant(m, 1.5, 17, 8), 2, 0, depth - 0.6);
}

function bedroom(mesh: Mesh, m: Palette, { width, depth }: Room): void {
  const half = width / 2;
  mesh.roundBox(m.rug, -1.9, 0, 1.9, 1.5, 0.018, 4.6, 0.009);
  mesh.roundBox(m.walnut, -1.25, 0.1, 2.95, 0.75, 0.3, depth - 0.1, 0.02);
  mesh.roundBox(m.white, -1.2, 0.3, 3, 0.7, 0.52, depth - 0.15, 0.07);
  mesh.roundBox(m.blueCloth, -1.24, 0.34, 2.97, 0.74, 0.56, 4.1, 0.05);
  for (const x of [-1.1, -0.18]) mesh.roundBox(m.linen, x, 0.5, 4.5, x + 0.78, 0.68, 5.05, 0.08);
  mesh.roundBox(m.leather, -1.4, 0.2, depth - 0.14, 0.9, 1.15, depth - 0.02, 0.03);
  for (const x of [-1.95, 1]) {
    mesh.box(m.walnut, x, 0.12, depth - 0.5, x + 0.45, 0.5, depth - 0.06);
    mesh.lathe(
      m.lampOff,
      x + 0.22,
      depth - 0.28,
      [
        [0.03, 0.5],
        [0.03, 0.72],
        [0.14, 0.74],
        [0.1, 0.95],
      ],
      28,
    );
  }
  mesh.box(m.picture, -0.85, 1.4, depth - 0.05, 0.4, 2.1, depth - 0.02);
  const cloth = drape(m.white, 0.6, 2.6, 6);
  mesh.append(cloth, half - 0.16, 0.02, 1.5, -Math.PI / 2);
  mesh.append(cloth, half - 0.16, 0.02, 4.75, -Math.PI / 2);
}

function study(mesh: Mesh, m: Palette, { width, depth }: Room): void {
  const half = width / 2;
  mesh.append(shelf(m, m.oak, 1.8, 2.5, 6), half - 1, 0, depth - 0.36);
  mesh.roundBox(m.rug, -1.7, 0, 1.6, 1.1, 0.018, 4.2, 0.009);
  mesh.roundBox(m.oak, -1.7, 0.7, 3.3, 0.3, 0.74, 4.1, 0.015);
  for (const x of [-1.6, 0.2]) mesh.box(m.black, x - 0.02, 0, 3.4, x + 0.02, 0.7, 4);
  mesh.append(sideChair(m.oak, m.greyCloth), -0.7, 0, 3, Math.PI);
  mesh.box(m.black, -1.1, 0.78, 3.85, -0.35, 1.18, 3.88);
  mesh.box(m.black, -0.8, 0.74, 3.8, -0.65, 0.8, 3.9);
  mesh.box(m.books, -1.5, 0.74, 3.6, -1.25, 0.84, 3.85);
  mesh.append(roundTable(m.marble, m.black, 0.28, 0.5), 1.35, 0, 2.6);
  mesh.append(floorLamp(m, m.lampOff), 0.75, 0, depth - 0.6);
  mesh.append(pottedPlant(m, 1.3, 15, 3), -half + 0.5, 0, depth - 0.5);
}
