import { describe, expect, it } from 'vitest';
import { fitWords, tableOfTaken } from './plan-labels.ts';

const size = { width: 200, height: 100 };
const room = { left: 10, right: 189, top: 10, bottom: 89 };
const ems = { wide: 4, high: 2.6 };

/** A room with furniture from its left wall to a column. */
function furnished(to: number): Uint8Array {
  const isTaken = new Uint8Array(size.width * size.height);
  for (let y = 10; y < 90; y++) isTaken.fill(1, y * size.width + 10, y * size.width + to);
  return isTaken;
}

describe('words in a room', () => {
  it('stand as near to their place as furniture lets them, at their usual size', () => {
    const { x, y, size: letters } = fitWords(tableOfTaken(furnished(100), size), size, room, { x: 60, y: 50 }, ems, 12);
    expect(letters).toBe(12);
    expect(x - (ems.wide / 2) * letters).toBeGreaterThanOrEqual(100);
    expect(x + (ems.wide / 2) * letters).toBeLessThan(190);
    expect(Math.abs(y - 50)).toBeLessThanOrEqual(2);
  });

  it('shrink where little floor is left, and lie over furniture only where none is', () => {
    const narrow = fitWords(tableOfTaken(furnished(142), size), size, room, { x: 60, y: 50 }, ems, 14);
    expect(narrow.size).toBeLessThan(14);
    expect(narrow.x - (ems.wide / 2) * narrow.size).toBeGreaterThanOrEqual(142);
    const full = fitWords(tableOfTaken(furnished(190), size), size, room, { x: 60, y: 50 }, ems, 14);
    expect(full.x).toBeGreaterThan(room.left);
    expect(full.x).toBeLessThan(room.right);
  });
});
