/** A building model as triangles with the names of its parts, as its reader leaves it and everything else takes it. */
import type { BuildingPlacement } from '#shared/domain/building-view';

export interface BuildingMaterial {
  /** Name in the file; empty when it has none. */
  name: string;
  /** Linear, 0–1. */
  colour: readonly [number, number, number];
  /** 0 clear … 1 solid. */
  opacity: number;
  /** 0–1; absent where the file says nothing. */
  roughness?: number;
  /** 0–1; absent where the file says nothing. */
  metalness?: number;
  /** Index in {@link BuildingModel.textures}. */
  texture?: number;
  /** Picture of normals in the coordinates of the colour: index in {@link BuildingModel.textures}, and how strongly it counts. */
  relief?: { texture: number; strength: number };
}

export interface BuildingObject {
  name: string;
  /** Kind of part: class of IFC, e.g. `IfcWall`; empty where the format has none. */
  kind: string;
  /** Index in {@link BuildingModel.storeys}. */
  storey?: number;
}

export interface BuildingStorey {
  name: string;
  /** Metres above y = 0. */
  elevation: number;
}

export interface BuildingRoom {
  name: string;
  /** Index in {@link BuildingModel.storeys}. */
  storey?: number;
  /** Square metres; absent where the file does not tell. */
  area?: number;
  /** Least x, y, z and greatest x, y, z of its space; absent where the file does not tell. */
  box?: readonly [number, number, number, number, number, number];
}

/** Picture of a material, encoded. */
export interface BuildingTexture {
  format: 'png' | 'jpg' | 'webp';
  bytes: Uint8Array;
}

/**
 * Triangles of a model. Metres, right-handed, y up; y = 0 at the lowest point of the building, below which only a site
 * reaches, x and z of its middle 0. Corners go counter-clockwise seen from outside, where the file keeps to that.
 */
export interface BuildingModel {
  triangleCount: number;
  /** Nine numbers a triangle. */
  positions: Float32Array;
  /** Nine numbers a triangle, of unit length. */
  normals: Float32Array;
  /** Six numbers a triangle; of length 0 when no material has a texture. v counts downwards from the picture's top. */
  uvs: Float32Array;
  /** Index in `materials`, a triangle. */
  materialOf: Uint16Array;
  /** Index in `objects`, a triangle. */
  objectOf: Uint32Array;
  materials: readonly BuildingMaterial[];
  objects: readonly BuildingObject[];
  storeys: readonly BuildingStorey[];
  rooms: readonly BuildingRoom[];
  textures: readonly BuildingTexture[];
}

/** Parts of a file that are not drawn. */
export interface LeftOut {
  /** Kind of part, as in {@link BuildingObject.kind}, or a Chinese word. */
  kind: string;
  count: number;
  /** A Chinese sentence. */
  reason: string;
}

/** Facts about a model file that was read. */
export interface BuildingFacts {
  triangles: number;
  /** Parts with a geometry in the file. */
  partsFound: number;
  /** Those of them that are drawn. */
  partsDrawn: number;
  leftOut: readonly LeftOut[];
  /** Width (x), height (y) and depth (z) without the site, metres. */
  size: readonly [number, number, number];
  placement: BuildingPlacement;
  /** True for what the file itself says; the rest is guessed. */
  isKnown: Readonly<Record<keyof BuildingPlacement, boolean>>;
  /** Degrees; absent where the file does not tell. */
  position?: { latitude: number; longitude: number };
  storeys: readonly BuildingStorey[];
  rooms: readonly BuildingRoom[];
  /** By area, largest first; 200 at most. */
  materials: ReadonlyArray<Pick<BuildingMaterial, 'name' | 'colour' | 'opacity'> & { area: number }>;
  /** Chinese sentences about what was missing or changed, e.g. a texture that is not in the archive. */
  notes: readonly string[];
}
