import type { Spot } from './findings';

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The spot an arrow key leads to from one of them: near, and rather ahead than aside. Home and End are the ends of the list. */
export function nextTowards(spots: readonly Spot[], from: number, key: string): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return spots.length - 1;
  const direction = directions[key];
  const start = spots[from];
  if (!direction || !start) return undefined;
  let best: { place: number; cost: number } | undefined;
  for (const [place, { x, y }] of spots.entries()) {
    const ahead = (x - start.x) * direction[0] + (y - start.y) * direction[1];
    const aside = Math.abs((x - start.x) * direction[1]) + Math.abs((y - start.y) * direction[0]);
    const cost = ahead + aside * 2;
    if (place !== from && ahead > 0 && (!best || cost < best.cost)) best = { place, cost };
  }
  return best?.place ?? from;
}
