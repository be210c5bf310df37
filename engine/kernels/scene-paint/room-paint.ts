import { boxBlur, type Size } from '../../base/blur.ts';
import { luminanceOf } from '../../base/colour.ts';
import { guidedFilter } from '../../base/guided-filter.ts';
import { type LinearLight, linearColour } from '../../base/linear-light.ts';
import { resamplePlane } from '../../base/resample.ts';
import { smoothstep } from '../../base/scalar.ts';
import { findRoom, meetBox } from '../furnish/room-box.ts';
import { rayOf } from '../furnish/room-view.ts';
import type { Scene } from '../light/atmosphere.ts';
import { findPlane } from '../material/texture-plane.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { bytesOf, layPattern, patternOf } from './look/laid-texture.ts';
import type { ScenePreset } from './look/presets.ts';
import { busyness } from './reading/busyness.ts';
import { findFrame, type SceneFrame } from './reading/scene-planes.ts';

/** Masks of floor, walls and ceiling of a room, 0–1 per pixel, and its emptiness. */
export interface RoomReading {
  floor: Float32Array;
  ceiling: Float32Array;
  /** Floor that nothing stands on. */
  standing: Float32Array;
  /** True when nothing but the bare room is to be seen: hardly any colour, hardly any edge. */
  isBare: boolean;
  frame: SceneFrame;
  /** Upper end of the floor per column, pixels. */
  contact: Float32Array;
  /** Row of the viewer's eyes, pixels. */
  horizon: number;
}

/** Long side at which the room's box is looked for, pixels. */
const boxSide = 512;

/** Finds the room as a box seen from inside; edges of its faces follow the picture's. */
export function readRoom(rgb: Uint8Array, lab: LabPlanes, size: Size): RoomReading {
  const frame = findFrame(rgb, size);
  const scale = Math.min(1, boxSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const { view, box } = findRoom(rgb, size, 1.5);
  const floor = new Float32Array(small.width * small.height);
  const ceiling = new Float32Array(small.width * small.height);
  const contact = new Float32Array(size.width).fill(size.height * 0.97);
  for (let y = 0, i = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++, i++) {
      const { face } = meetBox(box, view.eyeHeight, rayOf(view, (x + 0.5) / scale, (y + 0.5) / scale));
      if (face === 'floor') floor[i] = 1;
      if (face === 'ceiling') ceiling[i] = 1;
    }
  }
  for (let x = 0; x < size.width; x++) {
    const column = Math.min(small.width - 1, Math.floor(x * scale));
    let y = small.height - 1;
    while (y > 0 && floor[y * small.width + column]! > 0.5) y--;
    contact[x] = Math.min(size.height * 0.97, (y + 1) / scale);
  }
  const grow = (plane: Float32Array) => {
    const large = resamplePlane(plane, small, size, 'catmullRom');
    guidedFilter(
      lab.lightness,
      large,
      size,
      Math.max(2, Math.round(Math.max(size.width, size.height) / 170)),
      3e-4,
      large,
    );
    for (let i = 0; i < large.length; i++) large[i] = smoothstep(0.2, 0.8, large[i]!);
    return large;
  };
  const busy = busyness(lab.lightness, size);
  const { up, focal } = view;
  const level = size.height / 2 - (up[2] * focal) / (up[1] || -1);
  let rough = 0;
  let chroma = 0;
  for (let i = 0; i < busy.length; i++) {
    if (busy[i]! > 0.006) rough++;
    chroma += Math.hypot(lab.a[i]!, lab.b[i]!);
  }
  const isBare = rough < busy.length * 0.22 && chroma < busy.length * 0.085;
  const wide = grow(floor);
  const around = boxBlur(busy, size, Math.max(2, Math.round(Math.max(size.width, size.height) / 60)));
  // Furniture is busier than any floor without a pattern.
  const standing = wide.map((share, i) => share * smoothstep(0.02, 0.01, around[i]!));
  return {
    floor: wide,
    ceiling: grow(ceiling),
    standing,
    isBare,
    frame,
    contact,
    horizon: Math.max(size.height * 0.2, Math.min(size.height * 0.6, level)),
  };
}

/**
 * Gives a bare room or a model of one the materials of a style: floor in perspective, walls in the style's colour, a
 * light ceiling; the picture's own light lies on all of them. In place.
 *
 * @param free 0 = nothing changes, 1 = plain surfaces become the style's altogether
 */
export function paintRoom(
  light: LinearLight,
  scene: Scene,
  room: RoomReading,
  { preset, free }: { preset: ScenePreset; free: number },
): void {
  const { width, height, lab } = scene;
  const { frame } = room;
  const step = frame.size.width / width;
  const small = step < 1 ? resamplePlane(room.floor, scene, frame.size, 'catmullRom') : room.floor;
  const mask = bytesOf(small, frame.size);
  const plane = mask.some((level) => level > 0) ? findPlane(frame.segments, frame.frame, mask, frame.size) : undefined;
  const layer = plane && layPattern(patternOf(preset.floorFinish), plane, step, 1);
  const [floor, wall] = [preset.palette.floor, preset.palette.wall].map(linearColour) as [
    readonly [number, number, number],
    readonly [number, number, number],
  ];
  const level = whiteOf(light);
  const smooth = boxBlur(lab.lightness, scene, Math.max(1, Math.round(width / 500)));
  const factors = new Float64Array(3).fill(1);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const chroma = Math.hypot(lab.a[i]!, lab.b[i]!);
      const isPlain = smoothstep(0.22, 0.1, chroma) * smoothstep(0.1, 0.22, smooth[i]!);
      const share = free * isPlain * (1 - scene.plants[i]!);
      if (share <= 0.01) continue;
      const at = i * 3;
      const bright = luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!) / level;
      const floorShare = room.floor[i]!;
      if (floorShare > 0 && layer) layer(x, y, factors);
      const open = room.ceiling[i]!;
      for (let channel = 0; channel < 3; channel++) {
        const onWall = wall[channel]! * (1 - open) + (0.6 + 0.4 * wall[channel]!) * open;
        const onFloor = floor[channel]! * 1.35 * factors[channel]!;
        const colour = onWall * (1 - floorShare) + onFloor * floorShare;
        light[at + channel] = light[at + channel]! * (1 - share) + colour * bright * 0.82 * share;
      }
    }
  }
}

/** Luminance of a white wall in the room's light. */
function whiteOf(light: LinearLight): number {
  const levels: number[] = [];
  const step = Math.max(1, Math.floor(light.length / 3 / 40_000)) * 3;
  for (let at = 0; at < light.length; at += step) levels.push(luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!));
  levels.sort((one, other) => one - other);
  return Math.max(0.08, levels[Math.floor(levels.length * 0.82)]!);
}
