/** Exact layers of a view of a model, one ray a pixel: depth, normals, parts, classes, lines. */

import type { BuildingView } from '#shared/domain/building-view';
import type { Size } from '../../base/blur.ts';
import { cameraRay } from '../trace/film.ts';
import { cameraOf } from './building-scene.ts';
import type { Finish } from './finish-rules.ts';
import type { PreparedBuilding } from './prepared-building.ts';

export const layerClasses = ['sky', 'ground', 'wall', 'glass', 'roof', 'door', 'furniture', 'plant', 'other'] as const;
export type LayerClass = (typeof layerClasses)[number];

export interface BuildingLayers extends Size {
  /** Metres from the camera; Infinity for the sky. */
  depth: Float32Array;
  /** Three numbers a pixel, turned to the camera, in the tracer's frame (x right, y up, z away); 0 for the sky. */
  normal: Float32Array;
  /** Index in the model's objects; -1 sky, -2 ground that the model does not bring. */
  object: Int32Array;
  /** Index in {@link layerClasses}. */
  kind: Uint8Array;
}

/** Looks through every pixel's middle; glass counts as a surface. */
export function castLayers(building: PreparedBuilding, view: Pick<BuildingView, 'camera'>, size: Size): BuildingLayers {
  const { width, height } = size;
  const camera = cameraOf(view);
  const ray = cameraRay(camera, width / height);
  const world = building.world();
  const classOf = classesOf(building);
  const layers: BuildingLayers = {
    width,
    height,
    depth: new Float32Array(width * height).fill(Infinity),
    normal: new Float32Array(width * height * 3),
    object: new Int32Array(width * height).fill(-1),
    kind: new Uint8Array(width * height),
  };
  const [x, y, z] = camera.at;
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const [dx, dy, dz] = ray((column + 0.5) / width, (row + 0.5) / height);
      if (!world.intersect(x, y, z, dx, dy, dz)) continue;
      const { triangle, placement, t } = world.hit;
      layers.depth[i] = t;
      const k = triangle * 9;
      const [nx, ny, nz] = [world.normals[k]!, world.normals[k + 1]!, world.normals[k + 2]!];
      const sign = nx * dx + ny * dy + nz * dz > 0 ? -1 : 1;
      layers.normal.set([nx * sign, ny * sign, nz * sign], i * 3);
      const source = world.source[triangle]!;
      layers.object[i] = placement >= 0 ? -2 : building.model.objectOf[source]!;
      layers.kind[i] = placement >= 0 ? 1 : classOf(source);
    }
  }
  return layers;
}

const classOfFinish: Readonly<Partial<Record<Finish, LayerClass>>> = {
  glass: 'glass',
  lawn: 'ground',
  asphalt: 'ground',
  paving: 'ground',
  gravel: 'ground',
  earth: 'ground',
  water: 'ground',
  leaves: 'plant',
  bark: 'plant',
  roofTile: 'roof',
  slate: 'roof',
  roofMetal: 'roof',
  roofFlat: 'roof',
};

function classesOf({ model, mesh, surfaces }: PreparedBuilding): (triangle: number) => number {
  const ofObject = model.objects.map(({ kind }) => classOfKind(kind));
  const ofSurface = surfaces.map(({ finish }) => classOfFinish[finish]);
  return (triangle) => {
    const name = ofSurface[mesh.materials[triangle]!] ?? ofObject[model.objectOf[triangle]!]!;
    return layerClasses.indexOf(name);
  };
}

function classOfKind(kind: string): LayerClass {
  if (/Wall|Column|Beam|Plate|Member|Slab|Covering/.test(kind)) return 'wall';
  if (/Roof/.test(kind)) return 'roof';
  if (/Door/.test(kind)) return 'door';
  if (/Site|Geographic/.test(kind)) return 'ground';
  return /Furni|Terminal/.test(kind) ? 'furniture' : 'other';
}

/** Ink of outlines, of steps in depth and of folds, 0–1. */
const outline = 1;
const step = 0.75;
const fold = 0.45;

/** Strength of a line at every pixel, 0–1, from borders of parts, steps of depth and folds of a surface. */
export function lineDrawing({ width, height, depth, normal, object }: BuildingLayers): Float32Array {
  const ink = new Float32Array(width * height);
  const inkBetween = (i: number, j: number): number => {
    const [one, other] = [object[i]!, object[j]!];
    const gap = Math.abs(depth[i]! - depth[j]!);
    const near = Math.min(depth[i]!, depth[j]!);
    if (one !== other && (one < 0 || other < 0)) return one < 0 && other < 0 ? 0 : outline;
    if (one === other && one < 0) return 0;
    const alike =
      normal[i * 3]! * normal[j * 3]! +
      normal[i * 3 + 1]! * normal[j * 3 + 1]! +
      normal[i * 3 + 2]! * normal[j * 3 + 2]!;
    // A plane seen at a flat angle steps in depth from pixel to pixel.
    const isStep = gap > 0.04 * near && (one !== other || alike < 0.98);
    if (isStep) return step;
    if (alike < 0.9) return fold;
    return 0;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const right = x + 1 < width ? inkBetween(i, i + 1) : 0;
      const below = y + 1 < height ? inkBetween(i, i + width) : 0;
      ink[i] = Math.max(right, below);
    }
  }
  return ink;
}
