import { gaussianBlur, type Size } from '../../base/blur.ts';
import { labPlanes, type RgbBytes } from '../../base/colour.ts';
import { type Component, labelComponents } from '../../base/components.ts';
import { clamp } from '../../base/scalar.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { keepMainParts } from './matting-segment.ts';
import { fitPlainGround, type PlainGround } from './plain-ground.ts';

/** Kinds of pixels before an even ground. */
const kind = { ground: 0, dim: 1, faint: 2, sure: 3 } as const;

/** Ground this much darker is no longer its shadow, share of its lightness (CIE L*). */
const deepestShadow = 0.32;
/** Mean step of lightness across the outline, over three pixels, from which it is no shadow's, Lab units. */
const sharpStep = 6;

/**
 * Divides a thing from an even background by colour alone, so that parts a few pixels thin stay: what differs from the
 * ground's colour by more than shade is the thing's; what is only darker is shadow where its outline is soft.
 *
 * @returns 1 for the thing; undefined when the ground is not even or the thing could be taken for its shadow
 */
export function thingOnPlainGround(rgb: RgbBytes, size: Size): Uint8Array<ArrayBuffer> | undefined {
  const lab = labPlanes(rgb);
  const ground = fitPlainGround(lab, size);
  if (!ground) return undefined;
  const kinds = classify(lab, size, ground);
  const isThing = connectedToSure(kinds, size);
  let own = 0;
  for (let i = 0; i < isThing.length; i++) own += isThing[i]!;
  const dimAdded = addDimParts(isThing, kinds, lab.lightness, size);
  // A grey thing and its shadow cannot be told apart like this.
  if (own < isThing.length * 5e-4 || dimAdded > own * 0.5) return undefined;
  keepMainParts(isThing, size, { leastPart: 0.004, largestHole: isThing.length * 4e-5 });
  return isThing;
}

function classify(lab: LabPlanes, { width, height }: Size, ground: PlainGround): Uint8Array {
  const kinds = new Uint8Array(width * height);
  const behind = new Float64Array(3);
  const least = Math.max(3, 1.8 * ground.noise);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      ground.colourAt(x, y, behind);
      // In shadow the two colour axes shrink with the lightness.
      const share = lab.lightness[i]! / Math.max(0.02, behind[0]!);
      const shade = clamp(share, 0, 1);
      const chroma = 100 * Math.hypot(lab.a[i]! - behind[1]! * shade, lab.b[i]! - behind[2]! * shade);
      const lift = 100 * (lab.lightness[i]! - behind[0]!);
      // Grain in a shadow is coloured grain.
      const allowed = least * (lift < -least ? 1.3 : 1);
      if (chroma > 2 * allowed || lift > 2.2 * least || share < deepestShadow) kinds[i] = kind.sure;
      else if (chroma > allowed || lift > 1.2 * least) kinds[i] = kind.faint;
      else if (lift < -least) kinds[i] = kind.dim;
    }
  }
  return kinds;
}

/** Faint differences count where they touch sure ones. */
function connectedToSure(kinds: Uint8Array, size: Size): Uint8Array<ArrayBuffer> {
  const isDifferent = new Uint8Array(kinds.length);
  for (let i = 0; i < kinds.length; i++) isDifferent[i] = kinds[i]! >= kind.faint ? 1 : 0;
  const { labels, components } = labelComponents(isDifferent, size, true);
  const sureArea = new Int32Array(components.length);
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === kind.sure) sureArea[labels[i]!]!++;
  for (let i = 0; i < kinds.length; i++) {
    const label = labels[i]!;
    if (label >= 0 && sureArea[label]! < Math.max(3, components[label]!.area * 0.1)) isDifferent[i] = 0;
  }
  return isDifferent;
}

/**
 * Adds what is darker than the ground without another colour where it has a sharp outline: a metal foot, a dark band.
 *
 * @returns pixels added
 */
function addDimParts(isThing: Uint8Array, kinds: Uint8Array, lightness: Float32Array, size: Size): number {
  const isDim = kinds.map((own, i) => (own === kind.dim && !isThing[i] ? 1 : 0));
  const { labels, components } = labelComponents(isDim, size);
  const calm = gaussianBlur(lightness, size, 1);
  const { steps, lengths, touching } = measureOutlines(labels, components.length, isThing, { calm, ...size });
  const isPart = (component: Component, label: number) => {
    const length = lengths[label]!;
    if (touching[label]! < 0.15 * component.outline) return false;
    return length === 0 || steps[label]! / length > sharpStep;
  };
  const isAdded = components.map(isPart);
  let added = 0;
  for (let i = 0; i < isThing.length; i++) {
    const label = labels[i]!;
    if (label < 0 || !isAdded[label]) continue;
    isThing[i] = 1;
    added++;
  }
  return added;
}

/**
 * Outlines of dim parts: pixel sides that touch the thing, those that touch the ground, and the sum of the steps of
 * lightness across these, Lab units over three pixels.
 */
function measureOutlines(
  labels: Int32Array,
  count: number,
  isThing: Uint8Array,
  { calm, width, height }: Size & { calm: Float32Array },
) {
  const steps = new Float64Array(count);
  const lengths = new Float64Array(count);
  const touching = new Float64Array(count);
  const sides = [-1, 1, -width, width];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2, i = y * width + 2; x < width - 2; x++, i++) {
      const label = labels[i]!;
      if (label < 0) continue;
      for (const side of sides) {
        const next = i + side;
        if (labels[next]! >= 0) continue;
        if (isThing[next]) touching[label]!++;
        else {
          steps[label]! += 100 * (calm[i + 2 * side]! - calm[i - side]!);
          lengths[label]!++;
        }
      }
    }
  }
  return { steps, lengths, touching };
}
