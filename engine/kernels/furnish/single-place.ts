/** The place a painted region gives to a single piece: where it stands, hangs or leans, and how large it may be. */
import type { Size } from '../../base/blur.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';
import type { Mesh } from '../trace/mesh.ts';
import { coverageOf } from './coverage.ts';
import { type Face, meetBox, type Room } from './room-box.ts';
import { project, rayOf, resized } from './room-view.ts';

export interface PixelBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Box round the chosen pixels; right and bottom are the last ones plus one. */
export function boxOfMask(mask: Mask, { width, height }: Size): PixelBox {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x]! < chosenLevel) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return box;
}

export interface StandingPlace {
  x: number;
  y: number;
  z: number;
  /** Turn that faces the room. */
  turn: number;
  /** Face behind the middle of the region, and face under its lower edge. */
  behind: Face;
  under: Face;
  /** Size of the region at that distance, metres. */
  width: number;
  height: number;
}

/** Place of a piece in the region: on the floor under its lower edge, else at the surface behind it. */
export function placeOf({ view, box }: Room, region: PixelBox): StandingPlace {
  const middle = (region.left + region.right) / 2;
  const foot = rayOf(view, middle, region.bottom - 1);
  const core = rayOf(view, middle, (region.top + region.bottom) / 2);
  const behind = meetBox(box, view.eyeHeight, core);
  const under = meetBox(box, view.eyeHeight, foot);
  const far = under.face === 'floor' || foot[1] > -0.02 ? under.far : Math.min(14, -view.eyeHeight / foot[1]);
  const isStanding = foot[1] < -0.02;
  const distance = isStanding ? far : under.far;
  const x = foot[0] * distance;
  const z = Math.max(0.6, foot[2] * distance);
  const depth = project(view, [x, isStanding ? 0 : view.eyeHeight, z]).depth;
  const nearLeft = x - box.left < 1 && Math.abs(box.left) < 8.9;
  const nearRight = box.right - x < 1 && Math.abs(box.right) < 8.9;
  const isFar = box.back - z < 1.4;
  const turn = isFar || (!nearLeft && !nearRight) ? 0 : nearLeft ? -Math.PI / 2 : Math.PI / 2;
  return {
    x,
    y: isStanding ? 0 : view.eyeHeight + foot[1] * distance,
    z,
    turn,
    behind: behind.face,
    under: under.face,
    width: ((region.right - region.left) * depth) / view.focal,
    height: ((region.bottom - region.top) * depth) / view.focal,
  };
}

/** The box a mesh fills in the picture, pixels. */
export function boxOfMesh(mesh: Mesh, { view }: Room): PixelBox {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const p = project(view, [mesh.positions[i]!, mesh.positions[i + 1]!, mesh.positions[i + 2]!]);
    if (p.depth < 0.1) continue;
    box.left = Math.min(box.left, p.x);
    box.right = Math.max(box.right, p.x);
    box.top = Math.min(box.top, p.y);
    box.bottom = Math.max(box.bottom, p.y);
  }
  return box;
}

const checkSide = 320;

/** Share of a mesh's picture that lies inside the chosen region, 0–1. */
export function shareInside(mesh: Mesh, { view }: Room, mask: Mask): number {
  const scale = Math.min(1, checkSide / Math.max(view.size.width, view.size.height));
  const small = resized(view, {
    width: Math.round(view.size.width * scale),
    height: Math.round(view.size.height * scale),
  });
  const covered = coverageOf(mesh, small);
  let all = 0;
  let inside = 0;
  for (let i = 0; i < covered.length; i++) {
    if (!covered[i]) continue;
    all++;
    const x = Math.min(view.size.width - 1, Math.round(((i % small.size.width) + 0.5) / scale));
    const y = Math.min(view.size.height - 1, Math.round((Math.floor(i / small.size.width) + 0.5) / scale));
    if (mask[y * view.size.width + x]! >= chosenLevel) inside++;
  }
  return all === 0 ? 0 : inside / all;
}
