import { galleryColourNames, galleryColours } from '#shared/domain/gallery';
import { labPlanes, parseHexColour, type RgbBytes } from '../../base/colour.ts';

export const hueBins = 12;
export const mainColours = 5;

export interface ColourFacts {
  /** Bit n: the colour at place n of `galleryColours` covers enough of the picture. */
  colourBits: number;
  /** Share of each stretch of 30° of hue among what has a hue, from 0; all 0 for a picture without colour. */
  hues: Float32Array;
  /** The colours that cover most, with the share each covers; fewer than five where there are no more. */
  main: ReadonlyArray<{ lab: readonly [lightness: number, a: number, b: number]; share: number }>;
}

/** Below this chroma a colour is a grey to people, CIE Lab. */
const leastChroma = 9;
/** Share of the picture from which a colour is said to be in it; black, white and grey are in nearly every picture. */
const enough = { hue: 0.07, neutral: 0.2 };
/** Colours of the histogram nearer than this are one, CIE76. */
const oneColour = 18;
/** Lightness tells colours apart less than hue does. */
const lightnessWeight = 0.6;
const neutrals = new Set(['white', 'grey', 'black']);

const swatches = galleryColourNames.map((name) => {
  const { lightness, a, b } = labPlanes(Uint8Array.from(parseHexColour(galleryColours[name].swatch)));
  return { isNeutral: neutrals.has(name), lab: [100 * lightness[0]!, 100 * a[0]!, 100 * b[0]!] as const };
});

/**
 * Which colours a picture has: the twelve of the gallery's filter by the nearest swatch in CIE Lab, a histogram of hue
 * weighted by chroma (Swain & Ballard, "Color Indexing", IJCV 1991, without brightness), and its main colours from a
 * coarse histogram whose neighbours are joined.
 */
export function coloursOf(rgb: RgbBytes): ColourFacts {
  const { lightness, a, b } = labPlanes(rgb);
  const covered = new Float64Array(swatches.length);
  const hues = new Float32Array(hueBins);
  const bins = new Map<number, { count: number; sum: [number, number, number] }>();
  for (let pixel = 0; pixel < lightness.length; pixel++) {
    const lab = [100 * lightness[pixel]!, 100 * a[pixel]!, 100 * b[pixel]!] as const;
    const chroma = Math.hypot(lab[1], lab[2]);
    covered[nearestSwatch(lab, chroma)]! += 1;
    if (chroma >= leastChroma) {
      const turn = (Math.atan2(lab[2], lab[1]) / (2 * Math.PI) + 1) % 1;
      hues[Math.min(hueBins - 1, Math.floor(turn * hueBins))]! += chroma;
    }
    const key = Math.floor(lab[0] / 10) * 10_000 + Math.floor(lab[1] / 12 + 20) * 100 + Math.floor(lab[2] / 12 + 20);
    const bin = bins.get(key) ?? { count: 0, sum: [0, 0, 0] };
    bin.count++;
    for (const channel of [0, 1, 2] as const) bin.sum[channel] += lab[channel];
    bins.set(key, bin);
  }
  const total = hues.reduce((sum, value) => sum + value, 0);
  if (total > 0) for (let bin = 0; bin < hueBins; bin++) hues[bin]! /= total;
  let colourBits = 0;
  for (const [place, { isNeutral }] of swatches.entries())
    if (covered[place]! / lightness.length >= (isNeutral ? enough.neutral : enough.hue)) colourBits |= 1 << place;
  return { colourBits, hues, main: mainOf([...bins.values()], lightness.length) };
}

function nearestSwatch(lab: readonly [number, number, number], chroma: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, { isNeutral, lab: other }] of swatches.entries()) {
    if (isNeutral !== chroma < leastChroma) continue;
    const distance = Math.hypot((lab[0] - other[0]) * lightnessWeight, lab[1] - other[1], lab[2] - other[2]);
    if (distance < least) [least, nearest] = [distance, place];
  }
  return nearest;
}

function mainOf(bins: ReadonlyArray<{ count: number; sum: [number, number, number] }>, pixels: number) {
  const main: Array<{ lab: [number, number, number]; share: number }> = [];
  for (const { count, sum } of bins.toSorted((one, other) => other.count - one.count)) {
    const lab = sum.map((value) => value / count) as [number, number, number];
    const share = count / pixels;
    const known = main.find((each) => Math.hypot(...lab.map((value, c) => value - each.lab[c]!)) < oneColour);
    if (known) {
      const both = known.share + share;
      known.lab = known.lab.map((value, c) => (value * known.share + lab[c]! * share) / both) as typeof lab;
      known.share = both;
    } else if (main.length < 4 * mainColours) main.push({ lab, share });
  }
  return main.toSorted((one, other) => other.share - one.share).slice(0, mainColours);
}
