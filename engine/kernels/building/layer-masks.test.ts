import { expect, test } from 'vitest';
import type { KeptLayers } from './layer-file.ts';
import { chooseParts } from './layer-masks.ts';
import { type LayerClass, layerClasses } from './layers.ts';

/**
 * A house of letters: W a wall of one part, G and H panes of a window that is one part with its frame F, L a pane of
 * another window, S the sky.
 */
const drawing = ['SSSSSSSSSS', 'WWWWWWWWWW', 'WFFFFFWWLW', 'WFGFHFWWLW', 'WFFFFFWWWW', 'WWWWWWWWWW'];
const meaning: Record<string, [object: number, kind: LayerClass]> = {
  S: [-1, 'sky'],
  W: [0, 'wall'],
  F: [1, 'wall'],
  G: [1, 'window'],
  H: [1, 'window'],
  L: [2, 'window'],
};
const width = 10;
const letters = drawing.join('');
const layers = {
  ...{ width, height: drawing.length, isInside: false },
  object: Int32Array.from(letters, (letter) => meaning[letter]![0]),
  kind: Uint8Array.from(letters, (letter) => layerClasses.indexOf(meaning[letter]![1])),
} as KeptLayers;

const at = (x: number, y: number, label: 0 | 1 = 1) => ({ x, y, label });
const shown = (mask: Uint8Array) => [...new Set([...letters].filter((_, i) => mask[i] === 255))].sort().join('');
const areaOf = (mask: Uint8Array) => mask.filter((level) => level === 255).length;

test('a click on a pane offers the pane, its window, and all panes; the window is the likeliest', () => {
  const { masks, chosen } = chooseParts(layers, { points: [at(2, 3)] });
  expect(masks.map(shown)).toEqual(['G', 'FGH', 'GHL']);
  expect(shown(masks[chosen]!)).toBe('FGH');
});

test('a click on the sky offers the sky once', () => {
  const { masks, chosen } = chooseParts(layers, { points: [at(4, 0)] });
  expect(masks.map(shown)).toEqual(['S']);
  expect(chosen).toBe(0);
});

test('what is marked with a minus is left out, also of the same piece', () => {
  const { masks } = chooseParts(layers, { points: [at(2, 3), at(4, 3, 0)] });
  for (const mask of masks) expect([mask[3 * width + 2], mask[3 * width + 4]]).toEqual([255, 0]);
  const wall = chooseParts(layers, { points: [at(0, 1), at(9, 1, 0)] }).masks;
  for (const mask of wall) {
    expect([mask[width], mask[2 * width - 1]]).toEqual([255, 0]);
    expect(areaOf(mask)).toBeGreaterThan(4);
  }
});

test('a box means the parts that lie in it, else what is in its middle', () => {
  const boxed = chooseParts(layers, { points: [], box: { x: 1, y: 2, width: 5, height: 3 } });
  expect(shown(boxed.masks[boxed.chosen]!)).toBe('FGH');
  const small = chooseParts(layers, { points: [], box: { x: 6, y: 2, width: 1, height: 1 } });
  expect(shown(small.masks[0]!)).toBe('W');
});
