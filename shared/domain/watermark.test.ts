import { expect, it } from 'vitest';
import { needsWatermark, watermark } from './watermark.ts';

it('leaves own uploads and bought results clean and marks everything else', () => {
  expect([0, 1, 2, 3, 4, 9, Number.NaN].map(needsWatermark)).toEqual([true, false, false, true, true, true, true]);
});

it('is the text, place and size of docs/RULES.md R55', () => {
  expect(watermark).toMatchObject({ text: '筑绘 AI', offset: 20, fontSize: 36 });
  expect(watermark.opacity > 0 && watermark.opacity < 1).toBe(true);
});
