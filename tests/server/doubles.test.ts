import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { ticketsOf } from '../support/server-tickets.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ tools: ['birdsViewRender'] });
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});
const { normal, withPicture } = ticketsOf(() => server);

const movementsOf = async (member: Member, taskId: string) => {
  const { list } = await member.api.ticketStatement({ type: 1, size: 20 });
  return list
    .filter(({ reference }) => reference === taskId)
    .map(({ movement, delta, reason }) => [movement, delta, reason])
    .reverse();
};

const fly = (imageId: string, num: number) => ({
  tool: 'birdsViewRender',
  params: { upload_img: imageId, classifyId2: '401', num },
  clientKey: `fly-${imageId}-${num}`,
});

describe('outputs of one run that look the same', () => {
  it('are kept and told of, and their tickets go back as a movement of its own', async () => {
    const { member, imageId } = await withPicture();
    server.engine.repeatNext(2);
    const { taskId } = await member.api.startTask(fly(imageId, 4));
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({
      status: 'succeeded',
      doubles: 2,
      facts: { note: '有 2 张与前面的结果几乎相同，已退回 2 张券' },
      ticket: { held: 0, spent: 2, returned: 2 },
    });
    expect(task.images).toHaveLength(4);
    expect(await movementsOf(member, taskId)).toEqual([
      ['hold', -4, '鸟瞰渲染'],
      ['spend', 0, '生成完成'],
      ['return', 2, '重复结果退回'],
    ]);
    expect(await normal(member)).toBe(21);
  });

  it('are none among pictures that differ', async () => {
    const { member, imageId } = await withPicture();
    const { taskId } = await member.api.startTask(fly(imageId, 4));
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({ doubles: 0, ticket: { spent: 4, returned: 0 } });
    expect(task.facts).toBeUndefined();
  });
});

it('a preview that repeats itself is told of, and all tickets go back', async () => {
  const { member, imageId } = await withPicture();
  server.engine.repeatNext(1);
  server.engine.previewNext();
  const { taskId } = await member.api.startTask(fly(imageId, 2));
  expect(await server.settled(member, taskId)).toMatchObject({
    doubles: 1,
    facts: { note: '有 1 张是示意图，有 1 张与前面的结果几乎相同，已退回 2 张券' },
    ticket: { held: 0, spent: 0, returned: 2 },
  });
  expect(await movementsOf(member, taskId)).toEqual([
    ['hold', -2, '鸟瞰渲染'],
    ['return', 2, '示意图、重复结果退回'],
  ]);
});
