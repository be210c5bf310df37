import sharp from 'sharp';
import { expect, test } from 'vitest';
import { boxModel } from '../../../tests/support/building-model.ts';
import { painterOf } from '../trace/paint.ts';
import { decodePictures, picturePaint } from './model-pictures.ts';

/** A picture whose upper half is red and whose lower half is blue. */
const halves = () =>
  sharp(Buffer.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]), { raw: { width: 2, height: 2, channels: 3 } })
    .resize(8, 8, { kernel: 'nearest' })
    .png()
    .toBuffer();

async function painted() {
  const bytes = new Uint8Array(await halves());
  const model = boxModel([{ from: [0, 0, 0], to: [1, 1, 1], material: { name: 'Wall', texture: 0 } }], {
    uvs: Float32Array.from({ length: 72 }, (_, i) => [0, 0, 1, 0, 0, 1][i % 6]!),
    textures: [
      { format: 'png', bytes },
      { format: 'jpg', bytes: Uint8Array.of(1, 2, 3) },
    ],
  });
  const [picture, broken] = await decodePictures(model);
  const white = { name: '', colour: [1, 1, 1], opacity: 1 } as const;
  const paint = painterOf(picturePaint(model, white, picture!));
  return {
    broken,
    at(u: number, v: number) {
      const out = { r: 0, g: 0, b: 0 };
      paint({ x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 1, seed: -1, triangle: 3, u, v }, out);
      return out;
    },
  };
}

test('a picture lies by its coordinates: v runs down from its top, and it repeats', async () => {
  const { at } = await painted();
  // u and v are the shares of the second and third corner, which lie at (1, 0) and (0, 1) of the picture.
  expect(at(0.3, 0.2).r).toBeGreaterThan(0.8);
  expect(at(0.3, 0.2).b).toBe(0);
  expect(at(0.3, 0.7).b).toBeGreaterThan(0.8);
  expect(at(0.3, 0.7).r).toBe(0);
});

test('between two pixels the colours mix as light does', async () => {
  const { at } = await painted();
  const { r, b } = at(0.3, 0.5);
  expect(r).toBeCloseTo(b, 5);
  expect(r).toBeCloseTo(0.43, 2);
});

test('a picture that cannot be read is left out', async () => {
  expect((await painted()).broken).toBeUndefined();
});
