import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { guessPictureKind, guessSide } from './picture-guess';

const folder = path.join(import.meta.dirname, '../../public/samples');
const samples = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as { file: string; kind: string }[];

/** Expected guess for samples of each kind; things cut out of their picture are none of the kinds. */
const seenAs: Readonly<Record<string, string>> = {
  photo: 'photo',
  'colour-plan': 'photo',
  'white-model': 'model',
  'empty-room': 'model',
  plan: 'lines',
  'line-drawing': 'lines',
};
// The sketch stands on coloured paper, which nobody tells from a photograph by its colours.
const whole = samples.filter(({ file }) => !file.includes('cutout') && !file.includes('sketch'));

test.each(whole)('$file is known by its colours', async ({ file, kind }) => {
  const small = sharp(path.join(folder, file)).flatten({ background: 'white' }).ensureAlpha();
  const pixels = await small.resize(guessSide, guessSide, { fit: 'fill' }).raw().toBuffer();
  expect(guessPictureKind(pixels)).toBe(seenAs[kind]);
});
