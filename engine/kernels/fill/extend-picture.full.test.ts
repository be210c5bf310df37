import { expect, it } from 'vitest';
import { sceneClasses } from '../scene/scene-reading.ts';
import { reluctanceOf } from './copy-reluctance.ts';
import { extendPicture } from './extend-picture.ts';

const size = { width: 300, height: 200 };
const none = { top: 0, right: 0, bottom: 0, left: 0 };
const options = { seed: 1, variant: 0, overlap: 0 };
type Colour = readonly [number, number, number];

function draw(colourAt: (x: number, y: number) => Colour, { width, height } = size) {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) rgb.set(colourAt(x, y), i * 3);
  return rgb;
}

it('continues a wall that recedes to the left towards the person who looks', () => {
  const point = { x: -60, y: 100 };
  const wallAt = (x: number, y: number): Colour => {
    const away = x - point.x;
    const storey = Math.floor(((y - point.y) / away) * 14 + 100);
    const bay = Math.floor(12000 / away + 0.5);
    return storey % 2 === 0 ? [214, 206, 190] : bay % 3 === 0 ? [70, 80, 96] : [168, 96, 78];
  };
  const margins = { ...none, right: 60 };
  const larger = { width: size.width + margins.right, height: size.height };
  const extended = extendPicture(draw(wallAt), size, margins, options);
  const truth = draw(wallAt, larger);
  let [right, count] = [0, 0];
  for (let y = 0; y < larger.height; y++) {
    for (let x = size.width; x < larger.width; x++, count++) {
      const i = (y * larger.width + x) * 3;
      const isPale = (rgb: Uint8Array) => rgb[i]! > 190;
      if (isPale(extended) === isPale(truth)) right++;
    }
  }
  // Copies that are only moved level have 94 %.
  expect(right / count).toBeGreaterThan(0.97);
});

it('does not lay what stands about once on the ground a second time', () => {
  const lawn = (x: number, y: number): Colour => [70 + ((x * 7 + y * 13) % 9), 130 + ((x * 5 + y * 3) % 11), 60];
  const isBall = (x: number, y: number) => x > 180 && x < 285 && ((x % 50) - 20) ** 2 + ((y % 50) - 20) ** 2 < 9 ** 2;
  const rgb = draw((x, y) => (isBall(x, y) ? [230, 40, 40] : lawn(x, y)));
  const shares = Object.fromEntries(sceneClasses.map((name) => [name, new Uint8Array(size.width * size.height)]));
  shares.grass!.fill(255);
  const reading = { ...size, shares, place: 'outdoor', confidence: 1, readBy: 'network' } as never;
  const margins = { ...none, right: 70, bottom: 30 };
  const reds = (bytes: Uint8Array) => bytes.reduce((sum, value, i) => sum + (i % 3 === 0 && value > 200 ? 1 : 0), 0);
  const reluctance = reluctanceOf(rgb, size, reading);
  // Without it there are more than twice as many.
  expect(reds(extendPicture(rgb, size, margins, { ...options, reluctance }))).toBe(reds(rgb));
});

/** A sky with some grain. */
const sky = (x: number, y: number): Colour => {
  const grain = (x * 13 + y * 7) % 5;
  return [110 + y / 4 + grain, 150 + y / 5 + grain, 205 + grain];
};
const isDark = (rgb: Uint8Array, pixel: number) => rgb[pixel * 3]! < 80;

const darkOf = (rgb: Uint8Array) => rgb.filter((_, i) => i % 3 === 0 && isDark(rgb, i / 3)).length;
const right = { ...none, right: 50 };

it('carries a slanting line on in its direction', () => {
  const isBeam = (x: number, y: number) => Math.abs(y + 70 - 0.8 * x) < 3;
  const extended = extendPicture(
    draw((x, y) => (isBeam(x, y) ? [40, 36, 30] : sky(x, y))),
    size,
    right,
    options,
  );
  let [found, count] = [0, 0];
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width + right.right; x++, i++) {
      if (x < size.width || !isBeam(x, y)) continue;
      count++;
      if (isDark(extended, i)) found++;
    }
  }
  // Copies from about the same height reach a seventh of it.
  expect(found / count).toBeGreaterThan(0.9);
});

it('does not show a second time what it shows once, though nobody told what it is', () => {
  const isHouse = (x: number, y: number) => x >= 225 && x < 290 && y > 70 && y < 150;
  const rgb = draw((x, y) => (isHouse(x, y) ? [40, 36 + (x % 3) * 5, 30] : sky(x, y)));
  expect(darkOf(extendPicture(rgb, size, right, options))).toBe(darkOf(rgb));
});
