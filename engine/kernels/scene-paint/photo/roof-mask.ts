import { boxBlur, type Size } from '../../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../../base/colour.ts';
import { labelComponents } from '../../../base/components.ts';
import { guideLarge, makeColourGuide } from '../../../base/guided-enlarge.ts';
import { bytesOf, floatsOf } from '../../../base/map-plane.ts';
import type { Mask } from '../../../base/mask.ts';
import { byteOf, smoothstep } from '../../../base/scalar.ts';
import type { SceneReading } from '../../scene/scene-reading.ts';
import { reduceRgb } from '../../scene-reader/read-scene.ts';
import type { LabPlanes } from '../../segment/slic.ts';

/** From this share on a point is surely roof, 0–255. */
const sureShare = 90;
/** Fewer sure points are no roof, share of the picture. */
const leastSure = 0.012;
/** A patch with a smaller share of sure points is a wall in the colours of the roof. */
const leastInside = 0.45;
/** Smaller patches than this share of the largest roof are mistakes. */
const leastPatch = 0.2;
/** Distance in Lab up to which a point has the colour of a sure one. */
const reach = 0.055;
/** Share of the sure points that a point must be alike: single ones in the colour of a wall are mistakes. */
const leastAlike = { sure: 0.09, other: 0.06 } as const;

/**
 * The roofs of a photograph: where the reading is sure of one, and what hangs together with it below the sky in the same
 * colours, down to the first wall. Chimneys and dormers that are not read as roof are left out.
 *
 * @returns 0–255 per pixel of `size`, true to its edges; undefined where no roof is surely seen
 */
export function roofMaskOf(reading: SceneReading, rgb: RgbBytes, size: Size): Mask | undefined {
  const { width, height, shares } = reading;
  const small = reduceRgb(rgb, size);
  const sure: number[] = [];
  for (let i = 0; i < width * height; i++) if (shares.roof[i]! >= sureShare) sure.push(i);
  if (sure.length < leastSure * width * height) return undefined;
  const { labels, components } = labelComponents(roofPoints(reading, labPlanes(small), sure), reading);
  const inside = components.map(() => 0);
  for (const i of sure) if (labels[i]! >= 0) inside[labels[i]!]!++;
  const isSure = components.map(({ area }, label) => inside[label]! > leastInside * area);
  const largest = components.reduce((most, { area }, label) => (isSure[label] ? Math.max(most, area) : most), 0);
  const isRoof = components.map(({ area }, label) => isSure[label] && area > leastPatch * largest);
  const plane = floatsOf(labels, (label) => (label >= 0 && isRoof[label] ? 1 : 0));
  if (!plane.some((share) => share > 0)) return undefined;
  boxBlur(plane, reading, 1, plane);
  const guide = makeColourGuide(small, reading, 2, 1e-3);
  return guideLarge(guide, plane, rgb, size, (share) => byteOf(255 * smoothstep(0.4, 0.7, share)));
}

/** 1 on points below the sky in the colours of sure ones, down to the first wall. */
function roofPoints(
  { width, height, shares }: SceneReading,
  { lightness, a, b }: LabPlanes,
  sure: readonly number[],
): Uint8Array {
  const step = Math.max(1, Math.floor(sure.length / 160));
  const samples = sure.filter((_, index) => index % step === 0);
  // Tiles have many shades: the lightness counts less than the tint.
  const alikeness = (i: number) =>
    samples.reduce((count, j) => {
      const far = Math.hypot(0.45 * (lightness[i]! - lightness[j]!), a[i]! - a[j]!, b[i]! - b[j]!);
      return count + (far < reach ? 1 : 0);
    }, 0) / samples.length;
  const isOpen = (i: number) => shares.plant[i]! + shares.hard[i]! + shares.grass[i]! + shares.vehicle[i]! < 90;
  const leastAt = (i: number) => (shares.roof[i]! >= sureShare ? leastAlike.sure : leastAlike.other);
  const isRoof = new Uint8Array(width * height);
  for (let x = 0; x < width; x++) {
    let y = 0;
    while (y < height && shares.sky[y * width + x]! > 100) y++;
    // A chimney may stand before the roof begins.
    let left = Math.round(height * 0.09);
    for (; y < height && left >= 0; y++) {
      const i = y * width + x;
      if (isOpen(i) && alikeness(i) > leastAt(i)) {
        isRoof[i] = 1;
        left = Math.round(height * 0.03);
      } else left--;
    }
  }
  return isRoof;
}

/** True when a reading shows a roof. */
export function hasRoof({ shares: { roof } }: SceneReading): boolean {
  const count = bytesOf(roof, (share) => (share >= sureShare ? 1 : 0)).reduce((sum, isSure) => sum + isSure, 0);
  return count >= leastSure * roof.length;
}
