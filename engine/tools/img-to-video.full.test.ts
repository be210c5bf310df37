import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { img2Video as definition } from '#shared/tools/video';
import { readMp4 } from '../../tests/support/mp4.ts';
import { JobRefused } from '../base/job.ts';
import { img2Video } from './img-to-video.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'img-to-video-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A plain facade with windows; few details, so that a film of it is encoded quickly. */
async function facade(name: string, width: number, height: number) {
  const file = path.join(folder, `${name}.png`);
  const windows = [0.2, 0.45, 0.7].map(
    (x) => `<rect x="${x * width}" y="${height / 3}" width="${width / 8}" height="${height / 3}" fill="#346"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#cb9"/>${windows.join('')}</svg>`;
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(file);
  return { file, width, height, format: 'png' as const };
}

/** A white house on a lawn under a blue sky. */
async function outdoors() {
  const file = path.join(folder, 'outdoors.png');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="#6fa4dd"/><rect y="230" width="320" height="90" fill="#6a9440"/><rect x="80" y="100" width="160" height="150" fill="#dcd6cb"/></svg>';
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(file);
  return { file, width: 320, height: 320, format: 'png' as const };
}

async function film(
  picture: Awaited<ReturnType<typeof facade>>,
  params: Record<string, unknown>,
  part: { mostFrames?: number } = {},
) {
  const outputDir = await mkdtemp(path.join(folder, 'run-'));
  const progress: number[] = [];
  const result = await img2Video.run({
    params: definition.params.parse({ upload_img: 'p', ...params }),
    pictures: { p: picture },
    seed: 4,
    outputDir,
    ...part,
    onProgress: (fraction) => progress.push(fraction),
  });
  return { ...result, progress, bytes: await readFile(result.outputs[0]!.file) };
}

describe('a film of one picture', () => {
  it('lasts five seconds, keeps the proportions and begins with the picture', { timeout: 120_000 }, async () => {
    const picture = await facade('house', 960, 720);
    const { outputs, facts, progress, bytes } = await film(picture, { promptTxt: '镜头静止' });
    expect(outputs.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['mp4', 960, 720],
      ['png', 960, 720],
    ]);
    expect(facts).toEqual({ durationMs: 5000, fps: 25, frames: 125 });
    expect(readMp4(bytes)).toMatchObject({ durationMs: 5000, frames: 125, frameMs: 40, width: 960, height: 720 });
    // Every frame, and the beginnings of reading, drawing and closing the file.
    expect(progress).toHaveLength(125 + 3);
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
    const [cover, original] = await Promise.all(
      [outputs[1]!.file, picture.file].map((file) => sharp(file).removeAlpha().raw().toBuffer()),
    );
    // Only colour edges differ, where the frame holds one colour for four pixels.
    const differences = cover!.map((value, at) => Math.abs(value - original![at]!));
    expect(differences.filter((difference) => difference > 3).length / differences.length).toBeLessThan(0.01);
  });

  it('gives the same bytes again, for moves too, and others for other moves', { timeout: 240_000 }, async () => {
    const picture = await facade('tall', 300, 400);
    const params = { cameraMoves: ['orbitLeft'], motion: 'weak' };
    const part = { mostFrames: 8 };
    const [one, same] = [await film(picture, params, part), await film(picture, params, part)];
    expect(one.outputs[0]).toMatchObject({ width: 720, height: 960 });
    expect(same.bytes.equals(one.bytes)).toBe(true);
    expect((await film(picture, { cameraMoves: ['still'] }, part)).bytes.equals(one.bytes)).toBe(false);
  });

  it('begins at night when it goes from night to day', { timeout: 240_000 }, async () => {
    const picture = await outdoors();
    const { outputs, facts, progress } = await film(
      picture,
      { timeLapse: 'nightToDay', cameraMoves: ['still'] },
      { mostFrames: 5 },
    );
    expect(facts).toMatchObject({ durationMs: 200, frames: 5, timeLapse: '夜到昼' });
    const [night, day] = await Promise.all(
      [outputs[1]!.file, picture.file].map(async (file) => (await sharp(file).greyscale().stats()).channels[0]!.mean),
    );
    expect(night!).toBeLessThan(day! * 0.5);
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
  });

  it('refuses a time-lapse of what has no daylight', async () => {
    const picture = await facade('room', 320, 240);
    await expect(film(picture, { timeLapse: 'dayToNight' })).rejects.toThrow('没有识别到天空');
  });

  it('refuses what is too small and what is no picture', async () => {
    const dot = await facade('dot', 40, 40);
    await expect(film(dot, {})).rejects.toThrow('图片太小，边长至少需要 64 像素。');
    const gone = { ...dot, width: 400, height: 300, file: path.join(folder, 'gone.png') };
    await expect(film(gone, {})).rejects.toBeInstanceOf(JobRefused);
  });
});
