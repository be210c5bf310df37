import { expect, it } from 'vitest';
import { drawFacade, drawOver, facadeSize } from '../../tests/support/judged-pictures.ts';
import { changedOutside, colourChange, shareApart } from './colour-change.ts';
import { shareInRectangles } from './hard-rectangles.ts';

const { width, height } = facadeSize;
const half = new Uint8Array(width * height).map((_, i) => (i % width < width / 2 ? 255 : 0));

it('tells what was burnt, drowned and made to glare beyond the base', async () => {
  const base = await drawFacade();
  const fillWith = async (fill: string) =>
    colourChange(base, await drawOver(base, `<rect width="${width}" height="${height / 4}" fill="${fill}"/>`));
  expect((await fillWith('#ff0010')).glaring).toBeCloseTo(0.25, 1);
  expect((await fillWith('#000')).clipped).toBeCloseTo(0.25, 1);
  expect((await fillWith('#c8c8c8')).clipped).toBe(0);
  expect(colourChange(base, base)).toEqual({ changed: 0, glaring: 0, clipped: 0 });
});

it('counts changes where they were asked for, and those outside to the bit', async () => {
  const base = await drawFacade();
  const after = await drawOver(base, `<rect x="${width / 2}" width="${width / 4}" height="${height}" fill="#246"/>`);
  expect(colourChange(base, after, half).changed).toBe(0);
  expect(colourChange(base, after).changed).toBeGreaterThan(0.2);
  expect(changedOutside(base, after, half)).toBeCloseTo(0.5, 2);
  expect(changedOutside(base, base, half)).toBe(0);
});

it('finds a pasted piece with hard edges, and none in the lines of the base', async () => {
  const base = await drawFacade();
  const pasted = await drawOver(base, '<rect x="30" y="12" width="200" height="60" fill="#7a6a50"/>');
  expect(shareInRectangles(base, pasted)).toBeCloseTo((200 * 60) / (width * height), 2);
  const recoloured = await drawFacade({ fills: ['#8fb6d8', '#b98d6a', '#38434c', '#d9c3a0', '#6f7f58'] });
  expect(shareInRectangles(base, recoloured)).toBe(0);
});

it('tells how much of a cut-out lies apart from its largest piece', () => {
  expect(shareApart([90, 5, 5])).toBeCloseTo(0.1);
  expect(shareApart([40])).toBe(0);
  expect(shareApart([])).toBe(0);
});
