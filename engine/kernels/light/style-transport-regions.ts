import { gaussianBlur, type Size } from '../../base/blur.ts';
import { guidedFilter, guidedSmooth } from '../../base/guided-filter.ts';
import { makeRandom } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import type { LabPlanes } from '../segment/slic.ts';
import { type LabSamples, readLattice, transportColours } from './style-transport.ts';

/** A picture with soft regions that are matched one by one; the shares of a pixel's regions sum to 1 at most. */
export interface RegionedPicture {
  size: Size;
  lab: LabPlanes;
  /** 0–1 per pixel, one plane per region. */
  regions: readonly Float32Array[];
  /** Which regions are of one colour, in the order of `regions`: their light stays, their colour is exchanged. */
  isPaint?: readonly boolean[];
}

export interface StyleOptions {
  /** 0–1: how far colours go towards the reference. */
  strength: number;
  /** Which statistics are carried over. */
  isColour: boolean;
  isLight: boolean;
  /** Strength of fine surface contrast follows the reference; no pattern is copied. */
  isTexture: boolean;
  /** 0–1: how strictly the picture's own edges and fine contrast are kept. */
  structure: number;
  seed: number;
}

/** Colours of one region that the map is made from. */
const sampleCount = 6000;
/** With fewer pixels than this a region has no colours of its own. */
const fewest = 250;

/**
 * Carries colour and light of a reference over, region by region, and leaves every edge where it is: a colour map per
 * region by optimal transport, then the change itself is smoothed along the picture's edges ("regrain", Pitié et al.
 * 2007, here with a guided filter), so that noise and seams of the map do not show. Regions of one paint are given the
 * reference's middle colour instead, under their own light.
 */
export function transferStyle(base: RegionedPicture, reference: RegionedPicture, options: StyleOptions): LabPlanes {
  const { size, lab } = base;
  const count = size.width * size.height;
  const changes = [new Float32Array(count), new Float32Array(count), new Float32Array(count)] as const;
  const mapped = new Float32Array(3);
  const whole = sampleRegion(reference, undefined, options.seed);
  base.regions.forEach((region, index) => {
    const from = sampleRegion(base, region, options.seed + index);
    if (from.length < fewest * 3) return;
    const own = sampleRegion(reference, reference.regions[index], options.seed + index);
    const isFound = own.length >= fewest * 3;
    if (base.isPaint?.[index]) {
      // A surface the reference does not show stays as it is.
      if (isFound) repaint(base, region, middleOf(from), middleOf(own), options.strength, changes);
      return;
    }
    const lattice = transportColours(from, isFound ? own : whole, { seed: options.seed + 17 * index });
    for (let i = 0; i < count; i++) {
      const share = region[i]! * options.strength;
      if (share === 0) continue;
      readLattice(lattice, lab.lightness[i]!, lab.a[i]!, lab.b[i]!, mapped);
      changes[0][i]! += (mapped[0]! - lab.lightness[i]!) * share;
      changes[1][i]! += (mapped[1]! - lab.a[i]!) * share;
      changes[2][i]! += (mapped[2]! - lab.b[i]!) * share;
    }
  });
  const radius = Math.max(2, Math.round((Math.max(size.width, size.height) / 128) * (0.5 + 0.7 * options.structure)));
  const smooth = (change: Float32Array, isWanted: boolean) =>
    isWanted ? guidedFilter(lab.lightness, change, size, radius, 6e-4) : change.fill(0);
  const lightness = smooth(changes[0], options.isLight);
  const a = smooth(changes[1], options.isColour);
  const b = smooth(changes[2], options.isColour);
  for (let i = 0; i < count; i++) {
    lightness[i]! += lab.lightness[i]!;
    a[i]! += lab.a[i]!;
    b[i]! += lab.b[i]!;
  }
  if (options.isTexture) matchTexture(lightness, base, reference, options);
  return { lightness, a, b };
}

type Changes = readonly [lightness: Float32Array, a: Float32Array, b: Float32Array];
type Colour = readonly [lightness: number, a: number, b: number];

/** Bright new paint shows less of the old one's light and shade: the range of the picture ends at white. */
const brightContrast = 0.75;
/** Share of the old paint's own variation of hue that stays: grain, joints, light from coloured things. */
const keptHue = 0.7;
const lightest = 0.97;
/** Half of the way to a new paint looks like a wash of it. */
const paintStrength = 0.6;

/** Adds what changes when a region of one colour is painted in another under the same light. */
function repaint(
  { lab }: RegionedPicture,
  region: Float32Array,
  from: Colour,
  to: Colour,
  strength: number,
  changes: Changes,
): void {
  const contrast = to[0] > from[0] ? brightContrast : 1;
  for (let i = 0; i < region.length; i++) {
    const share = region[i]! * strength ** paintStrength;
    if (share === 0) continue;
    const lit = Math.max(0, lab.lightness[i]!) / Math.max(0.05, from[0]);
    const lightness = Math.min(lightest, to[0] * lit ** contrast);
    // Colour is weak in the shade and in glare.
    const own = Math.min(lit, 1 / Math.max(lit, 1e-3));
    const level = lightness / Math.max(0.02, to[0]);
    const wanted = Math.min(level, 1 / Math.max(level, 1e-3));
    changes[0][i]! += (lightness - lab.lightness[i]!) * share;
    changes[1][i]! += (to[1] * wanted + keptHue * (lab.a[i]! - from[1] * own) - lab.a[i]!) * share;
    changes[2][i]! += (to[2] * wanted + keptHue * (lab.b[i]! - from[2] * own) - lab.b[i]!) * share;
  }
}

/** The median of each channel. */
function middleOf(samples: LabSamples): Colour {
  const middle = (channel: number) => {
    const values = new Float32Array(samples.length / 3);
    for (let i = 0; i < values.length; i++) values[i] = samples[i * 3 + channel]!;
    return values.sort()[values.length >> 1]!;
  };
  return [middle(0), middle(1), middle(2)];
}

function sampleRegion({ lab }: RegionedPicture, region: Float32Array | undefined, seed: number): LabSamples {
  const count = lab.lightness.length;
  const samples: number[] = [];
  const random = makeRandom(seed + 71);
  let area = count;
  if (region) {
    area = 0;
    for (let i = 0; i < count; i++) if (region[i]! > 0.5) area++;
  }
  const step = Math.max(1, area / sampleCount);
  let next = random() * step;
  for (let i = 0, seen = 0; i < count; i++) {
    if (region && region[i]! <= 0.5) continue;
    if (seen++ < next) continue;
    next += step * (0.5 + random());
    samples.push(lab.lightness[i]!, lab.a[i]!, lab.b[i]!);
  }
  return Float32Array.from(samples);
}

/** Scales fine contrast (what a guided filter takes away) region by region towards the reference's, by 0.6–1.7. */
function matchTexture(
  lightness: Float32Array,
  base: RegionedPicture,
  reference: RegionedPicture,
  options: StyleOptions,
): void {
  const detail = detailOf(base);
  const other = detailOf(reference);
  base.regions.forEach((region, index) => {
    const own = spreadOf(detail, region);
    const wanted = spreadOf(other, reference.regions[index]);
    if (own === 0 || wanted === 0) return;
    const gain = clamp(wanted / own, 0.6, 1.7) - 1;
    const strength = gain * options.strength * (1.15 - 0.5 * options.structure);
    for (let i = 0; i < lightness.length; i++) lightness[i]! += detail[i]! * strength * region[i]!;
  });
}

/** Fine contrast without edges. */
function detailOf({ lab, size }: RegionedPicture): Float32Array {
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 256));
  const base = guidedSmooth(lab.lightness, size, radius, 0.004);
  const fine = gaussianBlur(lab.lightness, size, 0.6);
  return base.map((value, i) => clamp(fine[i]! - value, -0.06, 0.06));
}

/** Mean size of the fine contrast inside a region; 0 when the region is too small. */
function spreadOf(detail: Float32Array, region: Float32Array | undefined): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < detail.length; i++) {
    if (region && region[i]! <= 0.5) continue;
    sum += Math.abs(detail[i]!);
    count++;
  }
  return count < fewest ? 0 : sum / count;
}
