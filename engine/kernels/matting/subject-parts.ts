import type { Size } from '../../base/blur.ts';
import { labelComponents } from '../../base/components.ts';
import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { clamp } from '../../base/scalar.ts';
import { cutOut, keepMainParts, seed } from './matting-segment.ts';

/** A pixel surely or likely of the subject, and one where it may still be. */
const sure = 0.97;
const likely = 0.4;
const possible = 0.005;
/** A network that marks less of the picture, or is never surer, has found nothing. */
const leastMarked = 0.003;
const leastSure = 0.6;
/** Weight of the network beside the colours of this very picture. */
const weight = 0.5;
/** A part this large and this likely, measured by the main one, is a subject of its own. */
const rivalArea = 0.5;
const rivalLikelihood = 0.85;

/**
 * The subject from a network's rough likelihood, in the colours of this picture.
 *
 * @param likelihood 0–1 per pixel of `size`
 * @returns 1 for the subject; undefined when the network found none
 */
export function subjectFromLikelihood(
  rgb: Uint8Array,
  size: Size,
  likelihood: Float32Array,
): Uint8Array<ArrayBuffer> | undefined {
  let marked = 0;
  let most = 0;
  for (const value of likelihood) {
    if (value > likely) marked++;
    most = Math.max(most, value);
  }
  if (marked < leastMarked * likelihood.length || most < leastSure) return undefined;
  const seeds = bytesOf(likelihood, (value) => {
    if (value > sure) return seed.foreground;
    if (value > likely) return seed.likelyForeground;
    return value > possible ? seed.likelyBackground : seed.background;
  });
  const bounded = (value: number) => clamp(value, 0.004, 0.996);
  const leaning = floatsOf(likelihood, (value) => weight * Math.log(bounded(value) / (1 - bounded(value))));
  const isThing = Uint8Array.from(cutOut(rgb, size, seeds, leaning));
  keepMainParts(isThing, size, { leastPart: rivalArea, largestHole: isThing.length * 2e-4 });
  return isThing;
}

/** Number of separate parts about as large and as likely as the main one, itself included. */
export function countSubjects(isThing: Uint8Array, size: Size, likelihood: Float32Array): number {
  const { labels, components } = labelComponents(isThing, size, true);
  const sums = new Float64Array(components.length);
  for (let i = 0; i < labels.length; i++) if (labels[i]! >= 0) sums[labels[i]!]! += likelihood[i]!;
  const parts = components.map(({ area }, index) => ({ area, mean: sums[index]! / area }));
  const [main] = parts.toSorted((one, other) => other.area - one.area);
  if (!main) return 0;
  return parts.filter(({ area, mean }) => area >= rivalArea * main.area && mean >= rivalLikelihood * main.mean).length;
}
