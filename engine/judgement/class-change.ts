import type { Size } from '../base/blur.ts';
import type { SceneClass } from '../kernels/scene/scene-reading.ts';

/** Shares of classes at each point of a picture, 0–1. */
export interface LookedClasses extends Size {
  shares: ReadonlyMap<SceneClass, Float32Array>;
}

/** Tells the classes of things in a picture; rejects where it cannot. */
export type ClassLook = (picture: Size & { rgb: Uint8Array }) => Promise<LookedClasses>;

export interface ClassChange {
  /** Share of the points of the base whose class is not sure, 0–1. */
  unsure: number;
  /** Share of the points that surely show another kind of thing than the base, 0–1. */
  leaps: number;
}

/** Share from which on a class is sure, and below which nobody knows. */
const sure = 0.6;
const unknown = 0.5;

const built: readonly SceneClass[] = ['wall', 'window', 'roof', 'ceiling'];
const paved: readonly SceneClass[] = ['hard', 'floor'];
/** Classes that no result may show where the base shows another one; things laid over it are none. */
const leapsTo: Readonly<Partial<Record<SceneClass, readonly SceneClass[]>>> = {
  sky: [...built, ...paved, 'water'],
  grass: [...built, ...paved],
  plant: [...built, ...paved],
  water: [...built, ...paved],
  window: ['wall', 'roof', 'ceiling', ...paved],
  wall: ['window', 'sky', 'grass', 'water', ...paved],
  roof: ['window', 'sky', 'grass', 'water', ...paved],
  ceiling: ['window', 'sky', 'grass', 'water', ...paved],
  hard: [...built, 'sky', 'water'],
  floor: [...built, 'sky', 'water', 'grass'],
};

/** Compares what a base and its result show, point by point; both are looked at in one frame. */
export function classChange(before: LookedClasses, after: LookedClasses): ClassChange {
  const [first, second] = [surestOf(before), surestOf(after)];
  let [unsure, leaps] = [0, 0];
  for (let y = 0, i = 0; y < before.height; y++) {
    const row = Math.min(after.height - 1, Math.floor(((y + 0.5) * after.height) / before.height));
    for (let x = 0; x < before.width; x++, i++) {
      const j = row * after.width + Math.min(after.width - 1, Math.floor(((x + 0.5) * after.width) / before.width));
      if (first.shares[i]! < unknown) unsure++;
      const areSure = first.shares[i]! >= sure && second.shares[j]! >= sure;
      if (areSure && leapsTo[first.classes[i]!]?.includes(second.classes[j]!)) leaps++;
    }
  }
  const count = before.width * before.height;
  return { unsure: unsure / count, leaps: leaps / count };
}

/** The surest class of each point, and its share. */
function surestOf({ width, height, shares }: LookedClasses): { classes: SceneClass[]; shares: Float32Array } {
  const best = new Float32Array(width * height);
  const classes = new Array<SceneClass>(width * height).fill('other');
  for (const [name, plane] of shares)
    for (let i = 0; i < best.length; i++) {
      if (plane[i]! <= best[i]!) continue;
      best[i] = plane[i]!;
      classes[i] = name;
    }
  return { classes, shares: best };
}
