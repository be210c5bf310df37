import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, hour } from '#shared/domain/time';
import { failureReasons, pictureStates, taskStates, turnStates } from '../../mock-server/control/state-contract.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { forEach, stateOf } from '../support/server-state.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const { make, visitorOf } = stateOf(() => server);

const now = () => server.clock.now();

it('makes tasks in every state, of today and of last month', async () => {
  const long = now() - 35 * day;
  const made = await make({
    accounts: { lin: { plan: 'team', tickets: { normal: 100 } } },
    uploads: { base: { account: 'lin', picture: 'room' } },
    projects: { villa: { account: 'lin', name: '别墅' } },
    tasks: {
      ...forEach(taskStates, (status) => ({
        account: 'lin',
        status,
        upload: 'base',
        at: status === 'running' ? now() : long,
      })),
      ...forEach(failureReasons, (reason) => ({ account: 'lin', status: 'failed', reason })),
      colouring: {
        account: 'lin',
        tool: 'allPlan',
        params: { classifyId2: '603', num: 2 },
        project: 'villa',
        isStarred: true,
      },
    },
  });
  const { api } = visitorOf(made, 'lin');
  const standing = async (name: string) => {
    const taskId = made.tasks[name]?.taskId ?? '';
    const row = await server.deps.store.db
      .selectFrom('task')
      .selectAll()
      .where('id', '=', taskId)
      .executeTakeFirstOrThrow();
    return { state: row.deleted_at === null ? row.status : 'deleted', at: row.created_at, reason: row.error_reason };
  };
  for (const status of taskStates)
    expect(await standing(status)).toMatchObject({ state: status, at: status === 'running' ? now() : long });
  for (const reason of failureReasons)
    expect(await standing(reason.replaceAll('.', '_'))).toEqual({ state: 'failed', at: now(), reason });
  expect(made.tasks.colouring?.imageIds).toHaveLength(2);
  const { list } = await api.works({ projectId: made.projects.villa?.projectId ?? '' });
  expect(list).toHaveLength(1);
  const [image = ''] = made.tasks.succeeded?.imageIds ?? [];
  expect((await visitorOf(made, 'lin').raw('GET', `/api/images/${image}`)).status).toBe(200);
  // Prepared tasks that wait or run are not taken by the runner for an hour.
  await server.deps.runner.idle();
  expect([(await standing('queued')).state, (await standing('running')).state]).toEqual(['queued', 'running']);
  server.clock.set({ advanceMs: hour });
  await server.deps.tick();
  server.deps.runner.wake();
  await server.deps.runner.idle();
  expect([(await standing('queued')).state, (await standing('running')).state]).toEqual(['succeeded', 'succeeded']);
});

it('makes conversations, pictures of the gallery, folders and redeem codes', async () => {
  const made = await make({
    accounts: { lin: { tickets: { normal: 10 } }, wang: {} },
    tasks: { work: { account: 'lin' } },
    conversations: {
      talk: { account: 'lin', turns: turnStates.map((state) => ({ question: `问 ${state}`, state })) },
    },
    pictures: {
      ...forEach(pictureStates, (state) => ({ account: 'wang', state })),
      ofWork: { account: 'lin', task: 'work', state: 'public', title: '成果' },
    },
    folders: { liked: { account: 'lin', name: '收藏', pictures: ['public'] } },
    redeemCodes: { cards: { count: 2, ticketKind: 'normal', amount: 5, usedBy: ['lin'] } },
  });
  const { api } = visitorOf(made, 'lin');
  const { messages } = await api.chatHistoryDetail({ conversationId: made.conversations.talk?.conversationId ?? '' });
  expect(messages.filter(({ role }) => role === 'assistant').map(({ state }) => state)).toEqual([...turnStates]);
  const states = await Promise.all(
    pictureStates.map(async (state) => {
      const row = await server.deps.galleryDesk.find(made.pictures[state]?.pictureId ?? 0).catch(() => undefined);
      return row?.state ?? 'private';
    }),
  );
  expect(states).toEqual([...pictureStates]);
  const [used = '', free = ''] = made.redeemCodes.cards?.codes ?? [];
  const again = visitorOf(made, 'wang').api;
  await expect(again.redeemCode({ code: used })).rejects.toMatchObject({ status: 409 });
  expect((await again.redeemCode({ code: free })).gives).toHaveLength(1);
});
