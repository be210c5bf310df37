import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#shared/domain/time';
import { mergeColumns } from '../../mock-server/modules/identity/account/merge-columns.ts';
import { enlargement, type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor & { accountId: string };
let operator: Visitor & { accountId: string };
const shop = ordersOf(() => server);
const reason = '同一人的两个账号';
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
  operator = await server.staff('operator');
});
afterAll(() => server.close());

function read<T>(body: (database: Database.Database) => T): T {
  const database = new Database(path.join(server.dataDir, 'zhuhui.db'), { readonly: true });
  try {
    return body(database);
  } finally {
    database.close();
  }
}

/** Somebody with a work, an order, a folder, a conversation and tickets in motion. */
async function someone(plan: 'free' | 'pro' = 'free') {
  const member = await server.member({ plan, tickets: { normal: 20 } });
  const { imageId } = await member.upload(await drawPicture());
  const { taskId } = await member.api.startTask(enlargement(imageId, 2, `key-${member.accountId}`));
  await server.settled(member, taskId);
  const { orderId } = await shop.buy(member);
  await member.api.createFolder({ name: '灵感', clientKey: `folder-${member.accountId}` });
  await member.api.chat({ message: '朝向怎么选' });
  return { ...member, imageId, taskId, orderId };
}

const versionsOf = async (from: Member, into: Member) => {
  const outlook = await admin.api.mergeOutlook({ id: from.accountId, into: into.accountId });
  return { outlook, version: outlook.from.version, intoVersion: outlook.into.version };
};

const spendable = async (who: Member) => (await admin.api.accountDetail({ accountId: who.accountId })).tickets;

describe('two accounts of one person', () => {
  it('are told apart in every column that names an account, and each is decided', () => {
    const named =
      /(^|_)(account_id|owner_id|author_id|actor_id|staff_id|acting_as|operator|merged_into)$|_by$|^(follower|followed|blocked)_id$/;
    const found: string[] = [];
    read((database) => {
      const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all() as string[];
      for (const table of tables) {
        const keys = database.pragma(`foreign_key_list("${table}")`) as Array<{ from: string; table: string }>;
        const keyed = new Set(keys.filter((key) => key.table === 'account').map((key) => key.from));
        const columns = database.pragma(`table_info("${table}")`) as Array<{ name: string }>;
        for (const { name } of columns) if (keyed.has(name) || named.test(name)) found.push(`${table}.${name}`);
      }
    });
    const decided = Object.entries(mergeColumns).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    expect(found.filter((column) => !decided.includes(column))).toEqual([]);
    expect(decided.filter((column) => !found.includes(column))).toEqual(['account.id']);
  });

  it('become one: works, orders, tickets, conversations and membership, and the books balance', async () => {
    const [from, into] = [await someone('pro'), await someone()];
    const third = await server.member();
    for (const each of [from, into]) await third.api.follow({ id: each.accountId, isFollowed: true });
    const before = [await spendable(from), await spendable(into)];
    const { outlook, ...versions } = await versionsOf(from, into);
    expect(outlook.obstacles).toEqual([]);
    expect(outlook.moves).toEqual(
      expect.arrayContaining([
        { what: '作品与任务', count: 1 },
        { what: '订单', count: 1 },
      ]),
    );
    const merged = await admin.api.mergeAccounts({ id: from.accountId, into: into.accountId, ...versions, reason });
    expect(merged).toEqual({ mergedInto: into.accountId, pendingChange: null });

    // Who was logged in to the first is not any more; the second has all of it.
    expect((await refusal(from.api.userInfo({}))).reason).toBe('auth.required');
    const works = (await into.api.works({})).list.map(({ taskId }) => taskId);
    expect(works.sort()).toEqual([from.taskId, into.taskId].sort());
    expect((await into.api.orders({})).list.map(({ orderId }) => orderId)).toContain(from.orderId);
    expect((await into.api.chatHistory({})).total).toBe(2);
    const names = (await into.api.collections({})).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['灵感', '灵感2']));
    const held = await spendable(into);
    expect(held.live).toBeGreaterThanOrEqual(before[1]!.live);
    expect(held.normal).toBeGreaterThanOrEqual(before[1]!.normal + 100);
    const kept = await admin.api.accountDetail({ accountId: into.accountId });
    expect(kept.plan).toBe('pro');
    expect(kept.planExpiresAt).toBe(server.clock.now() + 30 * day);
    expect(await server.faults()).toEqual([]);
    expect((await server.deps.audit.verify()).fault).toBeUndefined();
    const columns = read((database) =>
      Object.entries(mergeColumns).flatMap(([table, rules]) =>
        Object.entries(rules).flatMap(([column, rule]) => {
          if (typeof rule === 'object' && 'stays' in rule) return [];
          const where = `SELECT count(*) FROM "${table}" WHERE "${column}" = ?`;
          const count = database.prepare(where).pluck().get(from.accountId) as number;
          return count > 0 ? [`${table}.${column}`] : [];
        }),
      ),
    );
    // The row itself, and the part of the membership that had passed.
    expect(columns.filter((column) => column !== 'membership_period.account_id')).toEqual(['account.id']);

    // The number leads to the one that is left, and what was bought there can still be given back.
    const { answer } = await server.login(from.phoneNo);
    expect(answer).toMatchObject({ isNew: false, userInfo: { userId: into.accountId } });
    const refund = await admin.api.staffRefundQuote({ id: from.orderId });
    expect(refund.amount).toBeGreaterThan(0);
    expect((await refusal(admin.api.restoreAccount({ accountId: from.accountId }))).reason).toBe('account.not_found');
    expect(await told(into.accountId, 'account.take_in')).toMatchObject({ reason });
  });

  it('wait for a second person, who has the right', async () => {
    const [from, into] = [await someone(), await someone()];
    const { outlook: _outlook, ...versions } = await versionsOf(from, into);
    const asked = await operator.api.mergeAccounts({
      ...{ id: from.accountId, into: into.accountId, ...versions, phone: 'free', reason },
    });
    expect(asked).toMatchObject({ mergedInto: null, pendingChange: { status: 'waiting' } });
    expect(asked.pendingChange?.fields).toEqual([{ name: 'mergeInto', before: null, after: into.accountId }]);
    expect((await from.api.userInfo({})).userId).toBe(from.accountId);
    const id = asked.pendingChange?.id ?? '';
    expect((await refusal(operator.api.approveChange({ id }))).reason).toBe('pending.same_person');
    const support = await server.staff('support');
    expect((await refusal(support.api.approveChange({ id }))).reason).toBe('auth.forbidden');
    await admin.api.approveChange({ id });
    expect((await into.api.works({})).list).toHaveLength(2);
    expect((await into.api.userInfo({})).phoneNo).toBe(`${into.phoneNo.slice(0, 3)}****${into.phoneNo.slice(-4)}`);
    // The number was let go: it is a newcomer's.
    expect((await server.login(from.phoneNo)).answer.isNew).toBe(true);
    expect(await server.faults()).toEqual([]);
  });

  it('are not merged while something is open, nor with a colleague, nor with itself', async () => {
    const [from, into] = [await someone(), await someone()];
    const { orderId } = await shop.order(from);
    const { outlook, ...versions } = await versionsOf(from, into);
    expect(outlook.obstacles).toEqual(['有未了结的订单']);
    const asked = { id: from.accountId, into: into.accountId, ...versions, reason };
    const refused = await refusal(admin.api.mergeAccounts(asked));
    expect(refused).toMatchObject({ reason: 'merge.blocked' });
    expect(refused.message).toContain('有未了结的订单');
    await from.api.cancelOrder({ orderId });
    expect((await refusal(admin.api.mergeAccounts({ ...asked, version: versions.version - 1 }))).reason).toBe(
      'account.changed_meanwhile',
    );
    expect((await refusal(admin.api.mergeAccounts({ ...asked, into: from.accountId }))).reason).toBe('merge.same');
    const colleague = await admin.api.mergeOutlook({ id: from.accountId, into: operator.accountId });
    expect(colleague.obstacles).toContain('其中有员工账号');
  });
});

async function told(subject: string, action: string) {
  const [row] = await admin.api.auditEntries({ subject, action });
  return row;
}
