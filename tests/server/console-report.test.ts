import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverviewReport, ReportFigure } from '#shared/contract/report-desk';
import { minute, second } from '#shared/domain/time';
import { type Member, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let viewer: Visitor;
let people: Member[];
/** Four days; the story begins at noon of the last. */
const range = { from: '2026-11-17', to: '2026-11-20' };
const at = (time: string) => Date.parse(`2026-11-${time}+08:00`);
const lastMoment = at('18T23:59:59.999');
const midnight = at('19T00:00:00');

beforeAll(async () => {
  server = await startTestServer();
  viewer = await server.staff('viewer');
  people = [await server.member(), await server.member(), await server.member()];
  const [ann, ben, tester] = people as [Member, Member, Member];
  const { db } = server.deps.store;
  const change = (who: Member, set: { created_at: number; last_login_at?: number; is_test?: 0 | 1 }) =>
    db.updateTable('account').set(set).where('id', '=', who.accountId).execute();
  const { imageId } = await ann.upload(await drawPicture());
  await db.deleteFrom('session').where('kind', '=', 'user').execute();
  // Ann registers at the end of the 18th and starts a task at the beginning of the 19th; Ben comes back on the 20th only.
  await change(ann, { created_at: lastMoment });
  await change(ben, { created_at: at('18T09:00:00'), last_login_at: at('20T08:00:00') });
  await change(tester, { created_at: at('18T10:00:00'), is_test: 1 });

  const product = {
    product_id: 'normal-100',
    kind: 'package',
    quantity: 1,
    snapshot: '{"title":"普通券","gives":[]}',
    title: '普通券',
  } as const;
  const order = async (id: string, who: Member, created: number, paid: number | null, amount = 3900) => {
    const money = {
      amount,
      paid_amount: paid && amount,
      paid_at: paid,
      status: paid ? 'completed' : 'closed',
    } as const;
    const times = { created_at: created, expires_at: created + 15 * minute };
    const ways = {
      order_no: id.toUpperCase(),
      close_reason: paid ? null : 'expired',
      pay_type: 'alipay',
      provider: 'simulated',
    } as const;
    await db
      .insertInto('purchase_order')
      .values({ id, account_id: who.accountId, ...product, ...ways, ...money, ...times })
      .execute();
  };
  await order('order_a', ann, lastMoment, midnight);
  await order('order_b', ann, at('19T10:00:00'), at('19T10:01:00'), 10_000);
  await order('order_c', ben, at('20T10:00:00'), null);
  await order('order_t', tester, at('19T11:00:00'), at('19T11:01:00'), 99_900);
  const refund = { reason: '', requested_by: 'buyer', answer: '', error: '' };
  const sent = { status: 'done', created_at: at('19T12:00:00') } as const;
  await db
    .insertInto('refund')
    .values([
      { id: 'refund_a', order_id: 'order_a', amount: 3900, done_at: at('20T00:00:00'), number: 1, ...sent, ...refund },
      { id: 'refund_t', order_id: 'order_t', amount: 500, done_at: at('20T01:00:00'), number: 2, ...sent, ...refund },
    ])
    .execute();
  await db.updateTable('counter').set({ given: 2 }).where('name', '=', 'refund').execute();

  /** @param ended how long after its start, and how */
  const task = async (
    id: string,
    created: number,
    waited: number,
    status: 'succeeded' | 'failed' | 'canceled' = 'succeeded',
    reason: string | null = null,
  ) => {
    const [started_at, finished_at] = [created + waited, created + waited + 10 * second];
    const given = {
      tool: 'upScaleImg',
      client_key: id,
      params: '{}',
      seq: 1,
      progress: 1,
      engine: 'embedded',
      seed: 1,
    };
    const cost = { ticket_kind: 'normal', ticket_each: 0, free_outputs: 0, outputs: 2 } as const;
    await db
      .insertInto('task')
      .values({
        ...{
          id,
          account_id: ann.accountId,
          status,
          error_reason: reason,
          created_at: created,
          started_at,
          finished_at,
        },
        ...given,
        ...cost,
      })
      .execute();
    if (status === 'succeeded')
      await db
        .insertInto('task_image')
        .values([
          { task_id: id, place: 0, image_id: imageId },
          { task_id: id, place: 1, image_id: imageId },
        ])
        .execute();
    const run = { task_id: id, engine: 'embedded', lease_owner: 'boot', started_at, ended_at: finished_at };
    await db
      .insertInto('job_attempt')
      .values({ ...run, number: 1, outcome: 'succeeded' })
      .execute();
  };
  // Ten tasks of the 19th that waited 1 to 10 seconds; one of them ended on the 20th.
  for (const seconds of [10, 1, 9, 2, 8, 3, 7, 4, 6]) await task(`task_${seconds}`, midnight, seconds * second);
  await task('task_5', at('19T23:59:50'), 5 * second);
  await task('task_f', at('20T09:00:00'), 20 * second, 'failed', 'engine.interrupted');
  await task('task_x', at('20T09:00:00'), 40 * second, 'canceled');

  // What the services book themselves: a package is sold, five tickets are held, three spent and two returned.
  const { tickets, store } = server.deps;
  server.clock.set({ now: midnight });
  await store.transact(async (tx) => {
    const sold = { kind: 'normal', amount: 100, source: 'package', reason: '购买', expiresAt: null } as const;
    await tickets.grant(tx, ann.accountId, { ...sold, reference: 'order_a', idempotencyKey: 'order:order_a' });
    await tickets.grant(tx, tester.accountId, { ...sold, reference: 'order_t', idempotencyKey: 'order:order_t' });
    await tickets.hold(tx, ann.accountId, 'normal', 5, 'task_1', '占用');
    await tickets.hold(tx, ann.accountId, 'normal', 4, 'task_f', '占用');
    await tickets.settle(tx, 'task_1', 3, '生成完成');
  });
  server.clock.set({ now: at('20T12:00:00') });
  await store.transact((tx) => tickets.settle(tx, 'task_f', 0, '失败退回'));
});
afterAll(() => server.close());

const figure = (report: OverviewReport, id: string) => {
  const found = report.figures.find((each) => each.id === id);
  if (!found) throw new Error(`no figure ${id}`);
  return found;
};

describe('the overview', () => {
  it('counts every day from midnight to midnight in Shanghai', async () => {
    const report = await viewer.api.overviewReport(range);
    expect(report.days).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);
    const told = Object.fromEntries(report.figures.map(({ id, days, total }) => [id, [days, total]]));
    expect(told).toMatchObject({
      paidSum: [[0, 0, 13_900, 0], 13_900],
      refundedSum: [[0, 0, 0, 3900], 3900],
      revenue: [[0, 0, 13_900, -3900], 10_000],
      ordersMade: [[0, 1, 1, 1], 3],
      ordersPaid: [[0, 0, 2, 0], 2],
      orderPayRate: [[null, 1, 1, 0], 2 / 3],
      payers: [[0, 0, 1, 0], 1],
      activePeople: [[0, 0, 1, 2], 2],
      payingRate: [[null, null, 1, 0], 1 / 2],
      newPeople: [[0, 2, 0, 0], 2],
      retention1: [[null, 1 / 2, null, null], 1 / 2],
      retention7: [[null, null, null, null], null],
      pictures: [[0, 0, 18, 2], 20],
      tasksSucceeded: [[0, 0, 9, 1], 10],
      tasksFailed: [[0, 0, 0, 1], 1],
      successRate: [[null, null, 1, 1 / 2], 10 / 11],
      waitP50: [[null, null, 5000, 20_000], 6000],
      waitP90: [[null, null, 9000, 40_000], 20_000],
      'tickets.normal.sold': [[0, 0, 100, 0], 100],
      'tickets.normal.spent': [[0, 0, 3, 0], 3],
      'tickets.normal.returned': [[0, 0, 2, 4], 6],
      'tickets.live.sold': [[0, 0, 0, 0], 0],
      'failures.engine.interrupted': [[0, 0, 0, 1], 1],
      'engineRuns.embedded': [[0, 0, 9, 3], 12],
      'engineTime.embedded': [[0, 0, 90_000, 30_000], 120_000],
      'queue.queued': [[], 0],
      'queue.running': [[], 0],
    });
  });

  it('sums its days to the whole, and single days agree with those of a longer range', async () => {
    const report = await viewer.api.overviewReport(range);
    const added = report.figures.filter(({ isAdditive }) => isAdditive);
    expect(added.length).toBeGreaterThan(15);
    const sums = added.map(({ id, days }) => [id, days.reduce<number>((sum, value) => sum + (value ?? 0), 0)]);
    expect(sums).toEqual(added.map(({ id, total }) => [id, total]));
    for (const [place, from] of report.days.entries()) {
      const alone = await viewer.api.overviewReport({ from, to: from });
      const dated = alone.figures.filter(({ group }) => group !== 'queue');
      // Of one day the whole is the day.
      expect([from, dated.map(({ id, total }) => [id, total ?? null])]).toEqual([
        from,
        dated.map(({ id }) => [id, figure(report, id).days[place] ?? null]),
      ]);
    }
  });

  it('agrees with the lists behind its numbers', async () => {
    const report = await viewer.api.overviewReport(range);
    const [from, to] = [at('17T00:00:00'), at('21T00:00:00') - 1];
    const tests = new Set([people[2]?.accountId]);
    async function listed({ list }: ReportFigure): Promise<Array<Record<string, unknown>>> {
      const { resource, filters, timeField } = list ?? { resource: '', filters: {}, timeField: null };
      const time = timeField ? { [`${timeField}_gte`]: String(from), [`${timeField}_lte`]: String(to) } : {};
      const query = new URLSearchParams({ ...filters, ...time, _start: '0', _end: '100' });
      const { status, json } = await viewer.raw('GET', `/api/admin/v1/${resource}?${query}`);
      expect([resource, status, status === 200 ? null : json]).toEqual([resource, 200, null]);
      return (json as Array<Record<string, unknown>>).filter((row) => !tests.has(String(row.accountId)) && !row.role);
    }
    const rows = async (id: string) => (await listed(figure(report, id))).length;
    for (const id of [
      'newPeople',
      'ordersMade',
      'ordersPaid',
      'tasksSucceeded',
      'tasksFailed',
      'failures.engine.interrupted',
    ])
      expect([id, await rows(id)]).toEqual([id, figure(report, id).total]);
    const sumOf = async (id: string, field: string) =>
      (await listed(figure(report, id))).reduce((sum, row) => sum + Number(row[field]), 0);
    expect(await sumOf('paidSum', 'amount')).toBe(13_900);
    expect(await sumOf('refundedSum', 'amount')).toBe(3900);
    expect(await sumOf('tickets.normal.returned', 'delta')).toBe(4);
    expect(await rows('queue.queued')).toBe(0);
  });

  it('refuses ranges that are none with a sentence, and staff without the right', async () => {
    const ask = (from: string, to: string) => viewer.raw('GET', `/api/admin/v1/reports/overview?from=${from}&to=${to}`);
    const asked = [
      ['2026-11-20', '2026-11-19'],
      ['2025-11-19', '2026-11-20'],
      ['2026-02-30', '2026-03-01'],
      ['today', '2026-11-20'],
    ] as const;
    const refusals = await Promise.all(asked.map(([from, to]) => ask(from, to)));
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(refusals.map(({ json }) => Object.values((json as { errors: object }).errors).flat()[0])).toEqual([
      '结束日期不能早于开始日期',
      '一次最多看 366 天',
      '请填写日期，例如 2026-11-22',
      '请填写日期，例如 2026-11-22',
    ]);
    expect((await ask('2025-11-20', '2026-11-20')).status).toBe(200);
    const reviewer = await server.staff('reviewer');
    expect((await refusal(reviewer.api.overviewReport(range))).reason).toBe('auth.forbidden');
  });

  it('is kept for a minute', async () => {
    const { db } = server.deps.store;
    const asked = { from: '2026-11-10', to: '2026-11-20' };
    const before = await viewer.api.overviewReport(asked);
    await db.updateTable('purchase_order').set({ paid_amount: 20_000 }).where('id', '=', 'order_b').execute();
    expect(await viewer.api.overviewReport(asked)).toEqual(before);
    server.clock.set({ advanceMs: minute });
    const after = await viewer.api.overviewReport(asked);
    expect(figure(after, 'paidSum').total).toBe(23_900);
  });
});

it('counts visits by page, source and day', async () => {
  const view = (name: string, label: string, from?: string, type: 'pv' | 'click' = 'pv') => ({
    ...{ name, label, type },
    ...(from && { from }),
  });
  const visitor = server.visitor();
  const tell = async (deviceId: string, time: string, ...events: Array<ReturnType<typeof view>>) => {
    server.clock.set({ now: at(time) });
    await visitor.api.trackEvents({ deviceId, events });
  };
  await tell('device-1', '25T23:59:59', view('page_view', 'home'), view('page_view', 'aiTool', 'home'));
  await tell('device-1', '26T00:00:00', view('page_view', 'aiTool', 'home'), view('save', 'aiTool', 'home', 'click'));
  await tell('device-2', '26T08:00:00', view('page_view', 'aiTool', 'landing'));
  const again = await server.staff('viewer');
  const report = await again.api.visitReport({ from: '2026-11-25', to: '2026-11-26' });
  expect(report).toMatchObject({ total: 4, daily: [2, 2] });
  expect(report.labels).toEqual([
    { label: 'aiTool', title: '自研AI工具', visits: 3, devices: 2, days: [1, 2] },
    { label: 'home', title: '首页', visits: 1, devices: 1, days: [1, 0] },
  ]);
  expect(report.sources.map(({ label, visits, days }) => [label, visits, days])).toEqual([
    ['home', 2, [1, 1]],
    ['', 1, [1, 0]],
    ['landing', 1, [0, 1]],
  ]);
  expect(report.ways[0]).toEqual({ source: 'home', label: 'aiTool', visits: 2 });
  expect((await again.api.visitReport({ from: '2026-11-26', to: '2026-11-26' })).daily).toEqual([2]);
});
