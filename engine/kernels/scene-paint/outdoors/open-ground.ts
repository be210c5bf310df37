import { boxBlur } from '../../../base/blur.ts';
import { distanceInside } from '../../../base/components.ts';
import { bytesOf } from '../../../base/map-plane.ts';
import { smoothstep } from '../../../base/scalar.ts';
import type { Scene } from '../../light/atmosphere.ts';
import { unitOf } from '../reading/busyness.ts';

/** Ground something can be laid on: found ground, and lawn below the horizon; not crowns. 0–1. */
export function openGround(scene: Scene): Float32Array {
  const { width, masks, plants, lab, line } = scene;
  const unit = unitOf(scene);
  const fine = boxBlur(lab.lightness, scene, Math.max(1, Math.round(2 * unit)));
  const rough = boxBlur(
    fine.map((value, i) => Math.abs(lab.lightness[i]! - value)),
    scene,
    Math.max(3, Math.round(10 * unit)),
  );
  const isOpen = plants.map((green, i) => {
    if (Math.floor(i / width) < line.horizon + 6 * unit) return 0;
    const lawn = green * smoothstep(0.06, 0.035, rough[i]!);
    return Math.max(masks.ground[i]! / 255, lawn) * (1 - masks.sky[i]! / 255);
  });
  return boxBlur(isOpen, scene, Math.max(1, Math.round(2 * unit))).map((value) => smoothstep(0.35, 0.75, value));
}

/** The place with most open ground round it, or nothing when there is hardly any. */
export function widestOpenPlace(free: Float32Array, scene: Scene): { x: number; y: number; reach: number } | undefined {
  const { width } = scene;
  const depth = distanceInside(
    bytesOf(free, (share) => (share > 0.5 ? 1 : 0)),
    scene,
  );
  let best = 0;
  let most = -1;
  for (let i = 1; i < depth.length; i++) {
    const x = i % width;
    const inside = Math.min(depth[i]!, x, width - x, scene.height * 1.08 - i / width);
    // Lawn before paving, the middle of the picture before its rim.
    const worth = inside * (0.6 + 0.6 * scene.plants[i]!) * (1.2 - 0.8 * Math.abs(x / width - 0.5));
    if (worth <= most) continue;
    most = worth;
    best = i;
  }
  const x = best % width;
  const reach = Math.min(depth[best]!, x, width - x);
  if (reach < 12 * unitOf(scene)) return undefined;
  return { x, y: Math.floor(best / width), reach };
}
