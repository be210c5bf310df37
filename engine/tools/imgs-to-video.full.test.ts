import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { imgs2Video as definition } from '#shared/tools/video';
import { readMp4 } from '../../tests/support/mp4.ts';
import { hasChineseFont } from '../kernels/plan/plan-labels.ts';
import { imgs2Video } from './imgs-to-video.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'imgs-to-video-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function plain(name: string, background: string, width: number, height: number) {
  const file = path.join(folder, `${name}.png`);
  await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toFile(file);
  return { file, width, height, format: 'png' as const };
}

/** A facade that can be lit from two sides, so that both pictures show one view. */
async function house(name: string, wall: string, panes: string) {
  const file = path.join(folder, `${name}.png`);
  const windows = [0, 1, 2, 3, 4, 5].map(
    (at) => `<rect x="${70 + (at % 3) * 97}" y="${90 + (at >> 1) * 45}" width="41" height="32" fill="${panes}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${panes}"/><path d="M50 70 L340 40 V300 H50Z" fill="${wall}"/>${windows.join('')}</svg>`;
  await sharp(Buffer.from(svg)).removeAlpha().png().toFile(file);
  return { file, width: 400, height: 300, format: 'png' as const };
}

const pictures = {
  house: await house('house', '#d8cab6', '#4a6f96'),
  houseAtNight: await house('house-at-night', '#2a2c38', '#c89a50'),
  clay: await plain('clay', '#b08968', 400, 300),
  dusk: await plain('dusk', '#27354f', 400, 300),
  strip: await plain('strip', '#eeeeee', 900, 120),
};

/** @param part how many of its frames are drawn, and shots shorter than the form allows */
async function film(params: Record<string, unknown>, { mostFrames, shots }: Part = {}) {
  const outputDir = await mkdtemp(path.join(folder, 'run-'));
  const completed = { ...definition.params.parse({ images: ['clay', 'dusk'], ...params }), ...(shots && { shots }) };
  const job = {
    params: completed,
    pictures,
    seed: 1,
    outputDir,
    onProgress: () => undefined,
    ...(mostFrames && { mostFrames }),
  };
  const result = await imgs2Video.run(job);
  return { ...result, bytes: await readFile(result.outputs[0]!.file) };
}

interface Part {
  mostFrames?: number;
  shots?: { seconds: number; cameraMove: string }[];
}

const seconds = (...lengths: number[]) => ({
  shots: lengths.map((length) => ({ seconds: length, cameraMove: 'still' })),
});
/** Two shots of 5 frames each. */
const short = seconds(0.2, 0.2);

describe('a film of several pictures', () => {
  it('is as long as its shots and has the shape of its first picture', { timeout: 120_000 }, async () => {
    const { outputs, facts, bytes } = await film({ images: ['clay', 'dusk', 'strip'] }, seconds(0.4, 0.8, 0.4));
    expect(outputs.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['mp4', 960, 720],
      ['png', 960, 720],
    ]);
    expect(facts).toEqual({ durationMs: 1600, fps: 25, frames: 40, shots: 3 });
    expect(readMp4(bytes)).toMatchObject({ durationMs: 1600, frames: 40, width: 960, height: 720 });
    const { channels } = await sharp(outputs[1]!.file).stats();
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([0xb0, 0x89, 0x68].map(near));
  });

  it('takes another shape, and the same request gives the same bytes', { timeout: 120_000 }, async () => {
    const params = { ratio: '9:16', transition: 'wipe' };
    const [one, same] = [await film(params, short), await film(params, short)];
    expect(one.outputs[0]).toMatchObject({ width: 720, height: 1280 });
    expect(same.bytes.equals(one.bytes)).toBe(true);
    const pushed = await film({ ...params, transition: 'push' }, short);
    expect(pushed.bytes.equals(one.bytes)).toBe(false);
  });

  it('writes its titles, or says why not', { timeout: 120_000 }, async () => {
    const params = { transition: 'none' };
    const bare = await film(params, short);
    const latin = await film({ ...params, closingTitle: 'VILLA 8' }, short);
    expect(latin.facts).toMatchObject({ titles: 'VILLA 8' });
    const [without, withTitle] = [bare, latin].map(({ bytes }) => readMp4(bytes).samples);
    // Nothing is drawn before the last picture comes.
    expect(without).toHaveLength(10);
    expect(withTitle!.slice(0, 5)).toEqual(without!.slice(0, 5));
    expect(withTitle!.slice(5)).not.toEqual(without!.slice(5));
    const chinese = await film({ ...params, openingTitle: '滨江文化中心' }, short);
    const hasLetters = await hasChineseFont();
    expect(chinese.bytes.equals(bare.bytes)).toBe(!hasLetters);
    expect(chinese.facts).toMatchObject(
      hasLetters ? { titles: '滨江文化中心' } : { note: '服务器没有中文字体，“滨江文化中心”未绘制' },
    );
  });

  it('changes one picture into the other in one shot, and says whether they are one view', async () => {
    const pair = { mode: 'firstLast' };
    const lapse = await film({ ...pair, images: ['house', 'houseAtNight'] }, short);
    expect(lapse.facts).toEqual({ durationMs: 400, fps: 25, frames: 10, firstLast: '同一视角，延时变化' });
    expect(readMp4(lapse.bytes)).toMatchObject({ frames: 10, width: 960, height: 720 });
    const mixed = await film({ ...pair, images: ['house', 'clay'] }, { mostFrames: 1 });
    expect(mixed.facts).toMatchObject({ firstLast: '不同画面，叠化过渡' });
  }, 120_000);

  it('refuses a single picture, and a film that is too long', async () => {
    const params = { ...definition.params.parse({ images: ['clay', 'dusk'] }), images: ['clay'] };
    const job = { params, pictures, seed: 1, outputDir: folder, onProgress: () => undefined };
    await expect(imgs2Video.run(job)).rejects.toThrow('请至少上传两张图片');
    const three = definition.params.safeParse({ images: ['clay', 'dusk', 'strip'], mode: 'firstLast' });
    expect(three.error?.issues.map(({ path: [field], message }) => [field, message])).toEqual([
      ['images', '首尾帧模式需要两张图片'],
    ]);
    const images = Array.from({ length: 12 }, () => 'clay');
    const long = definition.params.safeParse({ images, shots: images.map(() => ({ seconds: 8 })) });
    expect(long.error?.issues.map(({ path: [field], message }) => [field, message])).toEqual([
      ['shots', '总时长最多60秒'],
    ]);
  });
});

/** Within the rounding of a video's colour. */
function near(value: number): unknown {
  return expect.toSatisfy((seen: number) => Math.abs(seen - value) <= 2);
}
