import { describe, expect, it } from 'vitest';
import { makeFrame } from '../kernels/video/i420.ts';
import { drawTitle, titleLevel } from '../kernels/video/title-card.ts';
import { makeTitle } from './video-title.ts';

const size = { width: 320, height: 180 };
const card = await makeTitle('VILLA <8>', size);

function titled(level: number, title = card, shown = 1) {
  const frame = makeFrame(size.width, size.height);
  frame.planes[0]!.samples.fill(level);
  for (const chroma of frame.planes.slice(1)) chroma.samples.fill(90);
  drawTitle(frame, title, shown);
  return frame;
}

describe('a title', () => {
  it.each([16, 120, 235])('stands out from a ground of luma %i', (level) => {
    const { samples } = titled(level).planes[0]!;
    const isLetter = (_: number, at: number) => card.letters[at - card.top * size.width]! > 220;
    const letters = samples.filter(isLetter);
    expect(letters.length).toBeGreaterThan(60);
    const around = samples.subarray(card.middle * size.width, card.middle * size.width + 20);
    expect(Math.min(...letters) - Math.max(...around)).toBeGreaterThan(90);
  });

  it('leaves the upper part as it is, and all of it when it is not shown', () => {
    const frame = titled(120);
    expect(new Set(frame.planes[0]!.samples.subarray(0, card.top * size.width))).toEqual(new Set([120]));
    expect(new Set(frame.planes[1]!.samples.subarray(0, (card.top / 2) * (size.width / 2)))).toEqual(new Set([90]));
    expect(titled(120, card, 0).data).toEqual(
      titled(120, { ...card, letters: new Uint8Array(card.letters.length) }, 0).data,
    );
  });

  it('fits its line into the frame and centres it', async () => {
    for (const text of ['A', 'MMMMMMMMMMMMMMMMMMMM']) {
      const { letters } = await makeTitle(text, size);
      const columns = Array.from({ length: size.width }, (_, x) => x).filter((x) =>
        letters.some((level, at) => level > 128 && at % size.width === x),
      );
      const [left, right] = [columns[0]!, columns.at(-1)!];
      expect(left, text).toBeGreaterThan(5);
      expect(right, text).toBeLessThan(315);
      expect(Math.abs(left + right - 319), text).toBeLessThan(12);
    }
  });

  it('comes and goes softly, and the last one stays', () => {
    const level = (frame: number, isLast: boolean) => titleLevel(frame, { start: 50, end: 150, isLast }, 25);
    expect([49, 50, 100, 149, 150].map((frame) => level(frame, false))).toEqual([0, 0, 1, 0, 0]);
    expect(level(149, true)).toBe(1);
    for (let frame = 40; frame < 160; frame++) {
      expect(Math.abs(level(frame + 1, false) - level(frame, false))).toBeLessThan(0.12);
    }
  });
});
