import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOfStory, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const { checks, memberWithResult } = controlOf(() => server);

describe('the invariants see', () => {
  it('a missing file and a file nobody knows', async () => {
    await memberWithResult();
    expect(await checks()).toEqual({ ok: true, broken: [] });
    const [name = ''] = await blobs();
    await rm(path.join(server.dataDir, 'files', 'blobs', name.slice(0, 2), name));
    expect(await checks()).toEqual({ ok: false, broken: ['文件与记录一一对应'] });
  });

  const plants: Array<[string, string, () => Promise<unknown>]> = [
    [
      'an entry changed by hand',
      '每笔流水借贷相抵',
      async () => {
        const { id } = await db()
          .selectFrom('ledger_entry')
          .select('id')
          .where('delta', '>', 0)
          .executeTakeFirstOrThrow();
        await db().updateTable('ledger_entry').set({ delta: 999 }).where('id', '=', id).execute();
      },
    ],
    [
      'a balance changed by hand',
      '账户余额等于分录之和',
      () => db().updateTable('ledger_account').set({ balance: 777 }).where('role', '=', 'available').execute(),
    ],
    [
      'tickets in a lot that no entry gave',
      '可用余额等于券批次之和',
      () => db().updateTable('ticket_lot').set({ remaining: 1 }).where('kind', '=', 'normal').execute(),
    ],
    [
      'a hold opened again',
      '每次冻结恰好结算一次',
      () => db().updateTable('ticket_hold').set({ state: 'held' }).execute(),
    ],
    ['a success without a result', '成功的任务都有成果', () => db().deleteFrom('task_image').execute()],
    [
      'a task that nobody works on',
      '进行中的任务都有作业',
      () => db().updateTable('task').set({ status: 'queued' }).execute(),
    ],
    [
      'a job of a task that has ended',
      '已结束的任务没有作业',
      () =>
        db()
          .updateTable('job')
          .set({ state: 'ready', run_at: startOfStory * 2 })
          .execute(),
    ],
    [
      'a lease nobody renews',
      '没有卡住的租约',
      () =>
        db()
          .updateTable('job')
          .set({ state: 'running', lease_until: startOfStory - 61_000 })
          .execute(),
    ],
    [
      'stretches of membership that overlap',
      '会员时段不重叠',
      async () => {
        const { accountId } = await server.member({ plan: 'pro' });
        await db()
          .insertInto('membership_period')
          .values({
            id: 'period_planted',
            account_id: accountId,
            plan: 'basic',
            starts_at: startOfStory + 1,
            ends_at: startOfStory + 2,
            source: 'staff',
            reference: null,
            created_at: startOfStory,
          })
          .execute();
      },
    ],
    [
      'a plan that nobody paid for',
      '账号套餐与会员时段一致',
      () => db().updateTable('account').set({ plan: 'pro' }).where('user_type', '!=', 9).execute(),
    ],
    [
      'a redeem code used more often than by those who used it',
      '兑换码次数与记录一致',
      async () => {
        const admin = await server.staff('admin');
        await admin.api.createRedeemBatch({
          name: '活动',
          count: 1,
          ticketKind: 'normal',
          amount: 1,
          clientKey: 'batch',
        });
        await db().updateTable('redeem_code').set({ uses: 1 }).execute();
      },
    ],
  ];
  const db = () => server.deps.store.db;

  it.each(plants)('%s', async (_what, name, plant) => {
    await memberWithResult();
    await plant();
    const { ok, broken } = await checks();
    expect(ok).toBe(false);
    expect(broken).toContain(name);
  });
});

async function blobs(): Promise<string[]> {
  const folder = path.join(server.dataDir, 'files', 'blobs');
  return (await Promise.all((await readdir(folder)).map((group) => readdir(path.join(folder, group))))).flat();
}
