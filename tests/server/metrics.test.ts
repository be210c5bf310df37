import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { rawRequest } from '../support/server-visitor.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { taskConcurrency: 1 } });
});
afterEach(() => server.close());

const { buy } = ordersOf(() => server);

async function text(): Promise<string> {
  const answer = await fetch(`${server.origin}/metrics`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ]);
  return answer.text();
}

/** Value of the series with exactly these labels, as they are written; undefined where there is none. */
async function value(series: string): Promise<number | undefined> {
  const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('the metrics count', () => {
  it('requests and their durations by the name of the call, and what no call answers by its kind', async () => {
    const member = await server.member();
    for (const taskId of ['task_a', 'task_b']) await refusal(member.api.getTaskByTaskId({ taskId }));
    await member.api.totalTicket({ type: 1 });
    for (const path of ['/api/nothing', '/no-page', '/__mock/clock']) await rawRequest(server.origin, 'GET', path, {});
    expect(await value('zhuhui_http_requests_total{call="getTaskByTaskId",status="4xx"}')).toBe(2);
    expect(await value('zhuhui_http_requests_total{call="totalTicket",status="2xx"}')).toBe(1);
    expect(await value('zhuhui_http_request_duration_seconds_count{call="getTaskByTaskId"}')).toBe(2);
    expect(await value('zhuhui_http_requests_total{call="unknown",status="4xx"}')).toBe(1);
    expect(await value('zhuhui_http_requests_total{call="control_plane",status="2xx"}')).toBe(1);
    const all = await text();
    expect(all).toContain('zhuhui_http_requests_total{call="page"');
    expect(all).not.toMatch(/task_a|no-page|nothing|call="metrics/);
  });

  it('streams without a duration, and clients that leave', async () => {
    const member = await server.member();
    const leaving = new AbortController();
    const stream = await member.fetch('/api/ai/taskEvents', { signal: leaving.signal });
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    leaving.abort();
    await expect.poll(() => value('zhuhui_http_requests_total{call="taskEvents",status="aborted"}')).toBe(1);
    expect(await value('zhuhui_http_request_duration_seconds_count{call="taskEvents"}')).toBeUndefined();
  });

  it('runs by tool, and the tickets that they hold and spend', async () => {
    const member = await server.member({ tickets: { normal: 10 } });
    const { imageId } = await member.upload(await drawPicture());
    await member.api.startTask(enlargement(imageId, 4));
    await server.deps.runner.idle();
    server.engine.refuseNext('图片不合适');
    await member.api.startTask(enlargement(imageId));
    await server.deps.runner.idle();
    expect(await value('zhuhui_engine_runs_total{tool="upScaleImg",engine="test",outcome="refused"}')).toBe(1);
    expect(await value('zhuhui_engine_failures_total{tool="upScaleImg",reason="engine.refused"}')).toBe(1);
    expect(await value('zhuhui_engine_runs_total{tool="upScaleImg",engine="test",outcome="succeeded"}')).toBe(1);
    expect(await value('zhuhui_engine_run_duration_seconds_count{tool="upScaleImg"}')).toBe(1);
    expect(await value('zhuhui_tickets_moved_total{kind="normal",movement="hold",to="held"}')).toBe(3);
    expect(await value('zhuhui_tickets_moved_total{kind="normal",movement="spend",to="spent"}')).toBe(2);
  });

  it('orders by state and channel, and the steps of refunds', async () => {
    const member = await server.member();
    const { orderId } = await buy(member);
    await member.api.requestRefund({ orderId, reason: '买错了' });
    for (const state of ['created', 'paying', 'paid', 'completed'])
      expect(await value(`zhuhui_orders_total{state="${state}",channel="alipay"}`), state).toBe(1);
    expect(await value('zhuhui_order_events_total{event="refund_requested"}')).toBe(1);
  });

  it('nothing of what was rolled back', async () => {
    const { accountId } = await server.member();
    const before = await value('zhuhui_tickets_moved_total{kind="live",movement="grant",to="available"}');
    const grant = {
      kind: 'live',
      amount: 7,
      source: 'adjust',
      reason: '测试',
      expiresAt: null,
      idempotencyKey: 'once',
    } as const;
    const failing = server.deps.store.transact(async (tx) => {
      await server.deps.tickets.grant(tx, accountId, grant);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await value('zhuhui_tickets_moved_total{kind="live",movement="grant",to="available"}')).toBe(before);
  });

  it('what waits and runs by plan, and since when', async () => {
    const [free, pro] = [await server.member({ tickets: { normal: 10 } }), await server.member({ plan: 'pro' })];
    server.engine.hold();
    const freePicture = await free.upload(await drawPicture());
    const proPicture = await pro.upload(await drawPicture());
    await pro.api.startTask(enlargement(proPicture.imageId));
    await server.engine.waiting();
    await free.api.startTask(enlargement(freePicture.imageId));
    server.clock.set({ advanceMs: minute });
    expect(await value('zhuhui_queue_running{plan="pro"}')).toBe(1);
    expect(await value('zhuhui_queue_waiting{plan="free"}')).toBe(1);
    expect(await value('zhuhui_queue_waiting{plan="pro"}')).toBe(0);
    expect(await value('zhuhui_queue_oldest_age_seconds{plan="free"}')).toBe(60);
    expect(await value('zhuhui_disk_free_bytes')).toBeGreaterThan(0);
    expect(await value('zhuhui_database_bytes{file="main"}')).toBeGreaterThan(0);
  });
});

it('every series of ours, and every group of the process, is explained to operators', async () => {
  server.deps.metrics.watchProcess();
  const explained = readFileSync(new URL('../../docs/OPERATING.md', import.meta.url), 'utf8');
  const names = [...(await text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  expect(names).toContain('nodejs_eventloop_lag_seconds');
  const missing = names
    .filter((name) => name.startsWith('zhuhui_') || /eventloop_lag_p99|resident_memory/.test(name))
    .filter((name) => !explained.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

describe('the metrics are closed', () => {
  const token = 'a-token-of-an-operator';
  const ask = (headers: Record<string, string>) => rawRequest(server.origin, 'GET', '/metrics', headers);
  const restart = async (config: Parameters<typeof startTestServer>[0]) => {
    await server.close();
    server = await startTestServer(config);
  };

  it('in production without a token: the page does not exist', async () => {
    await restart({ config: { mode: 'production' } });
    for (const headers of [
      { host: 'localhost' },
      { authorization: `Bearer ${token}` },
      { authorization: 'Bearer undefined' },
    ])
      expect((await ask(headers)).status).toBe(404);
  });

  it('in production to who does not send the token', async () => {
    await restart({ config: { mode: 'production', metricsToken: token } });
    for (const headers of [
      { host: 'localhost' },
      { authorization: `Bearer ${token}x` },
      { authorization: `Basic ${token}` },
    ])
      expect(await ask(headers)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
        json: { error: { reason: 'metrics.closed' } },
      });
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(200);
    expect(await rawRequest(server.origin, 'POST', '/metrics', { authorization: `Bearer ${token}` })).toMatchObject({
      status: 405,
    });
  });

  it('in local mode to other machines, unless there is a token and they send it', async () => {
    expect((await ask({ host: '10.0.0.1' })).status).toBe(404);
    await restart({ config: { metricsToken: token } });
    expect((await ask({ host: 'localhost' })).status).toBe(200);
    expect((await ask({ host: '10.0.0.1' })).status).toBe(401);
    expect((await ask({ host: '10.0.0.1', authorization: `Bearer ${token}` })).status).toBe(200);
  });
});
