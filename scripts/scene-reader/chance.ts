import { randomSource } from '../../engine/kernels/trace/noise.ts';

/** Random choices from one seed. */
export interface Chance {
  /** 0–1. */
  share: () => number;
  between: (low: number, high: number) => number;
  happens: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T;
}

export function makeChance(seed: number): Chance {
  const share = randomSource(seed * 7919 + 13);
  for (let i = 0; i < 12; i++) share();
  return {
    share,
    between: (low, high) => low + (high - low) * share(),
    happens: (probability) => share() < probability,
    pick: (from) => from[Math.floor(share() * from.length)]!,
    weighted: <T extends string>(weights: Readonly<Record<T, number>>): T => {
      const entries = Object.entries(weights) as [T, number][];
      let left = share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return entries[0]![0];
    },
  };
}
