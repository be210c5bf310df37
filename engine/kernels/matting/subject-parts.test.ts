import { describe, expect, it } from 'vitest';
import { countSubjects, subjectFromLikelihood } from './subject-parts.ts';

const size = { width: 120, height: 80 };
const count = size.width * size.height;
const isBall = (x: number, y: number) => Math.hypot(x - 40, y - 42) < 22;
const isWindow = (x: number, y: number) => x >= 84 && x < 112 && y >= 10 && y < 50;

const plane = (valueAt: (x: number, y: number) => number) =>
  Float32Array.from({ length: count }, (_, i) => valueAt(i % size.width, Math.floor(i / size.width)));

/** A brown ball and a loud window before a wall. */
const rgb = new Uint8Array(count * 3);
for (let i = 0; i < count; i++) {
  const [x, y] = [i % size.width, Math.floor(i / size.width)];
  const grain = (x * 7 + y * 13) % 5;
  const colour = isBall(x, y) ? [120, 84, 60] : isWindow(x, y) ? [250, 250, 120] : [150, 156, 160];
  rgb.set(
    colour.map((level) => level + grain),
    i * 3,
  );
}

/** As vague as a network is: sure in the middle, doubtful far beyond the outline. */
const vague = (distance: number) => Math.max(0.001, Math.min(0.99, 0.5 + (16 - distance) / 24));
const ballLikelihood = plane((x, y) => vague(Math.hypot(x - 40, y - 42)));

describe('the subject from a likelihood', () => {
  it('gets the outline that the colours tell, and leaves what is only loud', () => {
    const found = subjectFromLikelihood(rgb, size, ballLikelihood)!;
    const wrong = found.filter((value, i) => (value === 1) !== isBall(i % size.width, Math.floor(i / size.width)));
    expect(wrong.length).toBeLessThan(0.01 * count);
  });

  it('is none where the network is never sure or marks a few pixels only', () => {
    expect(
      subjectFromLikelihood(
        rgb,
        size,
        plane(() => 0.55),
      ),
    ).toBeUndefined();
    expect(
      subjectFromLikelihood(
        rgb,
        size,
        plane((x, y) => (x < 4 && y < 4 ? 0.9 : 0)),
      ),
    ).toBeUndefined();
  });
});

describe('how many subjects there are', () => {
  const both = Uint8Array.from(plane((x, y) => (isBall(x, y) || isWindow(x, y) ? 1 : 0)));
  const say = (window: number) =>
    countSubjects(
      both,
      size,
      plane((x, y) => (isWindow(x, y) ? window : 0.95)),
    );

  it('counts parts about as large and as likely as the main one', () => {
    expect(say(0.94)).toBe(2);
    expect(say(0.6)).toBe(1);
    expect(countSubjects(Uint8Array.from(plane((x, y) => (isBall(x, y) ? 1 : 0))), size, ballLikelihood)).toBe(1);
    expect(countSubjects(new Uint8Array(count), size, ballLikelihood)).toBe(0);
  });
});
