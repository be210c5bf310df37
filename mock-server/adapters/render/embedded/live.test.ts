import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProductError } from '#shared/errors';
import { type LiveFrame, RenderRefused } from '../port.ts';
import { createLiveRenderer } from './live.ts';

const live = createLiveRenderer();
afterAll(() => live.close());

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#fff"/></svg>';
const canvas = await sharp(Buffer.from(svg)).png().toBuffer();
const frame = (extra: Partial<LiveFrame> = {}): LiveFrame => ({
  canvas,
  params: { promptTxt: '', similarity: 60 },
  seed: 3,
  side: 256,
  signal: new AbortController().signal,
  ...extra,
});

describe('the live renderer', () => {
  it('draws a frame as a JPEG of the wanted side, the same each time', async () => {
    live.prepare();
    const one = await live.render(frame());
    expect(one).toMatchObject({ width: 256, height: 171 });
    expect(one.ms).toBeGreaterThan(0);
    expect(await sharp(one.jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 171 });
    expect((await live.render(frame())).jpeg).toEqual(one.jpeg);
    expect(canvas.length).toBeGreaterThan(0);
  });

  it('never begins a frame that was aborted while it waited, and works off the others in order', async () => {
    const order: string[] = [];
    const leave = new AbortController();
    const note = (name: string) => () => void order.push(name);
    const first = live.render(frame()).then(note('first'));
    const gone = live.render(frame({ signal: leave.signal })).catch((error: Error) => error.message);
    const last = live.render(frame()).then(note('last'));
    leave.abort(new Error('gone'));
    expect(await gone).toBe('gone');
    await Promise.all([first, last]);
    expect(order).toEqual(['first', 'last']);
    await expect(live.render(frame({ signal: AbortSignal.abort(new Error('late')) }))).rejects.toThrow('late');
  });

  it('refuses what it cannot read and takes the next frame', async () => {
    await expect(live.render(frame({ canvas: canvas.subarray(0, 60) }))).rejects.toBeInstanceOf(RenderRefused);
    expect(await live.render(frame())).toMatchObject({ width: 256 });
  });

  it('gives up a frame that takes too long', async () => {
    const hurried = createLiveRenderer({ frameMs: 1 });
    await expect(hurried.render(frame())).rejects.toThrow('took longer than 1 ms');
    await hurried.close();
  });

  it('ends its thread when nobody draws and starts another one for the next frame', async () => {
    const short = createLiveRenderer({ idleMs: 0 });
    const one = await short.render(frame());
    await new Promise((resolve) => setImmediate(resolve));
    expect((await short.render(frame())).jpeg).toEqual(one.jpeg);
    await short.close();
  });

  it('ends what waits when it is closed', async () => {
    const closing = createLiveRenderer();
    const waits = [closing.render(frame()), closing.render(frame())].map((one) =>
      one.catch((error: ProductError) => error.reason),
    );
    await closing.close();
    expect(await Promise.all(waits)).toEqual(Array(2).fill('server.not_ready'));
    await expect(closing.render(frame())).rejects.toMatchObject({ reason: 'server.not_ready' });
  });
});
