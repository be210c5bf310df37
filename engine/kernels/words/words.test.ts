import { describe, expect, it } from 'vitest';
import { lettersOf, readAnswers } from './letters.ts';
import { boxesOfMap, measureQuad, type Quad } from './word-boxes.ts';
import { cellsOfColumn, cropLine, tensorOfCrops, turnedUp } from './word-crops.ts';

/** Answers in which each column is sure of one class. */
function answersOf(lines: readonly (readonly number[])[], classes: number) {
  const length = lines[0]!.length;
  const answers = new Float32Array(lines.length * length * classes).fill(0.01);
  for (const [line, columns] of lines.entries()) {
    for (const [column, best] of columns.entries()) answers[(line * length + column) * classes + best] = 0.9;
  }
  return { answers, dims: [lines.length, length, classes] };
}

describe('what a recognizer answers', () => {
  it('is read by its key file: equal columns are one letter, none divides two equal ones, the last class is the space', () => {
    const letters = lettersOf('主\n卧\n房\n');
    expect(letters).toEqual(['', '主', '卧', '房', ' ']);
    const { answers, dims } = answersOf(
      [
        [0, 1, 1, 0, 2, 2, 0],
        [3, 0, 3, 4, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0],
      ],
      5,
    );
    const read = readAnswers(answers, dims, letters, [7, 7, 7]);
    expect(read.map(({ text }) => text)).toEqual(['主卧', '房房 主', '']);
    expect(read[0]!.score).toBeCloseTo(0.9);
    expect(read[2]!.score).toBe(0);
  });

  it('is not read beyond the columns of its line: the rest is padding', () => {
    const { answers, dims } = answersOf([[1, 0, 2, 0, 3]], 5);
    expect(readAnswers(answers, dims, lettersOf('主\n卧\n房'), [3])[0]!.text).toBe('主卧');
  });
});

describe('boxes of text', () => {
  it('stand round what the detector found, a little larger, at its angle, and noise has none', () => {
    const size = { width: 200, height: 160 };
    const map = new Float32Array(size.width * size.height);
    for (let v = -8; v <= 8; v += 0.5) {
      for (let u = -40; u <= 40; u += 0.5) {
        const [cosine, sine] = [Math.cos(0.3), Math.sin(0.3)];
        map[Math.round(80 + u * sine + v * cosine) * size.width + Math.round(100 + u * cosine - v * sine)] = 0.9;
      }
    }
    map[5 * size.width + 5] = 0.9;
    const boxes = boxesOfMap(map, size);
    expect(boxes).toHaveLength(1);
    const { x, y, wide, high, angle } = measureQuad(boxes[0]!.quad);
    expect(Math.hypot(x - 100, y - 80)).toBeLessThan(1.5);
    expect(angle).toBeCloseTo((0.3 * 180) / Math.PI, 0);
    expect(wide).toBeGreaterThan(88);
    expect(wide).toBeLessThan(110);
    expect(high).toBeGreaterThan(24);
    expect(high).toBeLessThan(44);
  });

  it('are cut out and laid straight: text from the bottom up, and the letters of a column side by side', () => {
    const size = { width: 60, height: 120 };
    const lightness = Float32Array.from({ length: size.width * size.height }, (_, i) =>
      Math.floor(i / size.width) < 60 ? 0 : 1,
    );
    const column: Quad = [
      { x: 10, y: 10 },
      { x: 50, y: 10 },
      { x: 50, y: 110 },
      { x: 10, y: 110 },
    ];
    const turned = cropLine(lightness, size, [turnedUp(column)], 48);
    expect(turned.width).toBe(120);
    // The lower, light half of the column is where a text from the bottom up begins.
    expect(turned.values[5]).toBeCloseTo(1);
    expect(turned.values[115]).toBeCloseTo(-1);
    expect(cellsOfColumn(column).map((cell) => measureQuad(cell).wide)).toEqual([40, 40, 40]);
    const { data, dims } = tensorOfCrops([turned, cropLine(lightness, size, [column], 48, 20)]);
    expect(dims).toEqual([2, 3, 48, 120]);
    expect(data.length).toBe(2 * 3 * 48 * 120);
  });
});
