import { type Labelled, type LabelMasks, labelled } from './labelled-pictures.ts';

/** A class counts as there where it covers more than this share of a picture. */
const leastShare = 0.01;

/**
 * Overlaps (intersection over union) over many pictures: the mean over those where the class covers more than 1 %, and
 * the mean area it was falsely given where it does not.
 */
export function createOverlaps() {
  const overlaps = new Map<Labelled, number[]>(labelled.map((name) => [name, []]));
  const falseAreas = new Map<Labelled, number[]>(labelled.map((name) => [name, []]));
  return {
    add(found: Partial<LabelMasks>, truth: LabelMasks): void {
      for (const name of labelled) {
        const mask = found[name];
        if (!mask) continue;
        const counts = countBoth(mask, truth[name]);
        if (counts.truth > leastShare * mask.length) overlaps.get(name)!.push(counts.both / counts.either);
        else falseAreas.get(name)!.push(counts.found / mask.length);
      }
    },
    /** Means, or nothing where no picture had a say; shares of 1. */
    of(name: Labelled): { overlap?: number; falseArea?: number } {
      const [overlap, falseArea] = [mean(overlaps.get(name)!), mean(falseAreas.get(name)!)];
      return { ...(overlap !== undefined && { overlap }), ...(falseArea !== undefined && { falseArea }) };
    },
  };
}

function countBoth(found: Uint8Array, truth: Uint8Array) {
  const counts = { found: 0, truth: 0, both: 0, either: 0 };
  for (let i = 0; i < truth.length; i++) {
    counts.found += found[i]!;
    counts.truth += truth[i]!;
    counts.both += found[i]! & truth[i]!;
    counts.either += found[i]! | truth[i]!;
  }
  return counts;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
