import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { chosenLevel, featherMask, type Mask, pasteBack, squaredDistance } from '../../base/mask.ts';
import { linesThrough } from './carried-lines.ts';
import { cut, putBack, sizeOf, spotsOf, widen } from './hole-window.ts';
import { fillByPatches } from './patch-fill.ts';
import { fillRectified, linesOf, type PictureLines } from './rectified-fill.ts';

/** Kind of things in the region, as told by the user. */
export type RemovalTarget = 'people' | 'vehicles' | 'wires' | 'clutter';

export interface RemovalOptions {
  seed: number;
  onProgress?(fraction: number): void;
}

/** Margin around a spot that is used as source, pixels, for a spot of this longest side. */
const marginOf = (side: number) => Math.max(80, side);

/** Smaller holes, pixels, are closed as well without their perspective. */
const leastRectified = 60;

/** Half the width up to which a hole is closed by a smooth film first, pixels of a picture 1600 wide. */
const thinReach = { unknown: 4, wires: 12 } as const;

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
    const onSpot = (fraction: number) => onProgress?.((index + fraction) / spots.length);
    const box = widen(spot, marginOf, size);
    const inner = sizeOf(box);
    const part = cut(region, size, box, 1);
    const depth = squaredDistance(part, inner, 'kept').reduce((most, square) => Math.max(most, square), 0);
    lines ??= linesOf(rgb, region, size);
    const isHole = (x: number, y: number) => region[Math.floor(y) * size.width + Math.floor(x)]! >= chosenLevel;
    const through = linesThrough(lines.segments, size, isHole, spot);
    if (Math.min(spot.right - spot.left, spot.bottom - spot.top) >= leastRectified) {
      const squared = fillRectified(rgb, region, size, {
        box,
        spot,
        lines,
        seed: seed + index,
        onProgress: onSpot,
      });
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
        lines: through.map((line) => ({ ...line, from: { x: line.from.x - box.left, y: line.from.y - box.top } })),
        onProgress: onSpot,
      },
    );
    putBack(filled, size, box, result, 3);
  });
  // The outermost pixel of the region is half old, half new: no hard cut where grain or light differ.
  return pasteBack(rgb, filled, featherMask(region, size, 1));
}
