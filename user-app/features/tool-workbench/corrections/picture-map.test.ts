import { expect, test } from 'vitest';
import { type Drawing, mapRegions, mapRooms } from './picture-map';

/** A drawing of lines and boxes of ink: left, top, width, height. */
function draw(width: number, height: number, ...strokes: [number, number, number, number][]): Drawing {
  const ink = new Uint8Array(width * height);
  for (const [left, top, wide, high] of strokes)
    for (let y = top; y < top + high; y += 1) ink.fill(1, y * width + left, y * width + left + wide);
  return { width, height, ink };
}

test('a press finds the region whose lines are around it', () => {
  const frame = (left: number, top: number, side: number): [number, number, number, number][] => [
    [left, top, side, 1],
    [left, top + side - 1, side, 1],
    [left, top, 1, side],
    [left + side - 1, top, 1, side],
  ];
  // A pond in a meadow; a shed beside it that nobody listed.
  const drawing = draw(100, 60, ...frame(20, 10, 30), ...frame(70, 20, 10));
  const map = mapRegions(drawing, [
    { x: 0, y: 0 },
    { x: 21, y: 11 },
  ]);
  const at = (x: number, y: number) => map.labels[y * 100 + x];
  expect([at(5, 5), at(60, 50), at(35, 25), at(22, 38)]).toEqual([0, 0, 1, 1]);
  expect(at(75, 25)).toBe(0);
  expect(map.inside[1]).toEqual({ x: 34, y: 24 });
});

test('rooms end at their walls and at the doors between them, not at the furniture', () => {
  const wall = 8;
  const drawing = draw(
    300,
    200,
    [20, 20, 260, wall],
    [20, 172, 260, wall],
    [20, 20, wall, 160],
    [272, 20, wall, 160],
    // The wall between the rooms with a door of 40 pixels, and a table drawn with thin lines.
    [150, 20, wall, 60],
    [150, 120, wall, 60],
    [50, 60, 40, 2],
    [50, 100, 40, 2],
    [50, 60, 2, 42],
    [88, 60, 2, 42],
  );
  const map = mapRooms(
    drawing,
    [
      { x: 89, y: 100 },
      { x: 214, y: 100 },
    ],
    [{ x: 154, y: 100, length: 40 }],
  );
  const at = (x: number, y: number) => map.labels[y * 300 + x];
  expect([at(40, 40), at(70, 80), at(140, 100)]).toEqual([0, 0, 0]);
  expect([at(200, 40), at(168, 100)]).toEqual([1, 1]);
  expect([at(5, 5), at(154, 40)]).toEqual([-1, -1]);
});
