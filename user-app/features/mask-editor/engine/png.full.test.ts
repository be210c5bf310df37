import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createBitmap, marked, paintLine } from './bitmap';
import { encodeGreyPng, usualMaskBytes } from './png';

/** A row of numbers that look random and are the same every time, 0–1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function read(png: Blob) {
  const picture = sharp(Buffer.from(await png.arrayBuffer()));
  const { bitsPerSample, ...metadata } = await picture.metadata();
  const pixels = await picture.toColourspace('b-w').raw().toBuffer();
  return { bits: bitsPerSample, metadata, pixels: new Uint8Array(pixels) };
}

function scribbled(side: number, strokes: number) {
  const mask = createBitmap({ width: side, height: side });
  const next = numbers(7);
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    let from = { x: next() * side, y: next() * side };
    // Every fourth one wipes a hole.
    const value = stroke % 4 === 3 ? 0 : marked;
    const radius = 8 + next() * 40;
    for (let move = 0; move < 12; move += 1) {
      const to = { x: from.x + (next() - 0.5) * 200, y: from.y + (next() - 0.5) * 200 };
      paintLine(mask, from, to, radius, value);
      from = to;
    }
  }
  return mask;
}

test('five hundred strokes with holes on a picture of 4096 x 4096 stay within the usual size, to the pixel', async () => {
  const mask = scribbled(4096, 500);
  const png = await encodeGreyPng(mask, mask.data);
  expect(png.size).toBeLessThanOrEqual(usualMaskBytes + 100);
  const { metadata, pixels } = await read(png);
  expect([metadata.channels, metadata.depth]).toEqual([1, 'uchar']);
  expect(Buffer.compare(pixels, mask.data)).toBe(0);
}, 30_000);

test('a mask of single pixels is sent as it is although it is large: nothing that was chosen is lost', async () => {
  const mask = createBitmap({ width: 2051, height: 1999 });
  const next = numbers(3);
  mask.data.forEach((_none, at) => {
    mask.data[at] = next() < 0.5 ? marked : 0;
  });
  const png = await encodeGreyPng(mask, mask.data);
  expect(png.size).toBeGreaterThan(usualMaskBytes);
  const { bits, pixels } = await read(png);
  expect(bits).toBe(1);
  expect(Buffer.compare(pixels, mask.data)).toBe(0);
}, 30_000);
