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
  it('return their tickets once, however often the run was tried and settled', async () => {
    const { member, imageId } = await withPicture();
    server.engine.failNext(1);
    server.engine.repeatNext(1);
    const { taskId } = await member.api.startTask(fly(imageId, 2));
    await server.deps.runner.idle();
    expect(await normal(member)).toBe(21);
    await server.pass(1000);
    expect(await server.settled(member, taskId)).toMatchObject({ doubles: 1, ticket: { spent: 1, returned: 1 } });
    const again = { amount: 1, reason: '重复结果退回' };
    await server.deps.store.transact((tx) => server.deps.tickets.settle(tx, taskId, 1, '生成完成', again));
    expect(await normal(member)).toBe(22);
  });

  it('return their tickets once after a run that the engine has forgotten and made anew', async () => {
    const { member, imageId } = await withPicture();
    server.engine.loseNext(1);
    server.engine.repeatNext(1);
    const { taskId } = await member.api.startTask(fly(imageId, 2));
    expect(await server.settled(member, taskId)).toMatchObject({ doubles: 1, ticket: { spent: 1, returned: 1 } });
    expect(await movementsOf(member, taskId)).toHaveLength(3);
  });
});
