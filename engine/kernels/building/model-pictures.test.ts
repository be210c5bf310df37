import sharp from 'sharp';
import { expect, test } from 'vitest';
import { boxModel } from '../../../tests/support/building-model.ts';
import { painterOf } from '../trace/paint.ts';
import { decodePictures, picturePaint, reliefPaint } from './model-pictures.ts';

/** A picture whose upper half is red and whose lower half is blue. */
const halves = () =>
  sharp(Buffer.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255]), { raw: { width: 2, height: 2, channels: 3 } })
    .resize(8, 8, { kernel: 'nearest' })
    .png()
    .toBuffer();

const lay = { uvs: Float32Array.from({ length: 72 }, (_, i) => [0, 0, 1, 0, 0, 1][i % 6]!) };

async function painted() {
  const bytes = new Uint8Array(await halves());
  const model = boxModel(
    [
      { from: [0, 0, 0], to: [1, 1, 1], material: { name: 'Wall', texture: 0 } },
      { from: [2, 0, 0], to: [3, 1, 1], material: { name: 'Broken', texture: 1 } },
    ],
    {
      uvs: Float32Array.from({ length: 144 }, (_, i) => lay.uvs[i % 72]!),
      textures: [
        { format: 'png', bytes },
        { format: 'jpg', bytes: Uint8Array.of(1, 2, 3) },
      ],
    },
  );
  const pictures = await decodePictures(model, model.positions);
  const white = { name: '', colour: [1, 1, 1], opacity: 1 } as const;
  const paint = painterOf(picturePaint(pictures, { ...white, texture: 0 })!);
  return {
    broken: picturePaint(pictures, { ...white, texture: 1 }),
    at(u: number, v: number, spread = 0) {
      const out = { r: 0, g: 0, b: 0 };
      paint({ x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 1, seed: -1, triangle: 3, u, v, spread }, out);
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

test('from afar a picture shows its mean, and between the levels it changes evenly', async () => {
  const { at } = await painted();
  const far = at(0.3, 0.2, 1);
  expect(far.r).toBeCloseTo(0.43, 2);
  expect(far.b).toBeCloseTo(0.43, 2);
  const reds = [0.1, 0.2, 0.3, 0.5, 0.7, 1].map((spread) => at(0.3, 0.2, spread).r);
  expect(reds).toEqual([...reds].sort((one, other) => other - one));
  expect(reds[0]).toBeGreaterThan(0.8);
});

test('a relief turns the normal towards growing u and shrinking v, by the strength of its material', async () => {
  // x leans right, y leans up, as the file has it.
  const leaning = sharp(Buffer.from([204, 204, 230]), { raw: { width: 1, height: 1, channels: 3 } });
  const bytes = new Uint8Array(await leaning.resize(4, 4).png().toBuffer());
  const relief = { texture: 0, strength: 1 };
  const model = boxModel([{ from: [0, 0, 0], to: [2, 2, 2], material: { name: 'Wall', relief } }], {
    ...lay,
    textures: [{ format: 'png', bytes }],
  });
  const positions = Float32Array.from({ length: 108 }, (_, i) => [0, 2, 0, 2, 2, 0, 0, 0, 0][i % 9]!);
  const pictures = await decodePictures(model, positions);
  const bent = (strength: number) => {
    const material = { name: '', colour: [1, 1, 1], opacity: 1, relief: { texture: 0, strength } } as const;
    const out = { r: 0, g: 0, b: 0 };
    painterOf(reliefPaint(pictures, material)!)(
      { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: -1, seed: -1, triangle: 2, u: 0.2, v: 0.2, spread: 0 },
      out,
    );
    return out;
  };
  // In these triangles u grows with x, and v with falling y.
  const { r, g, b } = bent(1);
  expect([r, g, b].map((value) => Math.round(value * 10))).toEqual([6, 6, -8]);
  expect(bent(0.5).r).toBeCloseTo(r / 2, 5);
});
