import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let admin: Visitor & { accountId: string };
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  admin = await server.staff('admin');
});
afterAll(async () => {
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { control } = controlOf(() => server);
const products = async (query = '') => {
  const answer = await admin.fetch(`/api/admin/v1/products?_end=100${query}`);
  const total = Number(answer.headers.get('x-total-count'));
  return { total, rows: (await answer.json()) as Awaited<ReturnType<typeof admin.api.staffProducts>> };
};
const product = async (id: string) => {
  const found = (await products()).rows.find((row) => row.id === id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
};
const auditOf = (subject: string) =>
  server.deps.store.db.selectFrom('audit').select(['action', 'actor_id']).where('subject', '=', subject).execute();

describe('a new installation', () => {
  it('sells the memberships and packages of the price list', async () => {
    const { total, rows } = await products();
    expect(total).toBe(18);
    expect(rows.map(({ id, title, price }) => [id, title, price])).toEqual([
      ['basic-trial', '基础会员 · 首月体验', 1990],
      ['basic-month', '基础会员 · 月', 3900],
      ['basic-quarter', '基础会员 · 季', 9900],
      ['basic-year', '基础会员 · 年', 32_800],
      ['pro-month', '专业会员 · 月', 8900],
      ['pro-quarter', '专业会员 · 季', 22_900],
      ['pro-year', '专业会员 · 年', 74_800],
      ['team-month', '团队 · 月', 19_900],
      ['team-quarter', '团队 · 季', 52_900],
      ['team-year', '团队 · 年', 169_800],
      ['normal-20', '普通券 20 张', 990],
      ['normal-100', '普通券 100 张', 3900],
      ['normal-300', '普通券 300 张', 9900],
      ['normal-1000', '普通券 1000 张', 28_900],
      ['live-30', '实时券 30 分钟', 1990],
      ['live-120', '实时券 120 分钟', 5900],
      ['gpt-100', '对话券 100 张', 990],
      ['gpt-500', '对话券 500 张', 3900],
    ]);
    expect(await product('basic-trial')).toMatchObject({
      months: 1,
      listPrice: 3900,
      limitPerPhone: 1,
      isOnShelf: true,
    });
    expect(await product('live-120')).toMatchObject({ ticketKind: 'live', tickets: 120, validMonths: 24, sold: 0 });
    expect(await admin.api.priceHistory({ id: 'normal-20' })).toMatchObject([
      { price: 990, listPrice: null, operator: null },
    ]);
    expect((await products('&kind=membership')).total).toBe(10);
    expect((await products('&q=实时')).total).toBe(2);
  });

  it('has four plans', async () => {
    expect(server.deps.products.planInfos()).toMatchObject([
      { plan: 'free', title: '免费版', daily: { normal: 3, live: 0, gpt: 10 }, keptDays: 180, hasWatermark: true },
      { plan: 'basic', monthly: { normal: 120, live: 20, gpt: 200 }, limits: { running: 2, queued: 5 } },
      { plan: 'pro', monthly: { normal: 350, live: 90, gpt: 800 }, bestQuality: '4K', batch: 30 },
      { plan: 'team', monthly: { normal: 900, live: 240, gpt: 2000 }, limits: { running: 8, queued: 30 } },
    ]);
  });

  it('keeps what staff changed through a restart, and has the defaults again after a reset', async () => {
    const own = await startTestServer();
    const boss = await own.staff('admin');
    await boss.api.updateProduct({ id: 'normal-20', price: 1090, version: 1 });
    await boss.api.updatePlan({ id: 'free', title: '体验版', version: 1 });
    await own.stop(5000);
    const again = await startTestServer({ dataDir: own.dataDir });
    expect(again.deps.products.plans.of('free').title).toBe('体验版');
    expect(await again.deps.products.find(again.deps.store.db, 'normal-20')).toMatchObject({ price: 1090 });
    const reset = controlOf(() => again);
    await reset.control('POST', '/reset', { scenario: 'empty' });
    expect(again.deps.products.plans.of('free').title).toBe('免费版');
    expect(await again.deps.products.find(again.deps.store.db, 'normal-20')).toMatchObject({ price: 990 });
    await again.close();
  });
});

describe('staff', () => {
  it('change a price, which leaves its history and an audit row', async () => {
    const before = await product('normal-100');
    const changed = await admin.api.updateProduct({
      id: before.id,
      price: 3500,
      listPrice: 3900,
      limitPerPhone: 5,
      version: before.version,
    });
    expect(changed).toMatchObject({ price: 3500, listPrice: 3900, limitPerPhone: 5, version: before.version + 1 });
    const renamed = await admin.api.updateProduct({ id: before.id, title: '普通券·百张', version: changed.version });
    expect(renamed).toMatchObject({ title: '普通券·百张', price: 3500 });
    expect(await admin.api.priceHistory({ id: before.id })).toMatchObject([
      { price: 3500, listPrice: 3900, operator: '管理员' },
      { price: 3900, listPrice: null, operator: null },
    ]);
    expect(await auditOf(before.id)).toEqual(Array(2).fill({ action: 'product.update', actor_id: admin.accountId }));
  });

  it('do not overwrite what somebody else changed meanwhile', async () => {
    const { id, version } = await product('normal-300');
    const both = [9800, 9700].map((price) => admin.api.updateProduct({ id, price, version }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusal(admin.api.updateProduct({ id, price: 1, version }))).toMatchObject({
      status: 409,
      reason: 'product.changed_meanwhile',
    });
    expect(await admin.api.priceHistory({ id })).toHaveLength(2);
    expect(await refusal(admin.api.updatePlan({ id: 'pro', queued: 1, version: 99 }))).toMatchObject({ status: 409 });
  });

  it('take a product off the shelf and put a new package on it', async () => {
    const { id, version } = await product('live-120');
    await admin.api.updateProduct({ id, isOnShelf: false, version });
    const made = await admin.api.createProduct({
      title: '普通券 50 张',
      ticketKind: 'normal',
      tickets: 50,
      price: 2200,
    });
    expect(made).toMatchObject({ kind: 'package', validMonths: 24, isOnShelf: true, sold: 0, plan: null });
    const shelf = (await server.deps.products.onShelf(server.deps.store.db)).map((row) => row.id);
    expect(shelf).not.toContain(id);
    expect(shelf.at(-1)).toBe(made.id);
    expect(await auditOf(made.id)).toMatchObject([{ action: 'product.create' }]);
  });

  it('find no product that is none', async () => {
    expect(await refusal(admin.api.priceHistory({ id: 'nothing' }))).toMatchObject({ status: 404 });
    const change = admin.api.updateProduct({ id: 'nothing', price: 1, version: 1 });
    expect(await refusal(change)).toMatchObject({ status: 404, reason: 'product.not_found' });
    const answer = await admin.raw('GET', '/api/admin/v1/products?_sort=password_hash');
    expect(answer.status).toBe(400);
  });

  it('see how many accounts are on a plan; a free one more with every visitor', async () => {
    const free = async () => (await admin.api.staffPlans()).find(({ id }) => id === 'free')?.accounts ?? 0;
    const before = await free();
    await server.member();
    await server.member({ plan: 'pro' });
    expect(await free()).toBe(before + 1);
    expect((await control('GET', '/invariants')).json).toMatchObject({ ok: true });
  });
});
