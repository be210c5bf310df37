import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { findFocus } from '../kernels/video/camera-focus.ts';
import { makeFrame, rgbFromFrame } from '../kernels/video/i420.ts';
import { filmSize, readStill } from './video-picture.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'video-picture-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** White paper with a red square of 40 pixels in the middle. */
async function paper(width: number, height: number, isGrey = false) {
  const file = path.join(folder, `${width}x${height}${isGrey ? 'grey' : ''}.png`);
  const square = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  const sheet = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([{ input: square }]);
  const flat = await sheet.removeAlpha().png().toBuffer();
  await sharp(flat)
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' as const };
}

describe('the size of a film', () => {
  it.each([
    [1920, 1080, 720, 1280, 720],
    [1920, 1080, 1080, 1920, 1080],
    [1080, 1920, 720, 720, 1280],
    [1024, 768, 720, 960, 720],
    [500, 500, 1080, 1080, 1080],
    [3000, 500, 720, 1680, 720],
    [101, 100, 720, 726, 720],
  ] as const)('%i×%i at %i is %i×%i', (width, height, shortSide, ...expected) => {
    expect(Object.values(filmSize({ width, height }, shortSide))).toEqual(expected);
  });
});

describe('the still of a film', () => {
  it('fills the frame when little is cut, and has no more pixels than the closest view needs', async () => {
    const still = await readStill(await paper(640, 400), { width: 256, height: 144 }, 0.8);
    expect([still.width, still.height]).toEqual([320, 180]);
    const small = await readStill(await paper(200, 112), { width: 1280, height: 720 }, 0.8);
    expect([small.width, small.height]).toEqual([198, 112]);
  });

  it('stands whole on the colour of its border when it would lose too much', async () => {
    const still = await readStill(await paper(400, 400), { width: 640, height: 360 }, 1);
    const rgb = rgbFromFrame(still);
    const at = (x: number, y: number) => [...rgb.subarray((y * still.width + x) * 3, (y * still.width + x) * 3 + 3)];
    for (const [x, y] of [
      [4, 4],
      [4, 350],
      [636, 100],
    ] as const) {
      for (const value of at(x, y)) expect(value).toBeGreaterThanOrEqual(253);
    }
    const [red, green] = at(320, 180);
    expect([red! > 195, green! < 10]).toEqual([true, true]);
  });

  it('may be a grey picture', async () => {
    const still = await readStill(await paper(320, 180, true), { width: 320, height: 180 }, 1);
    expect(new Set(still.planes[1]!.samples)).toEqual(new Set([128]));
    expect(new Set(still.planes[0]!.samples).size).toBeGreaterThan(1);
  });
});

describe('the focus of a picture', () => {
  it('lies where the detail is, and in the middle without any', () => {
    const frame = makeFrame(240, 240);
    expect(findFocus(frame.planes[0]!)).toEqual({ x: 0.5, y: 0.5 });
    const { samples } = frame.planes[0]!;
    for (let y = 96; y < 192; y++)
      for (let x = 60; x < 180; x++) samples[y * 240 + x] = ((x >> 1) + (y >> 1)) % 2 ? 200 : 0;
    const { x, y } = findFocus(frame.planes[0]!);
    expect(x).toBeCloseTo(0.5, 1);
    expect(y).toBeCloseTo(0.6, 1);
    for (let at = 0; at < samples.length; at++) samples[at] = at % 240 < 20 && at % 4 < 2 ? 255 : 0;
    expect(findFocus(frame.planes[0]!).x).toBe(0.3);
  });
});
