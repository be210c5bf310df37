import { expect, it } from 'vitest';
import { startTestServer } from '../support/server.ts';
import { createTestEngine } from '../support/server-engine.ts';
import { drawPicture } from '../support/server-pictures.ts';

it.each([
  [1, 'test'],
  [0, 'card'],
])('hands a task with is_unordered %i, whose engine is gone, to %s', async (isUnordered, engine) => {
  const card = { ...createTestEngine(), name: 'card', isConnected: true };
  const server = await startTestServer({ engine: [card, createTestEngine()] });
  try {
    const member = await server.member();
    const { imageId } = await member.upload(await drawPicture());
    const { db } = server.deps.store;
    await server.deps.runner.pause(async () => {
      const params = { upload_img: imageId };
      await member.api.startTask({ tool: 'toline', params, clientKey: 'unordered' });
      await db.updateTable('task').set({ engine: 'gone', is_unordered: isUnordered }).execute();
    });
    await server.deps.runner.idle();
    expect(await db.selectFrom('task').select(['engine', 'status']).execute()).toEqual([
      { engine, status: 'succeeded' },
    ]);
  } finally {
    await server.close();
  }
});
