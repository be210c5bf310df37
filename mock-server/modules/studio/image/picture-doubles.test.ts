import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { drawPicture } from '../../../../tests/support/server-pictures.ts';
import { findDoubles } from './picture-doubles.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'doubles-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const base = await drawPicture();
async function write(name: string, picture: Sharp): Promise<string> {
  const file = path.join(folder, `${name}.png`);
  await picture.png().toFile(file);
  return file;
}
const original = await write('original', sharp(base));
const hardlyBrighter = await write('brighter', sharp(base).linear(1, 2));
const warm = await write('warm', sharp(base).linear([1.3, 1, 0.6], [0, 0, 0]));
const mirrored = await write('mirrored', sharp(base).flop());
const small = await write('small', sharp(base).resize(100, 30, { fit: 'fill' }));

it('takes two pictures for one when neither forms nor colours differ', async () => {
  expect(await findDoubles([original, hardlyBrighter, warm, mirrored])).toEqual([1]);
  expect(await findDoubles([original, warm, hardlyBrighter, original])).toEqual([2, 3]);
  expect(await findDoubles([original, small])).toEqual([]);
});

it('looks at the masked part alone where only that may differ', async () => {
  const { width, height } = await sharp(base).metadata();
  const patch = { left: 10, top: 10, width: 12, height: 12 };
  const square = (colour: string) =>
    sharp({ create: { width: patch.width, height: patch.height, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const on = async (ground: Sharp, colour: string) =>
    ground.composite([{ input: await square(colour), left: patch.left, top: patch.top }]);
  const black = sharp({ create: { width, height, channels: 3, background: '#000' } });
  const mask = await write('mask', await on(black, '#fff'));
  const red = await write('red', await on(sharp(base), '#a03020'));
  const paler = await write('paler', await on(sharp(base), '#b05040'));
  expect(await findDoubles([red, paler])).toEqual([1]);
  expect(await findDoubles([red, paler], mask)).toEqual([]);
  expect(await findDoubles([red, red], mask)).toEqual([1]);
});
