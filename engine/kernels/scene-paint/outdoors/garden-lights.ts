import type { LinearLight } from '../../../base/linear-light.ts';
import { makeRandom } from '../../../base/random.ts';
import type { Scene } from '../../light/atmosphere.ts';

/** Which lamps are on in a garden. */
export type GardenLights = 'path' | 'accent' | 'all';

/**
 * Lamps in a garden: low bollards along the ground that light a pool round them, spots at the foot of plants that shine
 * upwards. By day only the bollards are to be seen. In place.
 *
 * @param strength 0 = the sun outshines them, 1 = night
 * @returns how many lamps there are
 */
export function addGardenLights(
  light: LinearLight,
  scene: Scene,
  lights: GardenLights,
  strength: number,
  seed: number,
): number {
  const random = makeRandom(seed + 77);
  const { width, height, masks, plants, line } = scene;
  // The albedo is the colour before it was darkened for the night.
  const gain = 1 / Math.max(0.1, 1 - strength);
  const albedo = light.map((value) => Math.min(0.6, value * gain));
  let count = 0;
  const wanted = { path: 9, accent: 7, all: 9 }[lights];
  if (lights !== 'accent') {
    scatter(wanted, (i) => masks.ground[i]! > 170 && plants[i]! < 0.4, bollard);
    // Without a path they stand on the lawn.
    if (count === 0) scatter(wanted, (i) => masks.ground[i]! > 170, bollard);
  }
  if (lights !== 'path') scatter(wanted, (i) => plants[i]! > 0.6, uplight);
  return count;

  function scatter(
    most: number,
    isPlace: (i: number) => boolean,
    draw: (x: number, y: number, tall: number) => void,
  ): void {
    for (let attempt = 0, placed = 0; attempt < 400 && placed < most; attempt++) {
      const x = Math.floor(random() * width);
      const y = Math.floor(line.horizon + (0.06 + 0.8 * random()) * (height - line.horizon));
      if (y >= height - 2 || !isPlace(y * width + x)) continue;
      const tall = Math.max(3, (y - line.horizon) * 0.42);
      draw(x, y, tall);
      placed++;
      count++;
    }
  }

  function bollard(x: number, y: number, tall: number): void {
    const half = Math.max(0.8, tall * 0.045);
    for (let py = Math.max(0, Math.floor(y - tall)); py < y; py++) {
      const isHead = py < y - tall * 0.78;
      for (let px = Math.max(0, Math.floor(x - half)); px <= Math.min(width - 1, x + half); px++) {
        const at = (py * width + px) * 3;
        const glow = isHead ? 0.25 + 0.9 * strength : 0.03;
        light[at] = glow;
        light[at + 1] = glow * 0.78;
        light[at + 2] = glow * (isHead ? 0.48 : 0.95);
      }
    }
    shine(x, y, tall * 2.6, tall * 0.8, 0.7 * strength);
    shine(x, y - tall * 0.9, tall * 0.5, tall * 0.5, 0.3 * strength, 0.2);
  }

  function uplight(x: number, y: number, tall: number): void {
    shine(x, y - tall * 0.9, tall * 1.3, tall * 1.8, 0.9 * strength);
    shine(x, y, tall * 0.18, tall * 0.12, 0.4, 0.6);
  }

  /** Warm light on an ellipse: times what it falls on, and a little in the air. */
  function shine(x: number, y: number, across: number, down: number, amount: number, air = 0.012): void {
    for (let py = Math.max(0, Math.floor(y - down)); py < Math.min(height, y + down); py++) {
      for (let px = Math.max(0, Math.floor(x - across)); px < Math.min(width, x + across); px++) {
        const far = ((px - x) / across) ** 2 + ((py - y) / down) ** 2;
        if (far >= 1) continue;
        const fall = (1 - far) ** 2 * amount;
        const at = (py * width + px) * 3;
        light[at] = light[at]! + fall * (albedo[at]! * 1.6 + air);
        light[at + 1] = light[at + 1]! + fall * (albedo[at + 1]! * 1.15 + air * 0.7);
        light[at + 2] = light[at + 2]! + fall * (albedo[at + 2]! * 0.6 + air * 0.36);
      }
    }
  }
}
