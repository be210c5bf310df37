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
      () => db().updateTable('ticket_lot').set({ left: 1 }).where('kind', '=', 'normal').execute(),
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
