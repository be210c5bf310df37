import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createBitmap, marked, paintLine } from './bitmap';
import { encodeGreyPng, usualMaskBytes } from './png';
import { noRefinement, refine } from './refine';

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

test('an ordinary mask is an 8-bit grey picture with the same pixels, whatever its width', async () => {
  for (const width of [1, 7, 64, 301]) {
    const mask = createBitmap({ width, height: 40 });
    paintLine(mask, { x: 0, y: 4 }, { x: width, y: 30 }, 6, marked);
    const { bits, metadata, pixels } = await read(await encodeGreyPng(mask, mask.data));
    expect([bits, metadata.format, metadata.channels, metadata.depth]).toEqual([8, 'png', 1, 'uchar']);
    expect(pixels).toEqual(mask.data);
  }
});

test('many fading edges are sent with fewer greys, which stay near and on their side of the half', async () => {
  const mask = scribbled(2048, 300);
  const { data } = refine(mask, { ...noRefinement, feather: 40 });
  const png = await encodeGreyPng(mask, data);
  expect(png.size).toBeLessThanOrEqual(usualMaskBytes + 100);
  const { pixels } = await read(png);
  const isNear = pixels.every((value, at) => Math.abs(value - (data[at] as number)) <= 43);
  const isOnSide = pixels.every((value, at) => value > 127 === (data[at] as number) > 127);
  expect([isNear, isOnSide]).toEqual([true, true]);
}, 30_000);
