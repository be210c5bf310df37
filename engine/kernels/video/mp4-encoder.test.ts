import { describe, expect, it } from 'vitest';
import { readMp4 } from '../../../tests/support/mp4.ts';
import { type Frame, makeFrame } from './i420.ts';
import { createMp4Encoder } from './mp4-encoder.ts';

const width = 96;
const height = 54;

/** A grey ramp that moves on by one pixel a frame. */
function ramp(index: number): Frame {
  const frame = makeFrame(width, height);
  frame.data.fill(128);
  const luma = frame.planes[0]!.samples;
  for (let at = 0; at < luma.length; at++) luma[at] = 16 + (((at % width) + index) % 64) * 3;
  return frame;
}

async function film(frames: number): Promise<Buffer> {
  const encoder = await createMp4Encoder({ width, height, fps: 25 });
  try {
    for (let index = 0; index < frames; index++) encoder.addFrame(ramp(index));
    return Buffer.from(encoder.finish());
  } finally {
    encoder.close();
  }
}

/** Types of the units in a frame: 1 is a slice that needs other frames, 5 one that does not. */
function unitTypes(sample: Buffer): number[] {
  const types: number[] = [];
  let at = 0;
  for (; at < sample.length; at += 4 + sample.readUInt32BE(at)) types.push(sample[at + 4]! & 31);
  expect(at).toBe(sample.length);
  return types;
}

describe('the MP4 encoder', () => {
  it('writes a film of the length, rate and size it was given, with its index in front', async () => {
    const facts = readMp4(await film(60));
    expect(facts).toMatchObject({ boxes: ['ftyp', 'moov', 'mdat'], brand: 'mp42', width, height });
    expect(facts).toMatchObject({ frames: 60, durationMs: 2400, frameMs: 40, colour: 'nclx 1 1 1 limited' });
  });

  it('lists exactly the frames a player can jump to', async () => {
    const { samples, keyFrames } = readMp4(await film(60));
    expect(samples).toHaveLength(60);
    const types = samples.map((sample) => unitTypes(sample).at(-1));
    expect(new Set(types)).toEqual(new Set([1, 5]));
    expect(keyFrames).toEqual(types.flatMap((type, at) => (type === 5 ? [at + 1] : [])));
    expect(keyFrames).toEqual([1, 51]);
  });

  it('gives the same bytes for the same frames, and other films in one thread do not disturb it', async () => {
    const first = await film(5);
    const other = await film(6);
    expect((await film(5)).equals(first)).toBe(true);
    expect(other.equals(first)).toBe(false);
  });

  it('leaves errors of the thread to the thread', async () => {
    const before = process.listenerCount('unhandledRejection') + process.listenerCount('uncaughtException');
    await film(1);
    expect(process.listenerCount('unhandledRejection') + process.listenerCount('uncaughtException')).toBe(before);
  });

  it('refuses odd sides and frames of another size', async () => {
    await expect(createMp4Encoder({ width: 95, height, fps: 25 })).rejects.toThrow(RangeError);
    const encoder = await createMp4Encoder({ width, height, fps: 25 });
    expect(() => encoder.addFrame(makeFrame(64, 64))).toThrow('64×64 in a film of 96×54');
    encoder.close();
  });
});
