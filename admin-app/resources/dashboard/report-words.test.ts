import { expect, it } from 'vitest';
import { comparedWords, formatFigure, listAddress } from './figure-words.ts';
import { rangeBefore, readRange, writeRange } from './report-range.ts';

/** A minute after midnight in Shanghai: in London it is still the day before. */
const now = Date.parse('2026-11-20T00:01:00+08:00');

it('reads days from the address, in China, and writes them back', () => {
  expect(readRange('', now)).toEqual({ from: '2026-10-22', to: '2026-11-20', preset: 30 });
  expect(readRange('?days=1', now)).toEqual({ from: '2026-11-20', to: '2026-11-20', preset: 1 });
  const own = { from: '2026-02-01', to: '2026-02-28' };
  expect(readRange(writeRange(own), now)).toEqual({ ...own, preset: null });
  for (const days of [1, 7, 30, 90]) expect(readRange(writeRange(days), now).preset).toBe(days);
  for (const wrong of ['?days=5', '?from=2026-02-02&to=2026-02-01', '?from=2020-01-01&to=2026-01-01', '?from=x&to=y'])
    expect(readRange(wrong, now)).toEqual(readRange('', now));
});

it('compares with as many days before', () => {
  expect(rangeBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  expect(comparedWords('fen', 15_000, 10_000)).toBe('较上期升 50.0%');
  expect(comparedWords('count', 3, 4)).toBe('较上期降 25.0%');
  expect(comparedWords('share', 0.5, 0.25)).toBe('较上期升 25.0 个百分点');
  expect(comparedWords('count', 3, 0)).toBe('上期 0');
  expect(comparedWords('count', 3, 3)).toBe('与上期持平');
  expect(comparedWords('ms', null, 3)).toBe('');
});

it('says numbers in their units', () => {
  expect(['fen', 'share', 'ms', 'count'].map((unit) => formatFigure(unit as 'fen', 7_200_000))).toEqual([
    '¥72,000.00',
    '720000000.0%',
    '2.0 小时',
    '7,200,000',
  ]);
  expect(formatFigure('share', null)).toBe('—');
});

it('leads to the list behind a number, to the millisecond', () => {
  const list = { resource: 'tasks', filters: { status: 'failed' }, timeField: 'finishedAt' } as const;
  const from = Date.parse('2026-11-19T00:00:00+08:00');
  expect(listAddress(list, { from: '2026-11-19', to: '2026-11-19' })).toBe(
    `/tasks?finishedAt_gte=${from}&finishedAt_lte=${from + 86_399_999}&status=failed`,
  );
  expect(listAddress({ ...list, timeField: null }, { from: '2026-11-19', to: '2026-11-19' })).toBe(
    '/tasks?status=failed',
  );
});
