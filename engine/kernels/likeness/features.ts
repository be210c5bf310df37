import { byteOf } from '../../base/scalar.ts';
import { type ColourFacts, hueBins, mainColours } from './colours.ts';
import { type LayoutFacts, layoutLength } from './layout.ts';

/**
 * Layout of the features that pictures are compared by, in bytes: 128 of edges, sky, ground, 12 of hue, and five main
 * colours as lightness, a + 128, b + 128 and share.
 */
const skyAt = layoutLength;
const groundAt = skyAt + 1;
const huesAt = groundAt + 1;
const mainAt = huesAt + hueBins;
export const featureLength = mainAt + 4 * mainColours;

export function packFeatures({ edges, sky, ground }: LayoutFacts, { hues, main }: ColourFacts): Uint8Array {
  const features = new Uint8Array(featureLength);
  // No cell of a picture holds more than a few of all edges: the upper half would stay empty.
  for (const [place, value] of edges.entries()) features[place] = byteOf(510 * value);
  features[skyAt] = byteOf(255 * sky);
  features[groundAt] = byteOf(255 * ground);
  for (const [bin, value] of hues.entries()) features[huesAt + bin] = byteOf(255 * value);
  for (const [place, { lab, share }] of main.entries()) {
    const [lightness, a, b] = lab;
    features.set([byteOf(2.55 * lightness), byteOf(a + 128), byteOf(b + 128), byteOf(255 * share)], mainAt + 4 * place);
  }
  return features;
}

/** Length of the edges of a picture as a vector, to be measured once for {@link layoutLikeness}. */
export function edgeLength(features: Uint8Array, from = 0): number {
  let square = 0;
  for (let place = from; place < from + layoutLength; place++) square += features[place]! * features[place]!;
  return Math.sqrt(square);
}

/**
 * Likeness of the layouts of two pictures, 0–1: the cosine of their edges, less for sky and ground that reach
 * differently.
 *
 * @param one features of many pictures one after the other; `from` is where the first begins
 * @param lengths both pictures' {@link edgeLength}, multiplied
 */
export function layoutLikeness(
  one: Uint8Array,
  from: number,
  other: Uint8Array,
  lengths = edgeLength(one, from) * edgeLength(other),
): number {
  let product = 0;
  for (let place = 0; place < layoutLength; place++) product += one[from + place]! * other[place]!;
  const cosine = lengths ? product / lengths : 0;
  const apart = Math.abs(one[from + skyAt]! - other[skyAt]!) + Math.abs(one[from + groundAt]! - other[groundAt]!);
  return 0.8 * cosine + 0.2 * Math.max(0, 1 - apart / 255);
}

/** Distance of main colours at which nothing of a likeness is left, CIE76. */
const unlike = 50;

/**
 * Likeness of the colours of two pictures, 0–1: overlap of their hues, and nearness of their main colours.
 *
 * @param least where the likeness cannot come above this, it is not measured to the end and 0
 */
export function colourLikeness(one: Uint8Array, from: number, other: Uint8Array, least = 0): number {
  let shared = 0;
  let oneHues = 0;
  let otherHues = 0;
  for (let bin = huesAt; bin < huesAt + hueBins; bin++) {
    const [mine, theirs] = [one[from + bin]!, other[bin]!];
    shared += Math.min(mine, theirs);
    oneHues += mine;
    otherHues += theirs;
  }
  const hues = oneHues + otherHues === 0 ? 1 : shared / Math.max(oneHues, otherHues);
  return 0.5 * hues + 0.5 <= least ? 0 : 0.5 * hues + 0.5 * mainLikeness(one, from + mainAt, other, mainAt);
}

function mainLikeness(one: Uint8Array, from: number, other: Uint8Array, otherFrom: number): number {
  let sum = 0;
  let weight = 0;
  for (let mine = from; mine < from + 4 * mainColours; mine += 4) {
    const share = one[mine + 3]!;
    if (share === 0) continue;
    let best = 0;
    for (let theirs = otherFrom; theirs < otherFrom + 4 * mainColours; theirs += 4) {
      if (other[theirs + 3] === 0) continue;
      const lightness = (one[mine]! - other[theirs]!) / 2.55;
      const [a, b] = [one[mine + 1]! - other[theirs + 1]!, one[mine + 2]! - other[theirs + 2]!];
      const near = Math.max(0, 1 - Math.sqrt(lightness * lightness + a * a + b * b) / unlike);
      best = Math.max(best, near * Math.min(1, (2 * other[theirs + 3]!) / share));
    }
    sum += share * best;
    weight += share;
  }
  return weight === 0 ? 0 : sum / weight;
}
