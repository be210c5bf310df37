import { benchParts } from '../parts.ts';
import { benchClicks } from './clicks.ts';
import { benchFills } from './fills.ts';
import { benchMattes } from './mattes.ts';
import { benchPlans } from './plans.ts';
import { benchReading } from './reading.ts';
import { benchSeams } from './seams.ts';

/**
 * Measures how foreign pictures are read: `npm run bench -- seeing /pictures`, or one part of it:
 * `npm run bench -- seeing reading /pictures`. Without a folder that of `SEEING_PICTURES` is taken.
 */
export function benchSeeing(asked: readonly string[] = []) {
  const folder = asked.find((word) => word.includes('/'));
  const parts = {
    reading: () => benchReading(folder),
    mattes: () => benchMattes(folder),
    clicks: () => benchClicks(folder),
    plans: () => benchPlans(folder),
    seams: () => benchSeams(folder),
    fills: () => benchFills(folder),
  };
  return benchParts(
    parts,
    asked.filter((word) => word !== folder),
  );
}
