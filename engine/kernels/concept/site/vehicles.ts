/** Bodies of cars and vans, along x with the front at +x, standing on y = 0. */
import type { Vec3 } from '../../../base/vector.ts';
import { Mesh } from '../../trace/mesh.ts';

/** Metres. What lies above the belt line is glass, held by pillars. */
interface VehicleShape {
  length: number;
  width: number;
  /** Heights of bonnet, belt line, tail and roof. */
  bonnet: number;
  belt: number;
  tail: number;
  roof: number;
  /** Along x from the middle: foot and head of the windscreen, head and foot of the rear window. */
  screenFoot: number;
  screenHead: number;
  rearHead: number;
  rearFoot: number;
  /** Behind this point the sides are sheet metal. */
  glassFrom: number;
  wheel: number;
}

const shapes = {
  saloon: [4.7, 1.82, 0.86, 0.94, 0.98, 1.44, 1.1, 0.35, -0.95, -1.75, -9, 0.33],
  hatchback: [4.1, 1.76, 0.9, 0.97, 0.97, 1.47, 1.15, 0.45, -1.55, -1.98, -9, 0.32],
  estate: [4.7, 1.82, 0.88, 0.96, 0.96, 1.48, 1.15, 0.45, -1.95, -2.3, -9, 0.33],
  offRoader: [4.6, 1.9, 1.05, 1.13, 1.13, 1.7, 1.2, 0.6, -1.9, -2.25, -9, 0.38],
  sports: [4.4, 1.85, 0.74, 0.84, 0.9, 1.24, 1, 0.1, -0.6, -1.9, -9, 0.34],
  small: [3.5, 1.62, 0.92, 0.98, 0.98, 1.5, 1.15, 0.6, -1.35, -1.7, -9, 0.29],
  van: [5.1, 1.95, 1.1, 1.2, 1.2, 2.05, 1.95, 1.3, -2.4, -2.52, 0.5, 0.35],
  box: [5.9, 2.05, 1.15, 1.3, 1.3, 2.6, 2.35, 1.75, -2.88, -2.92, 0.9, 0.36],
} as const;

type VehicleKind = keyof typeof shapes;
export const vehicleKinds = Object.keys(shapes) as VehicleKind[];

function shapeOf(kind: VehicleKind): VehicleShape {
  const [length, width, bonnet, belt, tail, roof, screenFoot, screenHead, rearHead, rearFoot, glassFrom, wheel] =
    shapes[kind];
  return { length, width, bonnet, belt, tail, roof, screenFoot, screenHead, rearHead, rearFoot, glassFrom, wheel };
}

/** Numbers of a vehicle's materials. */
interface VehicleSkin {
  paint: number;
  glass: number;
  tyre: number;
  lamp: number;
  rearLamp: number;
}

/** A vehicle of a kind; about 400 triangles. */
export function buildVehicle(kind: VehicleKind, skin: VehicleSkin): Mesh {
  const mesh = new Mesh();
  const shape = shapeOf(kind);
  addHull(mesh, shape, skin);
  addCabin(mesh, shape, skin);
  addWheels(mesh, shape, skin);
  addFaces(mesh, shape, skin);
  return mesh;
}

/** The lower body: its side's outline drawn out over the width, edges chamfered. */
function addHull(mesh: Mesh, shape: VehicleShape, { paint }: VehicleSkin): void {
  const half = shape.length / 2;
  const low = 0.24;
  const outline: readonly (readonly [number, number])[] = [
    [-half, 0.5],
    [-half + 0.06, shape.tail],
    [shape.rearFoot, shape.belt],
    [shape.screenFoot, shape.belt],
    [half - 0.22, shape.bonnet - 0.06],
    [half, shape.bonnet - 0.28],
    [half + 0.02, 0.42],
  ];
  const side = shape.width / 2;
  const edge = side - 0.09;
  for (let i = 0; i + 1 < outline.length; i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[i + 1]!;
    mesh.quad(paint, [ax, ay, -edge], [bx, by, -edge], [bx, by, edge], [ax, ay, edge]);
    for (const s of [-1, 1]) {
      const shoulder = 0.1;
      const lower = (x: number, y: number): Vec3 => [x, Math.max(low, y - shoulder), s * side];
      mesh.quad(paint, [ax, ay, s * edge], [bx, by, s * edge], lower(bx, by), lower(ax, ay));
      mesh.quad(paint, lower(ax, ay), lower(bx, by), [bx, low, s * side], [ax, low, s * side]);
    }
  }
  mesh.quad(paint, [-half, 0.5, -edge], [-half, 0.5, edge], [-half + 0.05, low, edge], [-half + 0.05, low, -edge]);
}

/** Windows, pillars and the roof. */
function addCabin(mesh: Mesh, shape: VehicleShape, { paint, glass }: VehicleSkin): void {
  const foot = shape.width / 2 - 0.1;
  const head = shape.width / 2 - 0.24;
  const { belt, roof, screenFoot, screenHead, rearHead, rearFoot } = shape;
  const low = (x: number, s: number): Vec3 => [x, belt, s * foot];
  const high = (x: number, s: number): Vec3 => [x, roof, s * head];
  mesh.quad(glass, low(screenFoot, -1), low(screenFoot, 1), high(screenHead, 1), high(screenHead, -1));
  mesh.quad(glass, low(rearFoot, -1), low(rearFoot, 1), high(rearHead, 1), high(rearHead, -1));
  const cut = Math.max(shape.glassFrom, rearHead);
  for (const s of [-1, 1]) {
    mesh.quad(glass, low(cut, s), low(screenFoot, s), high(screenHead, s), high(cut, s));
    if (cut > rearHead) mesh.quad(paint, low(rearFoot, s), low(cut, s), high(cut, s), high(rearHead, s));
    else mesh.triangle(glass, low(rearFoot, s), low(cut, s), high(cut, s));
    const pillars = [
      [screenFoot, screenHead],
      [(screenFoot + rearFoot) / 2 - 0.1, (screenHead + rearHead) / 2],
      [rearFoot + 0.1, rearHead],
    ] as const;
    for (const [a, b] of pillars) mesh.bar(paint, low(a, s), high(b, s), 0.045, 0.04, 6);
  }
  mesh.roundBox(paint, rearHead - 0.06, roof - 0.03, -head - 0.03, screenHead + 0.06, roof + 0.05, head + 0.03, 0.04);
}

function addWheels(mesh: Mesh, { length, width, wheel }: VehicleShape, { tyre, lamp }: VehicleSkin): void {
  for (const x of [-length * 0.3, length * 0.31])
    for (const s of [-1, 1]) {
      const out = s * (width / 2 + 0.012);
      mesh.bar(tyre, [x, wheel, s * (width / 2 - 0.24)], [x, wheel, out], wheel, wheel, 16, true);
      mesh.bar(lamp, [x, wheel, out], [x, wheel, out + s * 0.01], wheel * 0.6, wheel * 0.55, 12, true);
    }
}

/** Lamps, plates, mirrors and the dark of the grille. */
function addFaces(
  mesh: Mesh,
  { length, width, bonnet, tail, belt, screenFoot }: VehicleShape,
  skin: VehicleSkin,
): void {
  const half = length / 2;
  const side = width / 2;
  for (const s of [-1, 1]) {
    const [z0, z1] = s < 0 ? [-side + 0.08, -side + 0.42] : [side - 0.42, side - 0.08];
    mesh.box(skin.lamp, half - 0.1, bonnet - 0.34, z0, half + 0.03, bonnet - 0.2, z1);
    mesh.box(skin.rearLamp, -half - 0.02, tail - 0.26, z0, -half + 0.08, tail - 0.08, z1);
    mesh.box(skin.paint, screenFoot - 0.25, belt, s * side - 0.06, screenFoot - 0.1, belt + 0.14, s * side + 0.1);
  }
  mesh.box(skin.tyre, half - 0.05, 0.36, -side + 0.3, half + 0.04, bonnet - 0.34, side - 0.3);
  for (const x of [-half - 0.02, half + 0.03]) mesh.box(skin.lamp, x, 0.5, -0.25, x + 0.02, 0.61, 0.25);
}
