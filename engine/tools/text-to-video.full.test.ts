import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { text2Video as definition } from '#shared/tools/video';
import { readMp4 } from '../../tests/support/mp4.ts';
import { text2Video } from './text-to-video.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'text-to-video-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function film(promptTxt: string, length: { duration?: number } = {}) {
  const progress: number[] = [];
  const outputDir = await mkdtemp(path.join(folder, 'run-'));
  const { outputs, facts, words } = await text2Video.run({
    params: { ...definition.params.parse({ promptTxt, ratio: '1:1' }), ...length },
    pictures: {},
    seed: 5,
    mostPoints: 80_000,
    outputDir,
    onProgress: (fraction) => progress.push(fraction),
  });
  return { outputs, facts, words, progress, mp4: readMp4(await readFile(outputs[0]!.file)) };
}

describe('a film from words', () => {
  it('lasts five seconds', { timeout: 400_000 }, async () => {
    const { outputs, facts, progress, mp4 } = await film('一层极简售楼部，海边，没有树，镜头静止');
    expect(outputs.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['mp4', 720, 720],
      ['png', 720, 720],
    ]);
    expect(facts).toMatchObject({
      durationMs: 5000,
      frames: 125,
      understood: '售楼部 · 1 层 · 极简 · 白天 · 海岸 · 人视 · 不要树木',
      cameraMoves: '静止',
    });
    expect(mp4).toMatchObject({ durationMs: 5000, frames: 125, width: 720, height: 720 });
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
  });

  it('shows the inside of a room where the words name one, and tells of its words', { timeout: 400_000 }, async () => {
    const { facts, words } = await film('新中式卧室，木地板，镜头静止，霓虹', { duration: 0.2 });
    expect(facts).toMatchObject({
      frames: 5,
      cameraMoves: '静止',
      understood: expect.stringMatching(/^卧室 · 新中式/),
    });
    expect(words).toEqual({ used: expect.arrayContaining(['卧室', '木地板']), ignored: ['霓虹'] });
  });

  it('follows the camera words from the first still to the last', { timeout: 400_000 }, async () => {
    // Less than half a second instead of five: the same way, and ten frames of it.
    const { facts, progress, mp4 } = await film('一层极简售楼部，海边，没有树，镜头推近', { duration: 0.4 });
    expect(facts).toMatchObject({ frames: 10, cameraMoves: '推' });
    expect(mp4).toMatchObject({ durationMs: 400, frames: 10 });
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
  });
});
