import { boxBlur, type Size } from '../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../base/colour.ts';
import { labelComponents } from '../../base/components.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { sceneClasses } from '../scene/scene-reading.ts';

/** The black sky of a photograph taken at night, which networks that learn from days take for a wall. */
export interface NightSky {
  /** 1 where it is. */
  mask: Uint8Array;
  /** True when it is so large and black that the picture is of outdoors, whatever else is said of it. */
  isPlain: boolean;
}

/** Luma of 0–255: a picture whose median is higher was not taken at night. */
const darkPicture = 36;
/** Luma from which something is lit, and what share of the picture has to be. */
const lit = 60;
const [leastLit, mostLit] = [0.004, 0.35];
/** Sky is darker than this and hardly varies around a point (standard deviation in a square of five). */
const [darkPoint, evenPoint] = [30, 2.5];
/** Mean luma of all of it. */
const darkSky = 8;
/** Share of the picture that it covers, and of the upper border that it touches. */
const [leastArea, leastTop] = [0.05, 0.25];
/** The same where it is plain: dark halls have ceilings with things on them. */
const plain = { luma: 6, area: 0.4, top: 0.9 };
/** The even part ends before its border by so many pixels. */
const rim = 3;

/**
 * Finds the sky of a night by what it is: black, even, and open to the border above; it ends where the lights do. The
 * limits were chosen on eighteen photographs of nights and of dark rooms.
 *
 * @param rgb 8-bit sRGB of `size`
 */
export function findNightSky(rgb: RgbBytes, size: Size): NightSky | undefined {
  const { width, height } = size;
  const count = width * height;
  const luma = floatsOf(lumaPlane(rgb), (share) => 255 * share);
  const squares = floatsOf(luma, (value) => value ** 2);
  if (luma.toSorted()[count >> 1]! > darkPicture) return undefined;
  const lights = litRows(luma, width);
  if (lights.length < leastLit * count || lights.length > mostLit * count) return undefined;
  const lowest = lights[Math.floor(0.75 * lights.length)]!;

  const mean = boxBlur(luma, size, 2);
  const square = boxBlur(squares, size, 2);
  const isEven = new Uint8Array(count);
  for (let i = 0; i < Math.min(count, lowest * width); i++) {
    isEven[i] = mean[i]! <= darkPoint && square[i]! - mean[i]! ** 2 <= evenPoint ** 2 ? 1 : 0;
  }
  const { labels, components } = labelComponents(isEven, size);
  const parts = components.map(({ area }) => ({ area: area / count, luma: 0, top: 0 }));
  for (let i = 0; i < count; i++) {
    const part = parts[labels[i]!];
    if (!part) continue;
    part.luma += luma[i]! / (part.area * count);
    if (i < width) part.top += 1 / width;
  }
  const found = parts.map(({ area, luma, top }) => luma <= darkSky && area >= leastArea && top >= leastTop);
  if (!found.includes(true)) return undefined;
  return {
    mask: grown(
      labels,
      (label) => found[label] === true,
      (at) => luma[at]! <= darkPoint && at < lowest * width,
      size,
    ),
    isPlain: parts.some((part) => part.luma <= plain.luma && part.area >= plain.area && part.top >= plain.top),
  };
}

/** The row of each lit point, from above. */
function litRows(luma: Float32Array, width: number): number[] {
  const rows: number[] = [];
  for (let i = 0; i < luma.length; i++) if (luma[i]! > lit) rows.push(Math.floor(i / width));
  return rows;
}

/** The found parts, grown over their rim as far as it may belong to them. */
function grown(
  labels: Int32Array,
  isFound: (label: number) => boolean,
  mayBe: (at: number) => boolean,
  { width, height }: Size,
): Uint8Array {
  let mask = Uint8Array.from(labels, (label) => (label >= 0 && isFound(label) ? 1 : 0));
  for (let step = 0; step < rim; step++) {
    const before = mask;
    mask = before.map((own, i) => {
      if (own === 1 || !mayBe(i)) return own;
      const x = i % width;
      const isBeside =
        (x > 0 && before[i - 1] === 1) ||
        (x < width - 1 && before[i + 1] === 1) ||
        (i >= width && before[i - width] === 1) ||
        (i < width * (height - 1) && before[i + width] === 1);
      return isBeside ? 1 : 0;
    });
  }
  return mask;
}

/** Confidence of the sky of a night. */
const sureness = 0.94;
const sky = sceneClasses.indexOf('sky');

/** Gives the points of a night's sky to the sky. Changes the shares. */
export function weighByNight(shares: readonly Float32Array[], { mask }: NightSky): void {
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    for (const plane of shares) plane[i]! *= 1 - sureness;
    shares[sky]![i]! += sureness;
  }
}
