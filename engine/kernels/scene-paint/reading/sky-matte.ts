import { boxBlur, type Size } from '../../../base/blur.ts';
import { labelComponents } from '../../../base/components.ts';
import { bytesOf } from '../../../base/map-plane.ts';
import { smoothstep } from '../../../base/scalar.ts';
import { unitOf } from './busyness.ts';

/**
 * Draws the rim of the sky anew: near it a pixel's share is where its lightness lies between the sky's and that of what
 * stands before it (the two-colour model of matting, as in Porter & Duff 1984); among leaves, whatever has the sky's own
 * lightness is sky. Where both are equally light the old rim stays. In place.
 *
 * @param sky 0–1 per pixel
 * @param plants crowns, 0–1 per pixel
 */
export function matteSky(lightness: Float32Array, size: Size, sky: Float32Array, plants: Float32Array): void {
  const unit = unitOf(size);
  const leaf = meansOf(lightness, sky, plants, size, Math.max(4, Math.round(24 * unit)));
  const edge = meansOf(lightness, sky, plants, size, Math.max(3, Math.round(7 * unit)));
  const close = Math.max(2, Math.round(5 * unit));
  const around = boxBlur(sky, size, close);
  const crowns = boxBlur(plants, size, close);
  for (let i = 0; i < sky.length; i++) {
    const isRim = around[i]! > 0.02 && around[i]! < 0.98;
    const isCrown = crowns[i]! > 0.02 && leaf.skyWeight[i]! > 0.004;
    if (isCrown) {
      const apart = Math.abs(lightness[i]! - leaf.skyLevel[i]!);
      const open = smoothstep(0.05, 0.018, apart) * smoothstep(0.004, 0.03, leaf.skyWeight[i]!);
      sky[i] = Math.max(sky[i]! * (1 - Math.max(plants[i]!, crowns[i]!)), open);
      if (isRim && open < 0.5 && plants[i]! < 0.5 && crowns[i]! > 0.25) plants[i] = 1 - open;
    } else if (isRim && edge.skyWeight[i]! > 0.02 && edge.otherWeight[i]! > 0.02) {
      const contrast = edge.skyLevel[i]! - edge.otherLevel[i]!;
      if (Math.abs(contrast) < 0.035) continue;
      const share = (lightness[i]! - edge.otherLevel[i]!) / contrast;
      const told = smoothstep(0.035, 0.07, Math.abs(contrast));
      sky[i] = sky[i]! + (smoothstep(0.15, 0.85, share) - sky[i]!) * told;
    }
  }
}

/** Mean lightness of clear sky and of what is clearly built, and how much of each lies around. */
function meansOf(lightness: Float32Array, sky: Float32Array, plants: Float32Array, size: Size, reach: number) {
  const near = boxBlur(sky, size, Math.max(2, Math.round(reach / 3)));
  const isSky = near.map((share, i) => (share > 0.97 && plants[i]! < 0.05 ? 1 : 0));
  const isOther = near.map((share, i) => (share < 0.03 && plants[i]! < 0.05 ? 1 : 0));
  const soft = (plane: Float32Array) => boxBlur(boxBlur(plane, size, reach), size, reach);
  const skyWeight = soft(isSky);
  const otherWeight = soft(isOther);
  const skyLevel = soft(isSky.map((share, i) => share * lightness[i]!));
  const otherLevel = soft(isOther.map((share, i) => share * lightness[i]!));
  for (let i = 0; i < skyLevel.length; i++) {
    skyLevel[i] = skyLevel[i]! / Math.max(1e-6, skyWeight[i]!);
    otherLevel[i] = otherLevel[i]! / Math.max(1e-6, otherWeight[i]!);
  }
  return { skyWeight, otherWeight, skyLevel, otherLevel };
}

/** Closes gaps that crowns enclose altogether. In place. */
export function fillHoles(plants: Float32Array, size: Size): void {
  const { labels, components } = labelComponents(
    bytesOf(plants, (share) => (share < 0.5 ? 1 : 0)),
    size,
  );
  const most = 900 * unitOf(size) ** 2;
  for (let i = 0; i < plants.length; i++) {
    const hole = labels[i]! >= 0 ? components[labels[i]!]! : undefined;
    if (hole && hole.area < most && !hole.isAtEdge) plants[i] = 1;
  }
}

/** A sky of a model without the patches that a wall as light as the sky leaves in its mask. */
export function wholeSky(mask: Uint8Array, size: Size): Uint8Array {
  const { labels, components } = labelComponents(
    mask.map((level) => (level > 20 ? 1 : 0)),
    size,
  );
  const smallest = size.width * size.height * 0.01;
  const isSky = components.map((part) => part.top <= 1 || part.area > smallest);
  return mask.map((level, i) => (labels[i]! >= 0 && isSky[labels[i]!] ? level : 0));
}
