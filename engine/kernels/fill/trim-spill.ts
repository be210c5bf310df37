import type { Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { distanceInside, labelComponents } from '../../base/components.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';
import { cut, sizeOf } from './hole-window.ts';

/** Deepest part along the rim that counts as painted by accident, share of the region's shorter side. */
const slipDepth = 0.2;
/** When more than this share of the region would be cut off, it was meant, and nothing is cut off. */
const mostTrimmed = 0.25;
/** Distance in Lab a and b, divided by lightness, above which a colour is another material and not shade. */
const leastDifference = 0.12;

/**
 * Takes out of a painted region what a brush slipped over: shallow parts along its rim of another hue than most of it.
 * Shade of the same hue stays, and so do things within the region.
 *
 * @returns the mask itself when there is nothing to take out
 */
export function trimSpill(rgb: RgbBytes, mask: Mask, size: Size): Mask {
  const box = { left: size.width, top: size.height, right: 0, bottom: 0 };
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      if (mask[i]! < chosenLevel) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  if (box.right <= box.left) return mask;
  // One pixel around, so that the rim of the region is one of the window as well.
  const wide = {
    left: Math.max(0, box.left - 1),
    top: Math.max(0, box.top - 1),
    right: Math.min(size.width, box.right + 1),
    bottom: Math.min(size.height, box.bottom + 1),
  };
  const own = sizeOf(wide);
  const inside = cut(mask, size, wide, 1).map((level) => (level >= chosenLevel ? 1 : 0));
  const isOther = otherHues(cut(rgb, size, wide, 3), inside);
  const depth = distanceInside(inside, own);
  const { labels, components } = labelComponents(isOther, own);
  const nearest = new Float32Array(components.length).fill(Infinity);
  const deepest = new Float32Array(components.length);
  let total = 0;
  for (let i = 0; i < inside.length; i++) {
    total += inside[i]!;
    const label = labels[i]!;
    if (label < 0) continue;
    nearest[label] = Math.min(nearest[label]!, depth[i]!);
    deepest[label] = Math.max(deepest[label]!, depth[i]!);
  }
  const reach = slipDepth * Math.min(own.width, own.height);
  const isSpill = components.map((_, label) => nearest[label]! < 2.5 && deepest[label]! < reach);
  const spilled = components.reduce((sum, { area }, label) => sum + (isSpill[label] ? area : 0), 0);
  if (spilled === 0 || spilled > total * mostTrimmed) return mask;
  const trimmed = Uint8Array.from(mask);
  for (let y = 0, i = 0; y < own.height; y++) {
    for (let x = 0; x < own.width; x++, i++) {
      if (labels[i]! >= 0 && isSpill[labels[i]!]) trimmed[(y + wide.top) * size.width + x + wide.left] = 0;
    }
  }
  return trimmed;
}

/** 1 for pixels inside whose colour, at whatever lightness, is not the usual one. */
function otherHues(rgb: RgbBytes, inside: Uint8Array): Uint8Array {
  const { lightness, a, b } = labPlanes(rgb);
  const hues = [a, b];
  for (const hue of hues) for (let i = 0; i < hue.length; i++) hue[i]! /= lightness[i]! + 0.15;
  const middles = hues.map((hue) => {
    const values = hue.filter((_, i) => inside[i] === 1).sort();
    return values[values.length >> 1] ?? 0;
  });
  return inside.map((isIn, i) =>
    isIn && Math.hypot(a[i]! - middles[0]!, b[i]! - middles[1]!) > leastDifference ? 1 : 0,
  );
}
