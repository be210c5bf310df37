import { expect, test } from 'vitest';
import { createBitmap } from './bitmap';
import { areaOf, createFrameQueue, overlayOf } from './overlay';

const colour = { red: 200, green: 70, blue: 40, alpha: 128 };

test('the overlay colours the screen over marked pixels and nothing else', () => {
  const mask = createBitmap({ width: 4, height: 2 });
  mask.data[5] = 255;
  const view = { scale: 2, x: 1, y: 1 };
  const screen = { x: 0, y: 0, width: 10, height: 6 };
  const overlay = overlayOf({ mask }, mask, view, screen, colour);
  const coloured = Array.from({ length: 60 }, (_none, at) => at).filter((at) => overlay[at * 4 + 3] !== 0);
  // Pixel 1,1 of the picture lies on 3–4, 3–4 of the screen.
  expect(coloured).toEqual([33, 34, 43, 44]);
  expect([...overlay.subarray(33 * 4, 34 * 4)]).toEqual([200, 70, 40, 128]);
  expect(areaOf(view, { x: 1, y: 1, width: 1, height: 1 }, screen)).toEqual({ x: 2, y: 2, width: 4, height: 4 });
});

test('changes within a frame are drawn once, together', () => {
  const drawn: unknown[] = [];
  const frames: (() => void)[] = [];
  const queue = createFrameQueue(
    (area) => drawn.push(area),
    (act) => frames.push(act),
  );
  queue.add({ x: 0, y: 0, width: 2, height: 2 });
  queue.add({ x: 8, y: 4, width: 2, height: 2 });
  expect(drawn).toEqual([]);
  frames[0]?.();
  expect(drawn).toEqual([{ x: 0, y: 0, width: 10, height: 6 }]);
  expect(frames).toHaveLength(1);
});
