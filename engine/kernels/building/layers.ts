/** Exact layers of a view of a model, one ray a pixel: depth, normals, parts, classes, lines. */

import type { BuildingView } from '#shared/domain/building-view';
import type { Size } from '../../base/blur.ts';
import type { Vec3 } from '../../base/vector.ts';
import { sceneClasses } from '../scene/scene-reading.ts';
import { cameraRay } from '../trace/film.ts';
import { isInside } from './building-room.ts';
import { cameraOf } from './building-scene.ts';
import type { Finish } from './finish-rules.ts';
import type { PreparedBuilding } from './prepared-building.ts';

/** The classes of readings of pictures, and doors, which those count among the walls. */
export const layerClasses = [...sceneClasses, 'door'] as const;
export type LayerClass = (typeof layerClasses)[number];

const grounds: ReadonlySet<LayerClass> = new Set<LayerClass>(['hard', 'grass', 'water', 'floor']);
/** True for what one stands on or looks down at. */
export const isGround = (kind: number): boolean => grounds.has(layerClasses[kind]!);

export interface BuildingLayers extends Size {
  /** Metres from the camera; Infinity for the sky. */
  depth: Float32Array;
  /** Three numbers a pixel, turned to the camera, in the tracer's frame (x right, y up, z away); 0 for the sky. */
  normal: Float32Array;
  /** Three numbers a pixel: what is seen, from the camera, metres in the tracer's frame; 0 for the sky. */
  point: Float32Array;
  /** Index in the model's objects; -1 sky, -2 ground that the model does not bring. */
  object: Int32Array;
  /** Index in {@link layerClasses}. */
  kind: Uint8Array;
  /** The same for surfaces that look alike: of one finish and colour. */
  look: Uint16Array;
  /** True for a camera in a room. */
  isInside: boolean;
}

/** Part of a view's picture, as shares of its sides from the top left. */
export interface FilmPart {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface LayersWanted extends Size {
  /** The whole picture when absent. */
  part?: FilmPart;
  /** Width by height of the whole picture; that of the layers when absent. */
  aspect?: number;
}

/** Looks through every pixel's middle; glass counts as a surface. */
export function castLayers(
  building: PreparedBuilding,
  view: Pick<BuildingView, 'camera'>,
  wanted: LayersWanted,
): BuildingLayers {
  const { width, height } = wanted;
  const look = lookInto(building, view, wanted);
  const layers: BuildingLayers = {
    width,
    height,
    depth: new Float32Array(width * height).fill(Infinity),
    normal: new Float32Array(width * height * 3),
    point: new Float32Array(width * height * 3),
    object: new Int32Array(width * height).fill(-1),
    kind: new Uint8Array(width * height),
    look: new Uint16Array(width * height),
    isInside: look.isInside,
  };
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const seen = look.at(column + 0.5, row + 0.5);
      if (!seen) continue;
      layers.depth[i] = seen.t;
      layers.normal.set(seen.normal, i * 3);
      layers.point.set(seen.point, i * 3);
      layers.object[i] = seen.object;
      layers.kind[i] = seen.kind;
      layers.look[i] = seen.look;
    }
  }
  return layers;
}

/** Rays across a pixel, and down, where its class differs from a neighbour's. */
const edgeRays = 4;

/** Shares of sky, ground and glass in each pixel, 0–255: whole but for the edges, which are looked at more closely. */
export interface LayerShares {
  sky: Uint8Array;
  ground: Uint8Array;
  glass: Uint8Array;
}

const glassClass = layerClasses.indexOf('window');

export function sharesOfLayers(
  building: PreparedBuilding,
  view: Pick<BuildingView, 'camera'>,
  layers: BuildingLayers & LayersWanted,
): LayerShares {
  const { width, height, kind, object } = layers;
  const groupOf = (object: number, kind: number) =>
    object === -1 ? 0 : isGround(kind) ? 1 : kind === glassClass ? 2 : 3;
  const groups = Uint8Array.from(kind, (each, i) => groupOf(object[i]!, each));
  const planes = [0, 1, 2].map((group) => Uint8Array.from(groups, (each) => (each === group ? 255 : 0)));
  const look = lookInto(building, view, layers);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const own = groups[i]!;
      const isEdge =
        (x > 0 && groups[i - 1] !== own) ||
        (x + 1 < width && groups[i + 1] !== own) ||
        (y > 0 && groups[i - width] !== own) ||
        (y + 1 < height && groups[i + width] !== own);
      if (!isEdge) continue;
      const counts = [0, 0, 0, 0];
      for (let ray = 0; ray < edgeRays ** 2; ray++) {
        const across = ((ray % edgeRays) + 0.5) / edgeRays;
        const down = (Math.floor(ray / edgeRays) + 0.5) / edgeRays;
        const seen = look.at(x + across, y + down);
        counts[seen ? groupOf(seen.object, seen.kind) : 0]!++;
      }
      planes.forEach((plane, group) => {
        plane[i] = Math.round((255 * counts[group]!) / edgeRays ** 2);
      });
    }
  }
  const [sky, ground, glass] = planes;
  return { sky: sky!, ground: ground!, glass: glass! };
}

interface Seen {
  /** Metres. */
  t: number;
  normal: Vec3;
  point: Vec3;
  object: number;
  kind: number;
  look: number;
}

/** @returns what is seen through a point of the picture, in pixels; undefined for the sky */
function lookInto(building: PreparedBuilding, view: Pick<BuildingView, 'camera'>, wanted: LayersWanted) {
  const { width, height, part = { left: 0, top: 0, width: 1, height: 1 }, aspect = width / height } = wanted;
  const camera = cameraOf(view);
  const ray = cameraRay(camera, aspect);
  const world = building.world();
  const inside = isInside(world, camera.at);
  const classOf = classesOf(building, inside);
  const looks = looksOf(building.surfaces);
  const [x, y, z] = camera.at;
  const at = (column: number, row: number): Seen | undefined => {
    const [dx, dy, dz] = ray(part.left + (column / width) * part.width, part.top + (row / height) * part.height);
    if (!world.intersect(x, y, z, dx, dy, dz)) return undefined;
    const { triangle, placement, t } = world.hit;
    const k = triangle * 9;
    const [nx, ny, nz] = [world.normals[k]!, world.normals[k + 1]!, world.normals[k + 2]!];
    const sign = nx * dx + ny * dy + nz * dz > 0 ? -1 : 1;
    const normal: Vec3 = [nx * sign, ny * sign, nz * sign];
    const point: Vec3 = [dx * t, dy * t, dz * t];
    if (placement >= 0) return { t, normal, point, object: -2, kind: foreignGround, look: 0 };
    const source = world.source[triangle]!;
    const object = building.model.objectOf[source]!;
    const kind = classOf(source, normal[1], y + dy * t);
    return { t, normal, point, object, kind, look: looks[building.mesh.materials[source]!]! };
  };
  return { at, isInside: inside };
}

/** A number for each surface, the same for those of one finish and nearly one colour; 0 is none of them. */
function looksOf(surfaces: PreparedBuilding['surfaces']): number[] {
  const numbers = new Map<string, number>();
  return surfaces.map(({ finish, colour }) => {
    const key = [finish, ...colour.map((level) => Math.round(level * 12))].join();
    const look = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, look);
    return look;
  });
}

const foreignGround = layerClasses.indexOf('hard');

const classOfFinish: Readonly<Partial<Record<Finish, LayerClass>>> = {
  glass: 'window',
  lawn: 'grass',
  asphalt: 'hard',
  paving: 'hard',
  gravel: 'hard',
  earth: 'hard',
  water: 'water',
  leaves: 'plant',
  bark: 'plant',
  roofTile: 'roof',
  slate: 'roof',
  roofMetal: 'roof',
  roofFlat: 'roof',
  ceiling: 'ceiling',
  carpet: 'floor',
  woodFloor: 'floor',
  fabric: 'furniture',
  leather: 'furniture',
  ceramic: 'furniture',
  lamp: 'furniture',
};

/** A face whose normal has so much of the upright lies level. */
const level = 0.85;
/** Level faces so far above the ground are roofs and balconies, metres. */
const overhead = 2;

/**
 * Class of a triangle by the finish of its surface, else by its kind of part; what is neither is a wall, or ground, roof,
 * floor or ceiling where it lies level.
 */
function classesOf({ model, mesh, surfaces, ground }: PreparedBuilding, isInside: boolean) {
  const ofObject = model.objects.map(({ kind }) => classOfKind(kind));
  const ofSurface = surfaces.map(({ finish }) => classOfFinish[finish]);
  const levelClass = (up: number, height: number): LayerClass => {
    if (up < 0) return isInside ? 'ceiling' : 'wall';
    if (isInside) return 'floor';
    return height > ground.level + overhead ? 'roof' : 'hard';
  };
  return (triangle: number, up: number, height: number): number => {
    const part = ofObject[model.objectOf[triangle]!]!;
    const surface = ofSurface[mesh.materials[triangle]!];
    // Glass of railings and furniture is no window.
    const isOwn = surface !== undefined && part !== 'furniture' && part !== 'other';
    const told = isOwn ? surface : part;
    return layerClasses.indexOf(told === 'wall' && Math.abs(up) > level ? levelClass(up, height) : told);
  };
}

function classOfKind(kind: string): LayerClass {
  if (/Roof/.test(kind)) return 'roof';
  if (/Door/.test(kind)) return 'door';
  if (/Site|Geographic/.test(kind)) return 'hard';
  if (/Furni|Terminal/.test(kind)) return 'furniture';
  return /Railing|Proxy|Distribution|Flow/.test(kind) ? 'other' : 'wall';
}

/** Ink of outlines, of steps in depth, of borders between materials and of folds, 0–1. */
const outline = 1;
const step = 0.75;
const border = 0.65;
const fold = 0.45;

/** Surfaces so far from each other's planes are two, metres, and as a share of their distance. */
const leastStep = 0.012;
const stepShare = 0.0008;

/**
 * Strength of a line at every pixel, 0–1, from outlines of parts, steps of depth, borders between materials, and folds of a
 * surface.
 */
export function lineDrawing(layers: BuildingLayers): Float32Array {
  const { width, height, depth, normal, point, object, kind, look } = layers;
  const ink = new Float32Array(width * height);
  const along = (a: number, b: number, c: number, i: number): number =>
    normal[i * 3]! * a + normal[i * 3 + 1]! * b + normal[i * 3 + 2]! * c;
  const inkBetween = (i: number, j: number): number => {
    if (object[i]! < 0 && object[j]! < 0) return 0;
    if (object[i]! < 0 || object[j]! < 0) return outline;
    const across = point[j * 3]! - point[i * 3]!;
    const up = point[j * 3 + 1]! - point[i * 3 + 1]!;
    const away = point[j * 3 + 2]! - point[i * 3 + 2]!;
    const near = Math.min(depth[i]!, depth[j]!);
    const off = Math.min(Math.abs(along(across, up, away, i)), Math.abs(along(across, up, away, j)));
    if (off > leastStep + stepShare * near) return step;
    if (kind[i] !== kind[j] || look[i] !== look[j]) return border;
    const alike = along(normal[j * 3]!, normal[j * 3 + 1]!, normal[j * 3 + 2]!, i);
    return alike < 0.9 ? fold : 0;
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
