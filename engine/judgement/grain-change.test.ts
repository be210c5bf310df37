import { expect, it } from 'vitest';
import { drawFacade, facadeSize, relight, withNoise } from '../../tests/support/judged-pictures.ts';
import { grainChange } from './grain-change.ts';
import type { JudgedPixels } from './judged-picture.ts';
import { seamAlong } from './mask-seam.ts';

const { width, height } = facadeSize;
const middle = Uint8Array.from({ length: width * height }, (_, i) => {
  const [x, y] = [i % width, Math.floor(i / width)];
  return x > 200 && x < 520 && y > 120 && y < 360 ? 255 : 0;
});

function filmOver({ rgb }: JudgedPixels, mask?: Uint8Array): JudgedPixels {
  const film = [150, 70, 50];
  const laid = rgb.map((level, i) => (mask && !mask[Math.floor(i / 3)] ? level : 0.55 * level + 0.45 * film[i % 3]!));
  return { rgb: laid, width, height };
}

it('a film of colour and another light keep the grain of the base, new surfaces do not', async () => {
  const base = withNoise(await drawFacade(), 5, 1);
  for (const result of [filmOver(base), relight(base, 1)]) {
    expect(grainChange(base, result)?.correlation).toBeGreaterThan(0.9);
    expect(grainChange(base, result)?.same).toBeGreaterThan(0.6);
  }
  const anew = grainChange(base, withNoise(await drawFacade(), 5, 2));
  expect(anew?.correlation).toBeLessThan(0.25);
  expect(anew?.same).toBeLessThan(0.1);
  expect(grainChange(base, await drawFacade())?.ratio).toBeLessThan(0.5);
});

it('only what was chosen is compared, and a base without texture tells nothing', async () => {
  const base = withNoise(await drawFacade(), 12, 1);
  const other = withNoise(await drawFacade(), 12, 2);
  const outside = Uint8Array.from(other.rgb, (level, i) => (middle[Math.floor(i / 3)] ? level : base.rgb[i]!));
  expect(grainChange(base, { ...base, rgb: outside }, middle)?.correlation).toBeLessThan(0.25);
  const plain = { rgb: new Uint8Array(width * height * 3).fill(200), width, height };
  expect(grainChange(plain, other)).toBeUndefined();
});

it('a film ends in a seam at the border of the mask, an untouched border and one along edges do not', async () => {
  const base = await drawFacade();
  expect(seamAlong(base, filmOver(base, middle), middle)).toBeGreaterThan(0.5);
  expect(seamAlong(base, base, middle)).toBe(0);
  const upper = Uint8Array.from(middle, (_, i) => (Math.floor(i / width) < height / 2 ? 255 : 0));
  const edged = { width, height, rgb: base.rgb.map((_, i) => (upper[Math.floor(i / 3)] ? 60 : 190)) };
  const recoloured = { width, height, rgb: base.rgb.map((_, i) => (upper[Math.floor(i / 3)] ? 20 : 190)) };
  expect(seamAlong(edged, recoloured, upper)).toBe(0);
});

it('a drawing that is plain almost everywhere is compared by its lines', () => {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => (Math.floor(i / 3) % width === 200 ? 20 : 230));
  const drawing = { rgb, width, height };
  expect(grainChange(drawing, drawing)?.ratio).toBe(1);
});
