import { expect, it } from 'vitest';
import { boxBlur, gaussianBlur } from './blur.ts';
import { guidedFilter, guidedSmooth } from './guided-filter.ts';
import { makeRandom } from './random.ts';

const size = { width: 19, height: 13 };

function noisyStep(): Float32Array {
  const random = makeRandom(4);
  const plane = new Float32Array(size.width * size.height);
  for (let i = 0; i < plane.length; i++) plane[i] = (i % size.width < 9 ? 0.2 : 0.8) + (random() - 0.5) * 0.1;
  return plane;
}

/** Mean of `value` over the window around a pixel, as the definition says. */
function windowMean(x: number, y: number, radius: number, value: (at: number) => number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, y - radius); row <= Math.min(size.height - 1, y + radius); row++) {
    for (let column = Math.max(0, x - radius); column <= Math.min(size.width - 1, x + radius); column++) {
      sum += value(row * size.width + column);
      count++;
    }
  }
  return sum / count;
}

function forEachPixel(visit: (x: number, y: number, at: number) => void): void {
  for (let y = 0; y < size.height; y++) for (let x = 0; x < size.width; x++) visit(x, y, y * size.width + x);
}

it('a box blur is the mean of the window, at the borders of what there is of it', () => {
  const plane = noisyStep();
  const blurred = boxBlur(plane, size, 3);
  forEachPixel((x, y, at) =>
    expect(blurred[at]).toBeCloseTo(
      windowMean(x, y, 3, (i) => plane[i]!),
      5,
    ),
  );
});

it('guided filters do what their definition says', () => {
  const guide = noisyStep();
  const source = guide.map((value, i) => value * 0.5 + (i % 3) * 0.05);
  const epsilon = 0.01;
  const slopes = new Float64Array(guide.length);
  const offsets = new Float64Array(guide.length);
  forEachPixel((x, y, at) => {
    const meanGuide = windowMean(x, y, 2, (i) => guide[i]!);
    const meanSource = windowMean(x, y, 2, (i) => source[i]!);
    const covariance = windowMean(x, y, 2, (i) => guide[i]! * source[i]!) - meanGuide * meanSource;
    const variance = windowMean(x, y, 2, (i) => guide[i]! ** 2) - meanGuide ** 2;
    slopes[at] = covariance / (variance + epsilon);
    offsets[at] = meanSource - slopes[at]! * meanGuide;
  });
  const filtered = guidedFilter(guide, source, size, 2, epsilon);
  forEachPixel((x, y, at) => {
    const expected = windowMean(x, y, 2, (i) => slopes[i]!) * guide[at]! + windowMean(x, y, 2, (i) => offsets[i]!);
    expect(filtered[at]).toBeCloseTo(expected, 4);
  });
  const alone = guidedSmooth(guide, size, 2, epsilon);
  const itself = guidedFilter(guide, guide, size, 2, epsilon);
  forEachPixel((_x, _y, at) => expect(alone[at]).toBeCloseTo(itself[at]!, 4));
});

it.each([1, 2.2, 3, 4.7, 9])('a Gaussian of sigma %d spreads a point by that deviation', (sigma) => {
  const side = 121;
  const point = new Float32Array(side * side);
  point[60 * side + 60] = 1;
  const blurred = gaussianBlur(point, { width: side, height: side }, sigma);
  let total = 0;
  let variance = 0;
  for (let i = 0; i < blurred.length; i++) {
    total += blurred[i]!;
    variance += blurred[i]! * ((i % side) - 60) ** 2;
  }
  expect(total).toBeCloseTo(1, 4);
  expect(Math.sqrt(variance / total) / sigma).toBeGreaterThan(0.93);
  expect(Math.sqrt(variance / total) / sigma).toBeLessThan(1.04);
});
