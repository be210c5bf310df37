import type { Size } from '../../../base/blur.ts';
import { luminanceOf } from '../../../base/colour.ts';
import { distanceInside } from '../../../base/components.ts';
import { type LinearLight, linearColour } from '../../../base/linear-light.ts';
import type { Mask } from '../../../base/mask.ts';
import { makeRandom } from '../../../base/random.ts';
import { clamp, smoothstep } from '../../../base/scalar.ts';
import type { OutdoorKind } from '../../fill/outdoor-words.ts';
import type { PixelBox } from '../../furnish/single-place.ts';
import { fractalNoise } from '../../light/sky-noise.ts';
import { layPlant, plantSprite } from '../../trace/plant-sprites.ts';
import { unitOf } from '../reading/busyness.ts';
import { mirrorInWater } from './mirror.ts';

/** Width of a plant's crown against its height as it is set. */
const spread: Readonly<Record<Exclude<OutdoorKind, 'water'>, number>> = {
  tree: 0.9,
  slimTree: 0.69,
  shrub: 1.65,
  tuft: 1.55,
};

/**
 * Sets plants into a region: one tree as tall as the region, or a row of low plants along its foot, standing on its lower
 * edge with a soft shadow, in the picture's brightness. In place.
 *
 * @returns how many were set
 */
export function setPlants(
  light: LinearLight,
  size: Size,
  kind: Exclude<OutdoorKind, 'water'>,
  box: PixelBox,
  seed: number,
): number {
  const random = makeRandom(seed + 71);
  const wide = box.right - box.left;
  const high = box.bottom - box.top;
  const brightness = dayOf(light);
  const isTree = kind === 'tree' || kind === 'slimTree';
  // A crown that is wider than the region would be cut off at its sides.
  const wanted = isTree ? Math.min(high, (wide / spread[kind]) * 1.1) : Math.min(high, wide / spread[kind]);
  // The shadow at its foot has to lie in the region too, or the region's edge would be drawn on the ground.
  const foot = 0.14 * spread[kind] * wanted;
  const tall = Math.min(wanted, high - foot);
  const count = isTree
    ? Math.max(1, Math.floor(wide / (tall * spread[kind] * 1.15)))
    : Math.max(1, Math.round(wide / (tall * spread[kind] * 0.62)));
  // A sprite is traced as finely as it is shown, so that a tree that fills the picture has leaves.
  const sprite = plantSprite(kind, tall);
  const pitch = wide / count;
  // In a row, those at random places stand before their neighbours.
  const order = Array.from({ length: count }, (_, place) => ({ place, turn: random() }));
  for (const { place } of order.sort((one, other) => one.turn - other.turn)) {
    const growth = isTree ? 1 - 0.12 * random() : 0.82 + 0.18 * random();
    const stand = {
      x: box.left + pitch * (place + 0.5) + (count > 1 ? (random() - 0.5) * pitch * 0.3 : 0),
      foot: Math.round(box.bottom - 1 - foot - (isTree ? 0 : tall * 0.04 * random())),
      tall: tall * growth,
      isFlipped: random() < 0.5,
    };
    layPlant(light, size, sprite, stand, brightness);
  }
  return count;
}

const deep = linearColour('#3c5d63');
const stone = linearColour('#b9b2a5');

/**
 * Lays still water into a region of the ground: what stands behind it is mirrored, ripples grow towards the viewer, a
 * stone rim follows the outline. In place.
 *
 * @param region 0–255 per pixel
 */
export function setWater(light: LinearLight, size: Size, region: Mask, seed: number): void {
  const { width } = size;
  const unit = unitOf(size);
  const isIn = Uint8Array.from(region, (level) => (level >= 128 ? 1 : 0));
  const inside = distanceInside(isIn, size);
  const rim = Math.max(2, 5 * unit);
  const level = dayOf(light);
  const share = new Float32Array(isIn.length);
  for (let i = 0; i < isIn.length; i++) {
    if (!isIn[i]) continue;
    const x = i % width;
    const y = (i / width) | 0;
    share[i] = smoothstep(rim - 1.2, rim + 1.2, inside[i]!);
    const grain = 0.85 + 0.4 * (fractalNoise(x / (5 * unit), y / (3 * unit), 2, seed + 62) - 0.4);
    for (let channel = 0; channel < 3; channel++) {
      const wet = deep[channel]! * level * 0.9;
      const dry = stone[channel]! * level * 0.75 * grain;
      light[i * 3 + channel] = wet * share[i]! + dry * (1 - share[i]!);
    }
  }
  mirrorInWater(light, size, share, seed);
}

/** Brightness of a picture, 1 = a clear day: its upper middle luminance against that of a sunlit wall. */
export function dayOf(light: LinearLight): number {
  const levels: number[] = [];
  const step = Math.max(1, Math.floor(light.length / 3 / 20_000)) * 3;
  for (let at = 0; at + 2 < light.length; at += step) {
    levels.push(luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!));
  }
  levels.sort((one, other) => one - other);
  return clamp(levels[Math.floor(levels.length * 0.6)]! / 0.24, 0.08, 1.15);
}
