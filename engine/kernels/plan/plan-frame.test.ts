import { expect, it } from 'vitest';
import { UnsuitablePicture } from '../../base/job.ts';
import { withoutSheetFrame } from './plan-frame.ts';
import { refuseTown } from './plan-town.ts';

const size = { width: 400, height: 300 };

/** Ink of rectangles: left, top, right, bottom, thickness of their lines. */
function draw(...boxes: ReadonlyArray<readonly [number, number, number, number, number]>): Uint8Array {
  const ink = new Uint8Array(size.width * size.height);
  for (const [left, top, right, bottom, thick] of boxes) {
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const depth = Math.min(x - left, right - x, y - top, bottom - y);
        if (depth < thick) ink[y * size.width + x] = 1;
      }
    }
  }
  return ink;
}
const house = [90, 70, 230, 190, 6] as const;
const inner = [90, 70, 160, 130, 6] as const;

it('takes the frame of a sheet and its title block out, and leaves the plan', () => {
  const sheet = draw([12, 12, 387, 287, 2], [320, 12, 387, 287, 2], [320, 200, 387, 240, 2], house, inner);
  expect(withoutSheetFrame(sheet, size)).toEqual(draw(house, inner));
});

it('takes out a thin line along the border that a crop left', () => {
  const cropped = draw([0, 0, 399, 299, 1], house, inner);
  expect(withoutSheetFrame(cropped, size)).toEqual(draw(house, inner));
});

it('leaves the outer walls of a plan that fills its picture', () => {
  const plan = draw([10, 10, 389, 289, 7], [10, 10, 200, 150, 7], [200, 10, 389, 150, 7]);
  expect(withoutSheetFrame(plan, size)).toEqual(plan);
});

it('refuses a drawing of thousands of parcels, and takes one of a few', () => {
  const large = { width: 1200, height: 900 };
  const grid = (pitch: number) =>
    Uint8Array.from({ length: large.width * large.height }, (_, i) =>
      (i % large.width) % pitch === 0 || Math.floor(i / large.width) % pitch === 0 ? 1 : 0,
    );
  expect(() => refuseTown({ ...large, ink: grid(10) })).toThrow(UnsuitablePicture);
  refuseTown({ ...large, ink: grid(60) });
});
