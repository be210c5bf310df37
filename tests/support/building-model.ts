/** Small building models for tests: boxes of named parts. */
import type { BuildingMaterial, BuildingModel } from '../../engine/kernels/building/building-mesh.ts';

export interface BoxPart {
  /** Least and greatest x, y, z; metres, y up. */
  from: readonly [number, number, number];
  to: readonly [number, number, number];
  name?: string;
  /** Class of IFC; empty by default. */
  kind?: string;
  material: Partial<BuildingMaterial> & { name: string };
}

/** Corners of the six faces of a unit box, counter-clockwise seen from outside, and their normals. */
const faces: ReadonlyArray<readonly [normal: readonly number[], corners: readonly (readonly number[])[]]> = [
  [
    [1, 0, 0],
    [
      [1, 0, 1],
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ],
  ],
  [
    [-1, 0, 0],
    [
      [0, 0, 0],
      [0, 0, 1],
      [0, 1, 1],
      [0, 1, 0],
    ],
  ],
  [
    [0, 1, 0],
    [
      [0, 1, 1],
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 0],
    ],
  ],
  [
    [0, -1, 0],
    [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [0, 0, 1],
    ],
  ],
  [
    [0, 0, 1],
    [
      [0, 0, 1],
      [1, 0, 1],
      [1, 1, 1],
      [0, 1, 1],
    ],
  ],
  [
    [0, 0, -1],
    [
      [1, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
  ],
];

/** A model of boxes, each with a material and an object of its own. */
export function boxModel(parts: readonly BoxPart[], rest: Partial<BuildingModel> = {}): BuildingModel {
  const positions: number[] = [];
  const normals: number[] = [];
  for (const { from, to } of parts) {
    for (const [normal, corners] of faces) {
      for (const [a, b, c] of [
        [0, 1, 2],
        [0, 2, 3],
      ] as const) {
        for (const corner of [a, b, c]) {
          positions.push(...[0, 1, 2].map((k) => (corners[corner]![k] === 1 ? to[k]! : from[k]!)));
          normals.push(...normal);
        }
      }
    }
  }
  const triangleCount = parts.length * 12;
  return {
    triangleCount,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: new Float32Array(),
    materialOf: Uint16Array.from({ length: triangleCount }, (_, i) => Math.floor(i / 12)),
    objectOf: Uint32Array.from({ length: triangleCount }, (_, i) => Math.floor(i / 12)),
    materials: parts.map(({ material }) => ({ colour: [0.5, 0.5, 0.5], opacity: 1, ...material })),
    objects: parts.map(({ name = '', kind = '' }) => ({ name, kind })),
    storeys: [],
    rooms: [],
    textures: [],
    ...rest,
  };
}

/** A room of 6 × 3 × 5 m with a window of glass in its south wall (z = 2.5), on a slab; centred on the origin. */
export const roomModel = (): BuildingModel =>
  boxModel([
    part('IfcSlab', 'Concrete', [-3.2, 0, -2.7], [3.2, 0.2, 2.7]),
    part('IfcSlab', 'Concrete', [-3.2, 3.2, -2.7], [3.2, 3.4, 2.7]),
    part('IfcWall', 'Masonry - Brick + Air Space + Plasterboard', [-3.2, 0.2, -2.7], [3.2, 3.2, -2.5]),
    part('IfcWall', 'Masonry - Brick + Air Space + Plasterboard', [-3.2, 0.2, -2.5], [-3, 3.2, 2.5]),
    part('IfcWall', 'Masonry - Brick + Air Space + Plasterboard', [3, 0.2, -2.5], [3.2, 3.2, 2.5]),
    part('IfcWall', 'Masonry - Brick + Air Space + Plasterboard', [-3.2, 0.2, 2.5], [-1, 3.2, 2.7]),
    part('IfcWall', 'Masonry - Brick + Air Space + Plasterboard', [1, 0.2, 2.5], [3.2, 3.2, 2.7]),
    part('IfcWindow', 'Glass', [-1, 0.2, 2.58], [1, 3.2, 2.6], 0.2),
    part('IfcDoor', 'Door - Panel', [-3.21, 0.2, -1], [-2.99, 2.3, 0], 1, [0.4, 0.2, 0.08]),
  ]);

function part(
  kind: string,
  name: string,
  from: BoxPart['from'],
  to: BoxPart['to'],
  opacity = 1,
  colour: BuildingMaterial['colour'] = [0.2140411, 0.2140411, 0.2140411],
): BoxPart {
  return { kind, from, to, material: { name, opacity, colour } };
}
