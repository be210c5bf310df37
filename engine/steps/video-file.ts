import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Size } from '../base/blur.ts';
import type { ToolJob, ToolResult } from '../base/job.ts';
import { writePng } from '../base/picture-file.ts';
import { stepsOf } from '../base/steps.ts';
import { type Frame, makeFrame, rgbFromFrame } from '../kernels/video/i420.ts';
import { createMp4Encoder } from '../kernels/video/mp4-encoder.ts';

/** Films of more frames are encoded with less effort: twice as fast, about half as large again. */
const longFilm = 750;

/** Frames a second of every film. */
export const filmFps = 25;

/**
 * Draws a film frame by frame and writes it as `video.mp4`, with its first frame as `cover.png`. Only one frame is
 * held. Progress goes by frames.
 *
 * @param size pixels, even
 * @param draw draws frame `index` into `out`, which still holds the frame before
 */
export async function writeFilm(
  job: ToolJob,
  { size, frames: whole }: { size: Size; frames: number },
  draw: (index: number, out: Frame) => void | Promise<void>,
): Promise<ToolResult> {
  const { width, height } = size;
  const step = stepsOf(job);
  const frames = Math.min(whole, job.mostFrames ?? whole);
  const frame = makeFrame(width, height);
  const encoder = await createMp4Encoder({
    width,
    height,
    fps: filmFps,
    ...(whole > longFilm ? { speed: 10, quantisation: 27 } : {}),
  });
  try {
    const drawn = step('画每一帧', 0.98);
    let cover: Uint8Array | undefined;
    for (let index = 0; index < frames; index++) {
      await draw(index, frame);
      cover ??= rgbFromFrame(frame);
      encoder.addFrame(frame);
      drawn((index + 1) / frames);
    }
    if (!cover) throw new RangeError('a film needs at least one frame');
    step('封装', 1);
    const file = path.join(job.outputDir, 'video.mp4');
    await writeFile(file, encoder.finish());
    const picture = await writePng(job, 'cover', cover, { width, height, channels: 3 });
    return {
      outputs: [{ file, width, height, format: 'mp4' }, picture],
      facts: { durationMs: Math.round((frames * 1000) / filmFps), fps: filmFps, frames },
    };
  } finally {
    encoder.close();
  }
}
