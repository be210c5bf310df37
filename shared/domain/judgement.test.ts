import { describe, expect, it } from 'vitest';
import { bestOf, labelLimits, labelOf, type Measured, measures, reasonsOf, reasonWords } from './judgement.ts';

describe('the label of a result', () => {
  it('is what the engine says where nothing was measured', () => {
    for (const bound of ['final', 'assisted', 'preview'] as const) expect(labelOf({}, bound)).toBe(bound);
  });

  it.each(measures)('goes by the limits of %s, the limits themselves included', (measure) => {
    const { good, final, assisted, best = 'final' } = labelLimits[measure];
    const worse = (value: number) => value + (good === 'high' ? -1e-6 : 1e-6);
    const labelAt = (value: number) => labelOf({ [measure]: value }, 'final');
    expect([final, worse(final), assisted, worse(assisted)].map(labelAt)).toEqual([
      best,
      'assisted',
      'assisted',
      'preview',
    ]);
  });

  it('is the worst of all measurements, and no better than the engine’s word', () => {
    const measured: Measured = { structure: 99, rectangles: 0.03, glaring: 0.5 };
    expect(labelOf(measured, 'final')).toBe('preview');
    expect(reasonsOf(measured)).toEqual([
      { measure: 'glaring', label: 'preview' },
      { measure: 'rectangles', label: 'assisted' },
    ]);
    expect(reasonWords(measured)).toEqual(['颜色过于鲜艳', '出现边缘生硬的方块']);
    expect(labelOf({ structure: 99 }, 'assisted')).toBe('assisted');
  });

  it('says one reason once, and gives none for what is assisted at best', () => {
    expect(reasonWords({ structure: 30, standing: 30 })).toEqual(['结构与底图不一致']);
    expect(reasonsOf({ structure: 99, oldGrain: 0 })).toEqual([]);
    expect(labelOf({ structure: 99, oldGrain: 0 }, 'final')).toBe('assisted');
  });
});

it('the best label of several outputs is the run’s', () => {
  expect(bestOf(['preview', 'assisted'])).toBe('assisted');
  expect(bestOf(['preview', 'final', 'assisted'])).toBe('final');
  expect(bestOf([])).toBe('preview');
});
