import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBitmap, fillEllipse, invert, marked, paintLine } from './bitmap';
import { applyChange, writeRuns } from './change';
import { isEnough, patchPreview, previewOf, refinePart, wishFor } from './preview';
import { noRefinement, type Refinement, refine } from './refine';
import { SpanWriter } from './span-codec';

const size = { width: 301, height: 203 };
const large = { width: 4096, height: 4096 };

function drawn(seed: number) {
  const mask = createBitmap(size);
  for (let dot = 0; dot < 6; dot += 1) {
    const from = { x: (seed * 37 + dot * 71) % size.width, y: (seed * 23 + dot * 47) % size.height };
    const to = { x: (from.x + 40 + dot * 9) % size.width, y: (from.y + 25) % size.height };
    paintLine(mask, from, to, 2 + ((seed + dot) % 12), marked);
  }
  return mask;
}

test('a part of the preview is, to the pixel, what is sent of it', () => {
  const within = (least: number, most: number) => fc.integer({ min: least, max: most });
  const refinements = fc.record({ grow: within(-50, 50), feather: within(0, 50), areHolesFilled: fc.constant(false) });
  const areas = fc.record({ x: within(0, 290), y: within(0, 190), width: within(1, 120), height: within(1, 90) });
  fc.assert(
    fc.property(within(0, 200), refinements, areas, (seed, refinement: Refinement, box) => {
      const mask = drawn(seed);
      const area = {
        ...box,
        width: Math.min(box.width, size.width - box.x),
        height: Math.min(box.height, size.height - box.y),
      };
      const whole = refine(mask, refinement);
      const part = refinePart(mask, refinement, area);
      for (let row = 0; row < area.height; row += 1) {
        const from = (area.y + row) * size.width + area.x;
        const rowOfPart = part.data.subarray(row * area.width, (row + 1) * area.width);
        expect(rowOfPart, `row ${row}`).toEqual(whole.data.subarray(from, from + area.width));
      }
    }),
    { numRuns: 60, seed: 11 },
  );
});

test('a large picture is worked out as exactly as it is seen, and only where it is seen', () => {
  const far = { scale: 0.2, area: { x: 0, y: 0, ...large } };
  expect(wishFor(noRefinement, large, far)).toEqual({ refinement: noRefinement, step: 4, part: undefined });
  const near = { scale: 1, area: { x: 1000, y: 10, width: 1400, height: 800 } };
  const wish = wishFor(noRefinement, large, near);
  expect(wish).toEqual({ refinement: noRefinement, step: 4, part: { x: 904, y: 0, width: 1592, height: 906 } });
  expect(isEnough(wish, large, { ...near, area: { ...near.area, x: 1060 } })).toBe(true);
  expect(isEnough(wish, large, { ...near, area: { ...near.area, x: 1200 } })).toBe(false);
  expect(isEnough(wish, large, far)).toBe(true);
  expect(isEnough(wishFor(noRefinement, large, far), large, near)).toBe(false);
  expect(wishFor(noRefinement, size, near)).toEqual({ refinement: noRefinement, step: 1, part: undefined });
});

test('holes larger than what is seen are filled in the part as well', () => {
  const mask = createBitmap(size);
  fillEllipse(mask, { x: 10, y: 10, width: 280, height: 180 }, marked);
  fillEllipse(mask, { x: 40, y: 30, width: 220, height: 140 }, 0);
  const area = { x: 140, y: 90, width: 20, height: 20 };
  const refinement = { ...noRefinement, areHolesFilled: true };
  const filled = () => refine(mask, refinement);
  const { part, whole, coverage } = previewOf(mask, { refinement, step: 4, part: area }, filled);
  expect(part?.mask.data.every((value) => value === marked)).toBe(true);
  expect(whole.width).toBe(76);
  expect(coverage).toBeCloseTo((Math.PI * 140 * 90) / (301 * 203), 1);
});

test('what is painted shows at once in the whole and in the part, and so does a reversal', () => {
  const mask = drawn(4);
  const area = { x: 33, y: 21, width: 90, height: 70 };
  const wish = { refinement: noRefinement, step: 3, part: area };
  const shown = previewOf(mask, wish, () => mask);
  const writer = new SpanWriter();
  const dot = createBitmap(size);
  paintLine(dot, { x: 60, y: 60 }, { x: 260, y: 80 }, 21, marked);
  for (let row = 0; row < size.height; row += 1)
    writeRuns(writer, dot.data.subarray(row * size.width, (row + 1) * size.width), marked, row * size.width);
  // The mask is cleared first: on a marked ground flipping in one span would not do.
  mask.data.fill(0);
  const emptied = previewOf(mask, wish, () => mask);
  const change = { kind: 'flip', spans: writer.finish() } as const;
  applyChange(mask, change);
  patchPreview(emptied, change, mask);
  expect(emptied).toMatchObject({ whole: previewOf(mask, wish, () => mask).whole });
  expect(emptied.part).toEqual(previewOf(mask, wish, () => mask).part);
  invert(mask);
  patchPreview(emptied, { kind: 'invert' }, mask);
  expect(emptied.part).toEqual(previewOf(mask, wish, () => mask).part);
  expect(shown.part).not.toEqual(emptied.part);
});
