import assert from 'node:assert/strict';
import type { World } from '../client.ts';

export async function preparedState(world: World): Promise<void> {
  const made = await world.state.make({
    accounts: { lin: { nickName: '林设计', plan: 'pro', ticketsLeft: { normal: 3 } }, wang: { status: 'banned' } },
    projects: { villa: { account: 'lin', name: '湖边别墅' } },
    tasks: {
      drawn: { account: 'lin', project: 'villa', isStarred: true },
      failed: { account: 'lin', status: 'failed', reason: 'engine.timeout' },
      waiting: { account: 'lin', status: 'queued' },
    },
    orders: { paid: { account: 'lin', product: 'normal-100' }, open: { account: 'lin', status: 'created' } },
    conversations: { talk: { account: 'lin', turns: [{ question: '怎样买会员？' }] } },
  });
  const lin = await world.account({ phoneNo: made.accounts.lin.phoneNo });
  const statusOf = async (taskId: string) =>
    (await lin.get<{ status: string }>('/api/ai/getTaskByTaskId', { taskId })).status;
  assert.equal(await statusOf(made.tasks.drawn.taskId), 'succeeded');
  assert.equal(await statusOf(made.tasks.failed.taskId), 'failed');
  assert.equal(await statusOf(made.tasks.waiting.taskId), 'queued');
  assert.equal(await lin.get<number>('/api/ai/totalTicket', { type: 1 }), 3);
  assert.equal(made.accounts.wang.cookie, null);
  assert.deepEqual(await world.state.faults(), []);
}
