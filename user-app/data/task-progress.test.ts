import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createProgressTracks } from './task-progress';

const running = { taskId: 't', status: 'running', startedAt: 1, progress: 0 } as const;
const at = (progress: number, words: string, ends: number, etaMs: number) => ({
  ...running,
  progress,
  step: { words, ends },
  etaMs,
});

test('between two reports the bar moves on at the usual pace', () => {
  const { fractionOf } = createProgressTracks();
  const reported = at(0.2, '分割', 0.6, 8_000);
  expect(fractionOf(reported, 0)).toBeCloseTo(0.2);
  expect(fractionOf(reported, 1_000)).toBeCloseTo(0.3);
  expect(fractionOf(reported, 3_000)).toBeCloseTo(0.5);
});

test('it waits where the reported step ends, however long that takes', () => {
  const { fractionOf } = createProgressTracks();
  const reported = at(0.2, '分割', 0.6, 8_000);
  fractionOf(reported, 0);
  expect(fractionOf(reported, 60_000)).toBe(0.6);
});

test('a report behind what is shown does not take it back', () => {
  const { fractionOf } = createProgressTracks();
  fractionOf(at(0.2, '分割', 0.6, 8_000), 0);
  fractionOf(at(0.2, '分割', 0.6, 8_000), 4_000);
  expect(fractionOf(at(0.25, '分割', 0.6, 30_000), 4_100)).toBeCloseTo(0.6);
});

test('nothing is said where nothing is known', () => {
  const { fractionOf } = createProgressTracks();
  expect(fractionOf(running, 5_000)).toBeUndefined();
  expect(fractionOf({ ...running, etaMs: 8_000 }, 6_000)).toBeUndefined();
  expect(fractionOf({ ...running, step: { words: '分析图片', ends: 0.1 } }, 7_000)).toBeUndefined();
});

test('without a usual duration only what was reported is shown', () => {
  const { fractionOf } = createProgressTracks();
  const reported = { ...running, progress: 0.4, step: { words: '上光', ends: 0.9 } };
  fractionOf(reported, 0);
  expect(fractionOf(reported, 60_000)).toBe(0.4);
});

test('a run that was put back begins again', () => {
  const { fractionOf } = createProgressTracks();
  fractionOf(at(0.8, '上光', 0.9, 1_000), 0);
  expect(fractionOf({ ...at(0.05, '分析图片', 0.1, 9_000), startedAt: 2 }, 10)).toBeCloseTo(0.05);
});

test('whatever an engine reports, nothing runs backwards or past the end of its step', () => {
  const reports = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 20_000 }),
      more: fc.double({ min: 0, max: 0.2, noNaN: true }),
      length: fc.double({ min: 0, max: 0.5, noNaN: true }),
      etaMs: fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(reports, (list) => {
      const { fractionOf } = createProgressTracks();
      let [now, progress, shown, furthestEnd] = [0, 0, 0, 0];
      for (const [index, { wait, more, length, etaMs }] of list.entries()) {
        progress = Math.min(0.99, progress + more);
        const ends = Math.min(1, progress + length);
        furthestEnd = Math.max(furthestEnd, ends);
        const report = { ...running, progress, step: { words: `${index}`, ends }, etaMs };
        for (const moment of [now, now + wait / 2, now + wait]) {
          const next = fractionOf(report as never, moment) ?? shown;
          expect(next).toBeGreaterThanOrEqual(shown);
          expect(next).toBeLessThanOrEqual(furthestEnd);
          shown = next;
        }
        now += wait;
      }
    }),
  );
});
