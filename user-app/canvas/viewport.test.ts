import { expect, test } from 'vitest';
import { Viewport } from './viewport';

const sheet = { width: 1000, height: 500 };
const window = { width: 500, height: 500 };

function openViewport(): Viewport {
  const viewport = new Viewport(sheet, {
    margin: () => ({ x: 50, y: 20 }),
    largestScale: 2,
    smallestScale: (fitted) => fitted / 2,
  });
  viewport.resize(window);
  return viewport;
}

test('the sheet lies whole in the middle and follows the window until it is moved', () => {
  const viewport = openViewport();
  expect(viewport.view).toEqual({ scale: 0.4, x: 50, y: 150 });
  viewport.resize({ width: 900, height: 500 });
  expect(viewport.view.scale).toBe(0.8);
  viewport.zoom(1.5);
  const middle = viewport.toSheet(viewport.middle);
  viewport.resize({ width: 700, height: 300 });
  expect(viewport.view.scale).toBeCloseTo(1.2);
  expect(viewport.toSheet(viewport.middle).x).toBeCloseTo(middle.x);
});

test('the place under the pointer stays while it is zoomed, within the limits', () => {
  const viewport = openViewport();
  const around = { x: 200, y: 240 };
  const place = viewport.toSheet(around);
  viewport.zoom(3, around);
  expect(viewport.toSheet(around).x).toBeCloseTo(place.x);
  viewport.zoom(1000);
  expect(viewport.view.scale).toBe(8);
  viewport.zoom(0.0001);
  expect(viewport.view.scale).toBe(0.2);
});

test('the place between two fingers goes with them', () => {
  const viewport = openViewport();
  viewport.zoom(2);
  const place = viewport.toSheet({ x: 250, y: 250 });
  viewport.pinch({ x: 300, y: 250 }, { x: 420, y: 250 }, { x: 200, y: 250 });
  expect(viewport.toScreen(place).x).toBeCloseTo(310);
});

test('the sheet cannot be lost, and a hidden place is brought into sight', () => {
  const viewport = openViewport();
  viewport.zoom(5);
  viewport.pan(99999, 0);
  expect(viewport.view.x).toBe(250);
  viewport.reveal({ x: 1000, y: 250 });
  expect(viewport.toScreen({ x: 1000, y: 250 }).x).toBeCloseTo(500 - 32);
});
