import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../base/random.ts';
import { isTextPage } from './text-page.ts';

const size = { width: 600, height: 800 };

/** A sheet that boxes are drawn on, in luma. */
function sheet(paper = 0.95, ink = 0.1) {
  const luma = new Float32Array(size.width * size.height).fill(paper);
  const fill = (left: number, top: number, width: number, height: number) => {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) luma[y * size.width + x] = ink;
    }
  };
  return {
    luma,
    fill,
    frame(left: number, top: number, width: number, height: number) {
      fill(left, top, width, 2);
      fill(left, top + height - 2, width, 2);
      fill(left, top, 2, height);
      fill(left + width - 2, top, 2, height);
    },
    /** Lines of letters: an upright stroke with or without bars, of any width. */
    write(top: number, count: number) {
      const random = makeRandom(7);
      for (let line = 0; line < count; line++) {
        for (let x = 50; x < 540; ) {
          const wide = 3 + Math.floor(random() * 7);
          const y = top + line * 22;
          fill(x, y, 2, 12);
          if (random() < 0.6) fill(x, y, wide, 2);
          if (random() < 0.6) fill(x, y + 10, wide, 2);
          x += wide + (random() < 0.2 ? 9 : 3);
        }
      }
    },
  };
}

function turned(luma: Float32Array) {
  const out = new Float32Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    out[(i % size.width) * size.height + size.height - 1 - Math.floor(i / size.width)] = luma[i]!;
  }
  return out;
}

describe('a page of text', () => {
  it('is told by its lines of letters, on dark ground and turned too', () => {
    const page = sheet();
    page.write(60, 24);
    expect(isTextPage(page.luma, size)).toBe(true);
    expect(isTextPage(turned(page.luma), { width: size.height, height: size.width })).toBe(true);
    const dark = sheet(0.1, 0.9);
    dark.write(60, 24);
    expect(isTextPage(dark.luma, size)).toBe(true);
  });

  it('is no drawing with notes, however many', () => {
    const drawing = sheet();
    drawing.write(260, 24);
    drawing.frame(60, 40, 240, 180);
    drawing.fill(180, 40, 2, 180);
    expect(isTextPage(drawing.luma, size)).toBe(false);
  });

  it('is no front with windows in rows, nor paper with a few words', () => {
    const front = sheet();
    for (let row = 0; row < 12; row++) {
      for (let column = 0; column < 24; column++) front.frame(60 + column * 20, 80 + row * 40, 12, 18);
    }
    expect(isTextPage(front.luma, size)).toBe(false);
    const title = sheet();
    title.write(60, 1);
    expect(isTextPage(title.luma, size)).toBe(false);
  });
});
