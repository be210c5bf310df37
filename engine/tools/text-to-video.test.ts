import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { text2Video as definition } from '#shared/tools/video';
import { readMp4 } from '../../tests/support/mp4.ts';
import { text2Video } from './text-to-video.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'text-to-video-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a film from words', () => {
  it('lasts five seconds and follows the camera words', { timeout: 400_000 }, async () => {
    const progress: number[] = [];
    const { outputs, facts } = await text2Video.run({
      params: definition.params.parse({ promptTxt: '一层极简售楼部，海边，没有树，镜头推近', ratio: '1:1' }),
      pictures: {},
      seed: 5,
      outputDir: folder,
      onProgress: (fraction) => progress.push(fraction),
    });
    expect(outputs.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['mp4', 720, 720],
      ['png', 720, 720],
    ]);
    expect(facts).toMatchObject({
      durationMs: 5000,
      frames: 125,
      understood: '售楼部 · 1 层 · 极简 · 白天 · 海岸 · 人视 · 不要树木',
      cameraMoves: '推',
    });
    const mp4 = readMp4(await readFile(outputs[0]!.file));
    expect(mp4).toMatchObject({ durationMs: 5000, frames: 125, width: 720, height: 720 });
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
  });
});
