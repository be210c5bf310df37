import { fileURLToPath } from 'node:url';
import { bringToBase, judgeResult } from '../../engine/judgement/judge-result.ts';
import type { JudgedPixels } from '../../engine/judgement/judged-picture.ts';
import { cutAndResize, readJudged, relight } from '../support/judged-pictures.ts';
import { type Measurement, say } from './measurement.ts';

const rounds = 5;
const size = { width: 1536, height: 1024 };

/** Measures how long a result is judged: one in its base's frame, and one with another crop. */
export async function benchStructure(): Promise<Measurement[]> {
  const file = fileURLToPath(new URL('../../user-app/public/samples/villa-day.jpg', import.meta.url));
  const sample = await readJudged(file, size.width);
  const whole = { left: 0, top: 0, width: sample.width, height: sample.height };
  const base = cutAndResize(sample, whole, size);
  const inPlace = relight(base, 2);
  const cropped = cutAndResize(inPlace, { left: 60, top: 30, width: 1270, height: 953 }, { width: 1152, height: 864 });
  say('a result in its frame, and one with another crop');
  return [
    ...timesOf('in place', base, inPlace),
    ...timesOf('of another size and crop', base, cropped),
    { name: 'most memory of the process', ours: process.resourceUsage().maxRSS / 1024, unit: 'MB' },
  ];
}

function timesOf(name: string, base: JudgedPixels, result: JudgedPixels): Measurement[] {
  const judged = fastest(() => judgeResult(base, result));
  const brought = fastest(() => bringToBase(base, result));
  return [
    {
      name: `found and judged, ${name}, ${size.width}x${size.height}`,
      ours: judged,
      unit: 'ms',
      target: 'below 1500 ms',
    },
    { name: `brought to its base, ${name}`, ours: brought, unit: 'ms' },
  ];
}

function fastest(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
