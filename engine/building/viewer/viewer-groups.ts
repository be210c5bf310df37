import type { PreparedBuilding } from '../../kernels/building/prepared-building.ts';

export type Triple = readonly [number, number, number];

/** Triangles that a viewer draws in one call. */
export interface ViewerGroup {
  kind: 'matte' | 'gloss' | 'metal' | 'glass' | 'picture';
  /** Index in the model's textures. */
  texture?: number;
  triangles: Uint32Array;
}

/** Pictures that have a call of their own; those that cover least become plain colours. */
const mostPictures = 30;
/** Finishes whose own look is stronger than a picture. */
const withoutPicture: ReadonlySet<string> = new Set(['glass', 'water', 'mirror', 'lamp']);

const plainKinds = ['matte', 'gloss', 'metal', 'glass'] as const;

/** Divides a building's triangles by what they are drawn with: four ways to shine, and each picture. */
export function viewerGroups(building: PreparedBuilding): ViewerGroup[] {
  const { model, mesh } = building;
  const textures = texturesDrawn(building);
  const keyOf = (triangle: number): number => {
    const texture = textureOf(building, triangle);
    if (texture !== undefined && textures.has(texture)) return plainKinds.length + texture;
    return plainKinds.indexOf(kindOf(building, mesh.materials[triangle]!));
  };
  const counts = new Uint32Array(plainKinds.length + model.textures.length);
  for (let i = 0; i < model.triangleCount; i++) counts[keyOf(i)]!++;
  const lists = [...counts].map((count) => new Uint32Array(count));
  counts.fill(0);
  for (let i = 0; i < model.triangleCount; i++) {
    const key = keyOf(i);
    lists[key]![counts[key]!++] = i;
  }
  return lists.flatMap((triangles, key): ViewerGroup[] => {
    if (triangles.length === 0) return [];
    const kind = plainKinds[key];
    return [kind ? { kind, triangles } : { kind: 'picture', texture: key - plainKinds.length, triangles }];
  });
}

function kindOf({ materials, surfaces }: PreparedBuilding, number: number): (typeof plainKinds)[number] {
  const { surface } = materials[number]!;
  if (surface === 'glass' || surface === 'water') return 'glass';
  if (surface === 'metal') return 'metal';
  return surface === 'gloss' && surfaces[number]!.finish !== 'wood' ? 'gloss' : 'matte';
}

function textureOf({ model, mesh, surfaces }: PreparedBuilding, triangle: number): number | undefined {
  if (model.uvs.length === 0) return undefined;
  const { texture } = model.materials[model.materialOf[triangle]!]!;
  return withoutPicture.has(surfaces[mesh.materials[triangle]!]!.finish) ? undefined : texture;
}

/** Textures by the number of triangles that have them, the most first. */
function texturesDrawn(building: PreparedBuilding): Set<number> {
  const counts = new Map<number, number>();
  for (let i = 0; i < building.model.triangleCount; i++) {
    const texture = textureOf(building, i);
    if (texture !== undefined) counts.set(texture, (counts.get(texture) ?? 0) + 1);
  }
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, mostPictures);
  return new Set(most.map(([texture]) => texture));
}
