import { expect, test } from 'vitest';
import { piecesOf, placeOn } from './stroke-curve';

test('the curve goes through every position of a stroke and stays near it', () => {
  const stamps = [
    [0, 0],
    [10, 0],
    [10, 10],
    [200, 10],
  ].map(([x = 0, y = 0]) => ({ x, y, width: 4 }));
  const pieces = piecesOf(stamps);
  expect(pieces.map((piece) => [placeOn(piece, 0), placeOn(piece, 1)])).toEqual([
    [stamps[0], stamps[1]],
    [stamps[1], stamps[2]],
    [stamps[2], stamps[3]],
  ]);
  const way = pieces.flatMap((piece) => [0.25, 0.5, 0.75].map((t) => placeOn(piece, t)));
  expect(way.every(({ x, y }) => x > -4 && x < 204 && y > -4 && y < 16)).toBe(true);
});
