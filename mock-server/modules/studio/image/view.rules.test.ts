import { describe, expect, it } from 'vitest';
import type { ImageFormat } from '#shared/contract/image';
import { type AskedView, nameOf, planDownload, planView } from './view.rules.ts';

const upload = { width: 8000, height: 8000, format: 'png' as ImageFormat, type: 1 };
const result = { width: 2400, height: 1600, format: 'png' as ImageFormat, type: 3 };
const view = (stored: typeof upload, asked: Partial<AskedView>) =>
  planView(stored, { fit: 'inside', quality: 100, isClean: false, ...asked });

describe('a view', () => {
  it.each([
    [{ w: 16 }, { width: 160, fit: 'inside' }],
    [{ w: 320 }, { width: 320, fit: 'inside' }],
    [{ w: 321 }, { width: 480, fit: 'inside' }],
    [{ h: 3000 }, { height: 3840, fit: 'inside' }],
    [
      { w: 4000, h: 700 },
      { height: 960, fit: 'inside' },
    ],
    [{ w: 7680 }, { width: 7680, fit: 'inside' }],
    [{ w: 7681 }, undefined],
    [
      { w: 96, h: 72, fit: 'cover' },
      { width: 160, height: 120, fit: 'cover' },
    ],
    [
      { w: 90, h: 160, fit: 'cover' },
      { width: 90, height: 160, fit: 'cover' },
    ],
    [
      { w: 320, fit: 'cover' },
      { width: 320, fit: 'inside' },
    ],
    [
      { w: 100, h: 100, fit: 'contain' },
      { width: 160, height: 160, fit: 'contain' },
    ],
  ] as const)('asked for with %j has %j', (asked, resize) => {
    expect(view(upload, { ...asked, format: 'webp' })?.resize).toEqual(resize);
  });

  it('is cut from the picture without enlarging it, in the proportions asked for', () => {
    const small = { ...upload, width: 200, height: 150 };
    expect(view(small, { w: 180, h: 90, fit: 'cover' })?.resize).toEqual({ width: 200, height: 100, fit: 'cover' });
  });

  it.each([
    [1, 60],
    [61, 80],
    [90, 90],
    [91, 100],
  ])('of quality %i has %i', (quality, made) => {
    expect(view(upload, { quality, format: 'webp' })?.quality).toBe(made);
  });

  it('is the stored file where nothing is to be done to it', () => {
    expect(view(upload, {})).toBeNull();
    expect(view(upload, { w: 8000, quality: 60 })).toBeNull();
    expect(planDownload(upload, 'png')).toBeNull();
    expect(view({ ...result, type: 2 }, {})).toBeNull();
  });

  it('of a marked type is never larger than 1280 pixels without the mark', () => {
    for (const format of ['png', 'webp', 'jpg'] as const)
      for (const fit of ['inside', 'cover', 'contain'] as const)
        for (const isClean of [false, true])
          for (const w of [undefined, 16, 500, 1280, 1281, 1920, 2400, 8192])
            for (const h of [undefined, 16, 1280, 1600, 8192]) {
              const plan = view(result, { w, h, fit, format, isClean });
              if (!plan) throw new Error('the stored file itself');
              const { width = 0, height = 0 } = plan.resize ?? result;
              if (!plan.isMarked) expect(Math.max(width, height)).toBeLessThanOrEqual(1280);
              else expect(isClean).toBe(false);
            }
    expect(planDownload(result, 'png')?.isMarked).toBe(true);
  });

  it('has few names, whatever is asked for', () => {
    const names = new Set<string>();
    for (let w = 16; w <= 8192; w += 7)
      for (const h of [undefined, 16 + ((w * 31) % 8000)])
        for (const fit of ['inside', 'cover'] as const) {
          const plan = view(upload, { w, h, fit, quality: 1 + (w % 100), format: 'webp' });
          if (plan) names.add(nameOf(plan));
        }
    // Sizes of the longer side × proportions × which side is longer × qualities is the most there can be.
    expect(names.size).toBeLessThanOrEqual(12 * 48 * 2 * 4);
    const inside = [...names].filter((name) => name.includes('inside'));
    expect(inside.length).toBeLessThanOrEqual(11 * 2 * 4);
  });
});
