import { describe, expect, it } from 'vitest';
import type { Quad } from '../words/word-boxes.ts';
import { measureOfWord } from './plan-measures.ts';
import { inkWithoutTexts, namesOfRooms, scaleOfTexts, textsOfWords } from './plan-names.ts';
import { straightLines } from './plan-partitions.ts';
import { findRooms } from './plan-rooms.ts';
import { findWalls } from './plan-walls.ts';

const size = { width: 460, height: 300 };
const ink = new Uint8Array(size.width * size.height);
const fill = (left: number, top: number, right: number, bottom: number) => {
  for (let y = top; y < bottom; y++) ink.fill(1, y * size.width + left, y * size.width + right);
};
/** Two rooms, 190 and 190 pixels wide; the left one has lost most of its outer wall, the right one is closed. */
fill(20, 20, 430, 30);
fill(20, 220, 430, 230);
fill(20, 20, 30, 60);
fill(20, 195, 30, 230);
fill(220, 20, 230, 230);
fill(420, 20, 430, 230);

const word = (text: string, x: number, y: number, isUpright = true) => {
  const [w, h] = isUpright ? [24, 7] : [7, 24];
  const box = [
    { x: x - w, y: y - h },
    { x: x + w, y: y - h },
    { x: x + w, y: y + h },
    { x: x - w, y: y + h },
  ] as unknown as Quad;
  return { text, score: 0.95, box: isUpright ? box : ([box[3], box[0], box[1], box[2]] as Quad) };
};

describe('words on a plan', () => {
  it('name the rooms they stand in, those too whose outer wall is open, and make nothing of the street', () => {
    const texts = textsOfWords([word('主卧', 120, 120), word('书房', 320, 120), word('厨房', 230, 270)], size);
    const names = texts.map(({ x, y, room }) => ({ x, y, kind: room!.kind }));
    const walls = findWalls(ink, size, 10);
    const rooms = findRooms(ink, size, walls, names);
    const found = namesOfRooms(rooms, size, texts).map((room) => room?.name);
    expect(found.toSorted()).toEqual(['主卧', '书房']);
    const outer = walls.gaps.find(({ kind }) => kind === 'opening');
    expect(outer?.left).toBeLessThan(90);
    expect(outer?.length).toBeGreaterThan(80);
  });

  it('take their letters out of the ink and leave walls that run through their boxes', () => {
    const written = Uint8Array.from(ink);
    for (let y = 116; y < 124; y++) written.fill(1, y * size.width + 112, y * size.width + 128);
    const texts = textsOfWords([word('主卧', 120, 120), word('书房', 225, 120)], size);
    expect(inkWithoutTexts(written, size, texts)).toEqual(ink);
    expect(inkWithoutTexts(written, size, [])).toBe(written);
  });

  it('join what is written in one space', () => {
    const texts = textsOfWords([word('客厅', 280, 80), word('餐厅', 360, 160), word('厨房', 300, 200)], size);
    const rooms = findRooms(ink, size, findWalls(ink, size, 10));
    const [first] = namesOfRooms(rooms, size, texts);
    expect(first).toEqual({ kind: 'livingDining', name: '客餐厅·厨房' });
  });

  it('give the scale: rows of dimensions by their distances, sizes by the rooms, what is misread is outvoted', () => {
    const closed = findRooms(ink, size, findWalls(ink, size, 10));
    const chain = [word('3600', 90, 260), word('4000', 280, 260), word('2800', 450, 262), word('9000', 300, 285)];
    const byChain = scaleOfTexts(closed, size, textsOfWords(chain, size));
    expect(byChain).toMatchObject({ by: 'chain', votes: 2 });
    expect(byChain!.metres).toBeCloseTo(0.02, 3);
    const bySides = scaleOfTexts(closed, size, textsOfWords([word('3.80 x 3.80', 325, 125)], size));
    expect(bySides).toMatchObject({ by: 'sides' });
    expect(bySides!.metres).toBeCloseTo(0.02, 3);
    expect(scaleOfTexts(closed, size, textsOfWords([word('3600', 90, 260)], size))).toBeUndefined();
  });
});

describe('thin lines', () => {
  const thin = Uint8Array.from(ink);
  const isWhite = (i: number) => thin[i] === 0;
  const line = (left: number, top: number, right: number, bottom: number) => {
    for (let y = top; y < bottom; y++) thin.fill(1, y * size.width + left, y * size.width + right);
  };
  // The left wall whole, a partition of one stroke with a door in the right room, and a table there.
  line(20, 60, 30, 195);
  line(330, 30, 331, 150);
  line(330, 200, 331, 220);
  line(360, 60, 410, 61);
  line(360, 100, 410, 101);
  line(360, 60, 361, 101);
  line(410, 60, 411, 101);

  it('part rooms that are named, faint ones too, and furniture stays in its room', () => {
    const lightness = Float32Array.from(thin, (_, i) => (isWhite(i) ? 1 : ink[i] ? 0 : 0.8));
    const walls = findWalls(ink, size, 10);
    const names = [
      { x: 120, y: 120, kind: 'living' },
      { x: 275, y: 120, kind: 'bedroom' },
      { x: 380, y: 180, kind: 'bath' },
    ];
    const lines = straightLines(lightness, new Uint8Array(thin.length), size, 10, 40);
    const { roomOf } = findRooms(ink, size, walls, names, lines);
    const [living, bedroom, bath] = names.map(({ x, y }) => roomOf[y * size.width + x]!);
    expect(new Set([living, bedroom, bath, -1]).size).toBe(4);
    expect(roomOf[80 * size.width + 385]).toBe(bath);
    const without = findRooms(ink, size, findWalls(ink, size, 10), names).roomOf;
    expect(without[120 * size.width + 275]).toBe(without[180 * size.width + 380]);
  });
});

describe('sizes in rooms', () => {
  it('that had to be guessed do not count beside plain ones', () => {
    expect(measureOfWord('126x80')).toEqual({ kind: 'sides', metres: [1.26, 0.8], isGuess: true });
    expect(measureOfWord("10'1×10'8*")).toMatchObject({ kind: 'sides' });
    const whole = Uint8Array.from(ink);
    for (let y = 60; y < 195; y++) whole.fill(1, y * size.width + 20, y * size.width + 30);
    const rooms = findRooms(whole, size, findWalls(whole, size, 10));
    const texts = rooms.rooms.slice(0, 2).flatMap(({ left, right, top, bottom }) => {
      const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
      const sides = [right - left + 1, bottom - top + 1].map((side) => (side / 50).toFixed(2));
      return [word(sides.join('x'), x, y - 20), word('126x124', x, y + 20)];
    });
    expect(texts).toHaveLength(4);
    expect(scaleOfTexts(rooms, size, textsOfWords(texts, size))?.metres).toBeCloseTo(1 / 50, 3);
    // One room of several could agree with itself by chance.
    const odd = [texts[0]!, { ...texts[2]!, text: '9.00x1.00' }];
    expect(scaleOfTexts(rooms, size, textsOfWords(odd, size))).toBeUndefined();
  });
});
