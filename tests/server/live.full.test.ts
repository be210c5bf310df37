import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { second } from '#shared/domain/time';
import { enlargement, startTestServer } from '../support/server.ts';
import { sendFrame } from '../support/server-live.ts';
import { drawPicture } from '../support/server-pictures.ts';

describe('the embedded engine', () => {
  it('draws the canvas, goes on after a restart without a second payment, and shares the machine with tasks', async () => {
    const before = await startTestServer({ engine: 'embedded' });
    const member = await before.member();
    const { liveId } = await member.api.openLive({ seed: 5 });
    const painted = await sendFrame(member, liveId, { sequence: 4 });
    expect(painted).toMatchObject({ status: 200, ticketsLeft: 2 });
    expect(await sharp(painted.picture).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 192 });
    // Not the drawing given back: the paper over the house has become sky.
    const [red = 0, , blue = 0] = await sharp(painted.picture)
      .extract({ left: 20, top: 10, width: 60, height: 20 })
      .resize(1, 1)
      .raw()
      .toBuffer();
    expect(blue).toBeGreaterThan(red);
    await before.pass(10 * second);
    await before.stop(1000);

    const after = await startTestServer({ engine: 'embedded', dataDir: before.dataDir });
    after.clock.set({ advanceMs: 10 * second });
    const again = after.visitor();
    for (const [name, value] of member.cookies) again.cookies.set(name, value);
    const { imageId } = await again.upload(await drawPicture('png', { width: 900, height: 600 }));
    const task = await again.api.startTask(enlargement(imageId));
    const frames = await Promise.all([
      sendFrame(again, liveId),
      (async () => await sendFrame(again, liveId, { sequence: 1 }))(),
    ]);
    const answered = frames.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThan(0);
    for (const { ticketsLeft } of answered) expect(ticketsLeft).toBe(2);
    expect(answered.some(({ picture }) => picture.equals(painted.picture))).toBe(true);
    expect(await after.settled(again, task.taskId)).toMatchObject({ status: 'succeeded' });
    expect(await after.faults()).toEqual([]);
    await after.close();
  });
});
