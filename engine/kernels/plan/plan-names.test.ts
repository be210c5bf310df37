import { describe, expect, it } from 'vitest';
import type { Quad } from '../words/word-boxes.ts';
import { inkWithoutTexts, namesOfRooms, scaleOfTexts, textsOfWords } from './plan-names.ts';
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
