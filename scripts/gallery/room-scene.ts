/** Rooms of homes as scenes: a shell of given size, furnished by the engine's own layouts in one of its styles. */

import { makeRandom } from '../../engine/base/random.ts';
import type { Vec3 } from '../../engine/base/vector.ts';
import { paintsOf } from '../../engine/kernels/furnish/finish.ts';
import { type Furnisher, makeKit } from '../../engine/kernels/furnish/kit.ts';
import { layOut, wallsOf } from '../../engine/kernels/furnish/layout.ts';
import { wishesFor } from '../../engine/kernels/furnish/layout-rooms.ts';
import type { Room } from '../../engine/kernels/furnish/room-box.ts';
import type { RoomLight } from '../../engine/kernels/furnish/room-light.ts';
import { lookOf, type StyleLook } from '../../engine/kernels/furnish/styles.ts';
import { blueHour } from '../../engine/kernels/trace/atmospheres.ts';
import { type Material, slabs } from '../../engine/kernels/trace/materials.ts';
import type { Mesh } from '../../engine/kernels/trace/mesh.ts';
import { addPalette, type Palette } from '../../engine/kernels/trace/palette.ts';
import { type Mark, type Scene, SceneBuilder } from '../../engine/kernels/trace/scene.ts';
import { gardenTree } from '../scenes/garden-tree.ts';
import { windowDaylight } from '../scenes/window-daylight.ts';

type Side = 'left' | 'right' | 'back';

/** Metres; the camera stands at x = z = 0, the room goes ahead to `depth`. */
export interface RoomForm {
  /** Names of the room and its style in the category tree. */
  type: string;
  style: string;
  width: number;
  depth: number;
  height: number;
  window: { side: Side; from: number; to: number; sill: number; head: number };
  /** Camera: how far right of the room's middle, degrees to the right, height, degrees of view. */
  aside?: number;
  yaw?: number;
  eye?: number;
  view?: number;
  light: 'day' | 'morning' | 'evening';
  /** Factor on the exposure. */
  brightness?: number;
  /** Which covers and accents of the style. */
  variant: number;
  seed: number;
  density?: 1 | 2 | 3;
  /** Slats behind the main group. */
  hasPanel?: boolean;
  /** The wall that the main group stands before. */
  main?: Side;
  changes?: Partial<StyleLook>;
  /** Nothing stands in it. */
  isBare?: boolean;
}

/** A room with what tells its bodies apart: stages of the build and the materials of its shell. */
export interface MarkedRoom {
  scene: Scene;
  marks: readonly Mark[];
  shell: Skin;
  box: Box;
}

const wet: ReadonlySet<string> = new Set(['卫生间', '厨房']);
const suns: Readonly<Record<Side, Vec3>> = {
  left: [-0.78, 0.5, -0.25],
  right: [0.78, 0.46, -0.3],
  back: [0.5, 0.5, 0.72],
};

/** @param aspect width over height of the picture: it decides what furniture is seen */
export function buildRoomScene(form: RoomForm, aspect: number): Scene {
  return buildMarkedRoom(form, aspect).scene;
}

/** @param aspect width over height of the picture: it decides what furniture is seen */
export function buildMarkedRoom(form: RoomForm, aspect: number): MarkedRoom {
  const { width, depth, height, aside = 0, yaw = 0, eye = 1.35, view = 66, window, light, seed, brightness = 1 } = form;
  const box = { left: -width / 2 - aside, right: width / 2 - aside, back: depth, height };
  const look = { ...lookOf(form.style), ...form.changes };
  const furnisher = makeKit(look, form.variant);
  const skin = addSkin(furnisher, look, wet.has(form.type));
  const room = roomOf(form, box, aspect, { yaw, eye, view });
  const seen = { windows: [{ ...window, low: window.sill, high: window.head }] } as unknown as RoomLight;
  const walls = wallsOf(room, seen);
  const main = walls.find(({ name }) => name === (form.main ?? 'back')) ?? walls[0];
  if (!main) throw new Error('the picture shows no wall to furnish');
  const wishes = wishesFor(form.type, {
    main,
    others: walls.filter((wall) => wall !== main),
    ceiling: height,
    random: makeRandom(seed),
    budget: 'premium',
    fixing: form.hasPanel ? 'panels' : 'usual',
  });
  const { furnishing } = layOut(form.isBare ? [] : wishes, {
    room,
    furnisher,
    density: form.density ?? 2,
    isPremium: true,
    isRich: true,
    unwanted: new Set(),
    variant: form.variant,
  });
  const scene = new SceneBuilder();
  for (const material of furnishing.materials) scene.material(material);
  const m = addPalette(scene);
  scene.mark('furniture');
  scene.mesh.append(furnishing.mesh, 0, 0, 0);
  scene.lights.push(...furnishing.lights);
  scene.mark('shell');
  raiseShell(scene, m, skin, form, box);
  scene.mark('garden');
  if (light !== 'evening') layGarden(scene, m, form, box);
  lightRoom(scene, form, box);
  const dim = light === 'evening';
  const outside = dim ? blueHour(suns[window.side]) : windowDaylight(sunOf(form), 'home');
  const made: Scene = {
    mesh: scene.mesh,
    placements: scene.placements,
    materials: scene.materials,
    // A tall picture shows the floor rather than the ceiling.
    camera: { at: [0, eye, 0], yaw, view, shift: aspect < 0.9 ? -0.11 : aspect < 1.2 ? -0.05 : -0.02 },
    lights: scene.lights,
    portals: scene.portals,
    bounces: 2,
    ...outside,
    haze: 0,
    ambient: dim ? [0.2, 0.16, 0.12] : [0.2, 0.195, 0.18],
    exposure: (dim ? 4.4 : 2.7) * brightness,
    bloom: dim ? 0.32 : 0.2,
    whiteBalance: dim ? [0.95, 1, 1.1] : [0.99, 1, 1.03],
  };
  return { scene: made, marks: scene.marks, shell: skin, box };
}

function sunOf({ light, window: { side } }: RoomForm): Vec3 {
  const [x, y, z] = suns[side];
  return light === 'morning' ? [x, y * 0.55, z] : [x, y, z];
}

interface Skin {
  floor: number;
  wall: number;
  ceiling: number;
}

function addSkin(furnisher: Furnisher, look: StyleLook, isWet: boolean): Skin {
  const paint = paintsOf(look);
  const tile: Material = {
    surface: 'matte',
    paint: slabs([0.6, 0.585, 0.555], 0.6, 1.2, 0.003, 0.05),
  };
  return {
    floor: furnisher.add({ surface: 'matte', paint: paint.floor }),
    wall: furnisher.add(isWet ? tile : { surface: 'matte', paint: paint.back }),
    ceiling: furnisher.add({
      surface: 'matte',
      paint: (_, out) => {
        out.r = 0.8;
        out.g = 0.79;
        out.b = 0.77;
      },
    }),
  };
}

type Box = Room['box'];

/** The camera as the layouts know it: for them it stands in the room's axes. */
function roomOf(form: RoomForm, box: Box, aspect: number, camera: { yaw: number; eye: number; view: number }): Room {
  const width = 1000;
  const turn = (camera.yaw * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return {
    view: {
      size: { width, height: Math.round(width / aspect) },
      focal: width / 2 / Math.tan((camera.view * Math.PI) / 360),
      right: [c, 0, s],
      up: [0, -1, 0],
      ahead: [-s, 0, c],
      eyeHeight: camera.eye,
      support: 1,
      score: 1,
      segments: [],
    },
    box,
    floorShare: 0.3,
    fit: 1,
    corners: form.width,
  };
}

/** Floor, ceiling and walls, one with a window; metres of wall lie behind the camera. */
function raiseShell({ mesh }: SceneBuilder, m: Palette, skin: Skin, { window }: RoomForm, box: Box): void {
  const { left, right, back, height } = box;
  const near = -1.6;
  mesh.box(skin.floor, left, -0.1, near, right, 0, back);
  mesh.box(skin.ceiling, left, height, near, right, height + 0.1, back);
  mesh.box(skin.wall, left, 0, near - 0.1, right, height, near);
  for (const side of ['left', 'right', 'back'] as const) {
    const piece = pieceOf(mesh, box, side);
    const [start, end] = side === 'back' ? [left, right] : [near, back];
    piece(skin.ceiling, start, end, 0, 0.08, -0.012, 0);
    if (side !== window.side) {
      piece(skin.wall, start, end, 0, height);
      continue;
    }
    const { from, to, sill, head } = window;
    piece(skin.wall, start, from, 0, height);
    piece(skin.wall, to, end, 0, height);
    piece(skin.wall, from, to, 0, sill);
    piece(skin.wall, from, to, head, height);
    const panes = Math.max(1, Math.round((to - from) / 1.1));
    for (let i = 0; i <= panes; i++) {
      const at = from + ((to - from) * i) / panes;
      piece(m.darkMetal, at - 0.025, at + 0.025, sill, head, 0.13, 0.2);
    }
    for (const y of [sill, head]) piece(m.darkMetal, from, to, y - 0.025, y + 0.025, 0.13, 0.2);
  }
}

/** A piece of a side's wall: along, up, and how far behind its face it begins and ends. */
function pieceOf(mesh: Mesh, { left, right, back }: Box, side: Side) {
  return (material: number, a: number, b: number, low: number, high: number, near = 0, far = 0.3): void => {
    if (b <= a || high <= low) return;
    if (side === 'left') mesh.box(material, left - far, low, a, left - near, high, b);
    else if (side === 'right') mesh.box(material, right + near, low, a, right + far, high, b);
    else mesh.box(material, a, low, back + near, b, high, back + far);
  };
}

function layGarden(scene: SceneBuilder, m: Palette, { window }: RoomForm, { left, right, back }: Box): void {
  const outer = {
    left: [-80, -60, left - 0.3, 80],
    right: [right + 0.3, -60, 80, 80],
    back: [-80, back + 0.3, 80, 90],
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
    if (window.side === 'back') scene.place(tree, along - 17, -0.3, back + away, turn);
    else scene.place(tree, window.side === 'left' ? left - away : right + away, -0.3, along, turn);
  }
}

function lightRoom(scene: SceneBuilder, { window, light }: RoomForm, box: Box): void {
  const { left, right, back, height } = box;
  const dim = light === 'evening';
  const { from, to, sill, head, side } = window;
  const sky: Vec3 = dim ? [0.12, 0.17, 0.34] : [1.7, 1.7, 1.7];
  const edgeB: Vec3 = [0, head - sill, 0];
  if (side === 'back')
    scene.portals.push({
      corner: [from, sill, back + 0.02],
      edgeA: [to - from, 0, 0],
      edgeB,
      facing: [0, 0, -1],
      light: sky,
    });
  else {
    const x = side === 'left' ? left - 0.02 : right + 0.02;
    const facing: Vec3 = [side === 'left' ? 1 : -1, 0, 0];
    scene.portals.push({ corner: [x, sill, from], edgeA: [0, 0, to - from], edgeB, facing, light: sky });
  }
  const behind = dim ? 0.16 : 0.7;
  scene.lights.push({
    corner: [left + 0.3, 0.3, -1.55],
    edgeA: [right - left - 0.6, 0, 0],
    edgeB: [0, height - 0.7, 0],
    facing: [0, 0, 1],
    light: [behind, behind * 0.96, behind * 0.9],
  });
  if (!dim) return;
  // A cove along the far wall and spots over the room.
  const cove: Vec3 = [5.2, 3.7, 2.1];
  scene.lights.push({
    corner: [left + 0.3, height - 0.03, back - 0.32],
    edgeA: [right - left - 0.6, 0, 0],
    edgeB: [0, 0, 0.14],
    facing: [0, -1, 0],
    light: cove,
  });
  const spots: Vec3 = [7, 5.4, 3.5];
  for (const z of [back * 0.38, back * 0.68])
    for (const x of [left * 0.5, right * 0.5])
      scene.lights.push({
        corner: [x - 0.12, height - 0.02, z - 0.12],
        edgeA: [0.24, 0, 0],
        edgeB: [0, 0, 0.24],
        facing: [0, -1, 0],
        light: spots,
      });
}
