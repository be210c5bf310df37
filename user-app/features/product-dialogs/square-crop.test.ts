import { expect, test } from 'vitest';
import { cutOf, keptInside, startCrop, zoomed } from './square-crop';

const wide = { width: 800, height: 400 };
const side = 200;

test('begins with the middle square and never leaves the picture', () => {
  const start = startCrop(wide, side);
  expect(cutOf(start, wide, side)).toEqual({ left: 200, top: 0, side: 400 });
  const far = keptInside({ ...start, x: start.x - 1000, y: start.y + 50 }, wide, side);
  expect(cutOf(far, wide, side)).toEqual({ left: 400, top: 0, side: 400 });
});

test('zooms round its middle, and back to where the picture still fills it', () => {
  const close = zoomed(startCrop(wide, side), 2, wide, side);
  expect(cutOf(close, wide, side)).toEqual({ left: 300, top: 100, side: 200 });
  const corner = keptInside({ ...close, x: 0, y: 0 }, wide, side);
  expect(cutOf(zoomed(corner, 1, wide, side), wide, side)).toEqual({ left: 0, top: 0, side: 400 });
});
