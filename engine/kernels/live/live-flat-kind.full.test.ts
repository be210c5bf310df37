import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { labPlanes } from '../../base/colour.ts';
import { readPixels } from '../../base/picture-file.ts';
import { judgeInput } from '../light/relight-input-kind.ts';
import { flatKindOf } from './live-flat-kind.ts';

const samples = fileURLToPath(new URL('../../../user-app/public/samples/', import.meta.url));

async function kindOfSample(name: string) {
  const { width, height, rgb } = await readPixels(
    { file: path.join(samples, name) },
    { maxSide: 900, alpha: 'onWhite' },
  );
  const size = { width, height };
  return flatKindOf(rgb, size, judgeInput(labPlanes(rgb), size));
}

it.each([
  ...['villa-white.jpg', 'office-white.jpg', 'birdseye-white.jpg', 'bases/guesthouse-white.webp'],
  ...['villa-day.jpg', 'bases/museum.webp', 'bases/school.webp', 'bases/hotel.webp', 'office-street.jpg'],
  'living-room-empty.jpg',
])('takes %s, which has light of its own, for no flat picture', async (name) => {
  expect(await kindOfSample(name)).toBeUndefined();
});

it('takes areas of flat colour for a flat picture', async () => {
  expect(await kindOfSample('house-sketch.png')).toBeDefined();
});
