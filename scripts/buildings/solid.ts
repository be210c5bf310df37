/** Parts of sample buildings: prisms in metres, z up, x to the east and y to the north. */

export type Point = readonly [x: number, y: number, z: number];

export interface SampleMaterial {
  name: string;
  /** sRGB, 0–1. */
  colour: readonly [number, number, number];
  opacity?: number;
  roughness?: number;
  metalness?: number;
}

export interface Solid {
  /** Corners of the base, counter-clockwise seen from where `along` points to; in one plane. */
  base: readonly Point[];
  /** From the base to the top. */
  along: Point;
  material: string;
}

export interface Part {
  name: string;
  /** Class of IFC. */
  kind: string;
  /** Index in {@link SampleBuilding.storeys}; none for the site. */
  storey?: number;
  solids: Solid[];
  /** Layers of its material, from outside, where it has several. */
  layers?: readonly string[];
}

export interface SampleRoom {
  name: string;
  storey: number;
  /** Square metres. */
  area: number;
  solid: Solid;
}

export interface SampleBuilding {
  name: string;
  materials: Readonly<Record<string, SampleMaterial>>;
  storeys: ReadonlyArray<{ name: string; elevation: number }>;
  rooms: readonly SampleRoom[];
  parts: readonly Part[];
  /** Degrees by which true north is turned clockwise from y. */
  north: number;
  position: { latitude: number; longitude: number };
}

/** A box between two corners. */
export function box(from: Point, to: Point, material: string): Solid {
  const [x0, y0, z0] = from;
  const [x1, y1, z1] = to;
  return prism(
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
    [z0, z1],
    material,
  );
}

/** A plan that is drawn up from one height to another; corners go counter-clockwise. */
export function prism(
  plan: ReadonlyArray<readonly [number, number]>,
  [from, to]: readonly [number, number],
  material: string,
): Solid {
  return { base: plan.map(([x, y]) => [x, y, from] as const), along: [0, 0, to - from], material };
}

/** A round prism. */
export function cylinder([x, y, z]: Point, radius: number, height: number, material: string): Solid {
  const plan = Array.from({ length: 20 }, (_, i) => {
    const angle = (i * Math.PI) / 10;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
  return prism(plan, [z, z + height], material);
}

/** A section across x, as pairs of y and z, that is drawn along x; corners go counter-clockwise seen from +x. */
export function alongX(
  section: ReadonlyArray<readonly [y: number, z: number]>,
  [from, to]: readonly [number, number],
  material: string,
): Solid {
  return { base: section.map(([y, z]) => [from, y, z] as const), along: [to - from, 0, 0], material };
}

export interface Opening {
  /** Along the wall, metres from its start. */
  from: number;
  to: number;
  /** Heights above the wall's foot. */
  sill: number;
  head: number;
  kind: 'window' | 'door';
  /** Panes beside each other. */
  panes?: number;
}

export interface Wall {
  name: string;
  storey: number;
  /** Start, in plan, and length along x or y. */
  start: readonly [x: number, y: number];
  length: number;
  axis: 'x' | 'y';
  thickness: number;
  foot: number;
  height: number;
  material: string;
  layers?: readonly string[];
  openings?: readonly Opening[];
}

/** A wall in pieces around its openings, which get frames, panes and leaves. */
export function wallWith(wall: Wall): Part[] {
  const piece = pieceOf(wall);
  const { length, height, material, openings = [] } = wall;
  const sorted = [...openings].sort((a, b) => a.from - b.from);
  const edges = [0, ...sorted.flatMap(({ from, to }) => [from, to]), length];
  const solids: Solid[] = [];
  for (let i = 0; i + 1 < edges.length; i += 2)
    if (edges[i + 1]! > edges[i]!) solids.push(piece([edges[i]!, edges[i + 1]!], [0, height], material));
  for (const { from, to, sill, head } of sorted) {
    if (sill > 0) solids.push(piece([from, to], [0, sill], material));
    if (head < height) solids.push(piece([from, to], [head, height], material));
  }
  const { storey, layers } = wall;
  return [
    { name: wall.name, kind: 'IfcWall', storey, solids, ...(layers && { layers }) },
    ...sorted.map((opening, i) => fillingOf(wall, opening, i + 1)),
  ];
}

type Range = readonly [number, number];
type Piece = (along: Range, up: Range, material: string, across?: Range) => Solid;

function pieceOf({ start: [x, y], axis, thickness, foot }: Wall): Piece {
  return ([a, b], [low, high], material, [front, back] = [0, thickness]) =>
    axis === 'x'
      ? box([x + a, y + front, foot + low], [x + b, y + back, foot + high], material)
      : box([x + front, y + a, foot + low], [x + back, y + b, foot + high], material);
}

const frameWidth = 0.06;

function fillingOf(wall: Wall, opening: Opening, number: number): Part {
  const piece = pieceOf(wall);
  const { from, to, sill, head, kind, panes = 1 } = opening;
  const middle = wall.thickness / 2;
  const frame: Range = [middle - 0.05, middle + 0.05];
  const solids = [
    piece([from, to], [sill, sill + frameWidth], 'frame', frame),
    piece([from, to], [head - frameWidth, head], 'frame', frame),
  ];
  const step = (to - from - frameWidth) / panes;
  for (let i = 0; i <= panes; i++) {
    const post = from + i * step;
    solids.push(piece([post, post + frameWidth], [sill + frameWidth, head - frameWidth], 'frame', frame));
    const pane: Range = [post + frameWidth, post + step];
    const leaf = kind === 'door' ? 'door' : 'glass';
    const depth: Range = kind === 'door' ? [middle - 0.03, middle + 0.03] : [middle - 0.012, middle + 0.012];
    if (i < panes) solids.push(piece(pane, [sill + frameWidth, head - frameWidth], leaf, depth));
  }
  const name = `${wall.name} ${kind === 'door' ? '门' : '窗'} ${number}`;
  return { name, kind: kind === 'door' ? 'IfcDoor' : 'IfcWindow', storey: wall.storey, solids };
}
