import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { chosenLevel, featherMask, growMask, type Mask, pasteBack, squaredDistance } from '../../base/mask.ts';
import { type Box, cut, putBack, sizeOf, spotsOf, widen } from './hole-window.ts';
import { fillByPatches } from './patch-fill.ts';
import { fillRectified, linesOf, type PictureLines } from './rectified-fill.ts';

/** What lies in the region, as far as the user said so. */
export type RemovalTarget = 'people' | 'vehicles' | 'wires' | 'clutter';

export interface RemovalOptions {
  seed: number;
  onProgress?(fraction: number): void;
}

/** How far a spot's surroundings are looked at, pixels, for a spot of this longest side. */
const marginOf = (side: number) => Math.max(80, side);

/** Smaller holes, pixels, are closed as well without their perspective. */
const leastRectified = 60;

/** Half the width up to which a hole is closed by a smooth film first, pixels of a picture 1600 wide. */
const thinReach = { unknown: 4, wires: 12 } as const;

/**
 * The region that has to go for the things in it to vanish: their blurred rim, and for what stands on the ground the
 * shadow at its feet.
 *
 * @returns a hard mask, 0 or 255, that contains the chosen part of `mask`
 */
export function growForRemoval(mask: Mask, size: Size, targets: ReadonlyArray<RemovalTarget>): Mask {
  const rim = Math.max(size.width, size.height) > 1400 ? 3 : 2;
  const grown = growMask(mask, size, targets.includes('clutter') ? rim + 1 : rim);
  if (!targets.includes('people') && !targets.includes('vehicles')) return grown;
  for (const spot of spotsOf(mask, size, () => 0)) {
    const height = spot.bottom - spot.top;
    const reach = Math.round(Math.max(3, Math.min(32, height * (targets.includes('vehicles') ? 0.12 : 0.06))));
    const feet: Box = { ...spot, top: spot.bottom - Math.ceil(height * 0.12) };
    const around = widen(feet, () => reach, size);
    const inside = new Uint8Array(sizeOf(around).width * sizeOf(around).height);
    const sole = cut(mask, size, feet, 1);
    putBack(inside, sizeOf(around), moved(feet, around), sole, 1);
    const shadow = growMask(inside, sizeOf(around), reach);
    const before = cut(grown, size, around, 1);
    putBack(
      grown,
      size,
      around,
      before.map((level, i) => Math.max(level, shadow[i]!)),
      1,
    );
  }
  return grown;
}

function moved(box: Box, origin: Box): Box {
  return {
    left: box.left - origin.left,
    right: box.right - origin.left,
    top: box.top - origin.top,
    bottom: box.bottom - origin.top,
  };
}

/**
 * Fills the region from its surroundings, spot by spot, each in a window of its own.
 *
 * @param region hard mask of everything that may change
 * @param targets decide only how thin a hole counts as a wire
 * @returns a picture that is bit-identical outside the region
 */
export function removeRegion(
  rgb: RgbBytes,
  region: Mask,
  size: Size,
  targets: ReadonlyArray<RemovalTarget>,
  { seed, onProgress }: RemovalOptions,
): RgbBytes {
  const reach = targets.includes('wires') ? thinReach.wires : thinReach.unknown;
  const thin = (reach * Math.max(1, Math.max(size.width, size.height) / 1600)) ** 2;
  const filled = Uint8Array.from(rgb);
  const spots = spotsOf(region, size, marginOf);
  let lines: PictureLines | undefined;
  spots.forEach((spot, index) => {
    const box = widen(spot, marginOf, size);
    const inner = sizeOf(box);
    const part = cut(region, size, box, 1);
    const depth = squaredDistance(part, inner, 'kept').reduce((most, square) => Math.max(most, square), 0);
    if (Math.min(spot.right - spot.left, spot.bottom - spot.top) >= leastRectified) {
      lines ??= linesOf(rgb, region, size);
      const squared = fillRectified(rgb, region, size, { box, spot, lines, seed: seed + index });
      if (squared) {
        putBack(filled, size, box, squared, 3);
        return;
      }
    }
    const result = fillByPatches(
      cut(rgb, size, box, 3),
      part.map((level) => (level >= chosenLevel ? 1 : 0)),
      inner,
      {
        seed: seed + index,
        start: depth <= thin ? 'film' : 'shifts',
        onProgress: (fraction) => onProgress?.((index + fraction) / spots.length),
      },
    );
    putBack(filled, size, box, result, 3);
  });
  // The outermost pixel of the region is half old, half new: no hard cut where grain or light differ.
  return pasteBack(rgb, filled, featherMask(region, size, 1));
}
