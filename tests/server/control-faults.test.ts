import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#shared/domain/time';
import { controlContract } from '../../mock-server/control/contract.ts';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const { control } = controlOf(() => server);
const shop = ordersOf(() => server);
const setFaults = (...faults: object[]) => control('PUT', '/faults', { faults });
const struck = async () => {
  const { json } = await control('GET', '/faults');
  return (json as { faults: Array<{ kind: string; struck: number }> }).faults.map((fault) => fault.struck);
};
const products = (init: RequestInit = {}) => fetch(`${server.origin}/api/order/products`, init);

describe('faults', () => {
  it('strike the requests they name, as often as they are told, and end with their removal', async () => {
    const { status } = await setFaults({
      match: { path: '/api/order' },
      kind: 'status',
      status: 503,
      times: 2,
      after: 1,
    });
    expect(status).toBe(200);
    const seen = [];
    for (let asked = 0; asked < 4; asked++) seen.push((await products()).status);
    expect(seen).toEqual([200, 503, 503, 200]);
    expect(await struck()).toEqual([2]);

    await setFaults({ match: { method: 'post', path: '/api/order' }, kind: 'status' });
    expect((await products()).status).toBe(200);
    await setFaults({ kind: 'status' });
    expect((await products()).status).toBe(500);
    expect((await control('DELETE', '/faults')).json).toEqual({ faults: [] });
    expect((await products()).status).toBe(200);
  });

  it.each([429, 503])('of %i say when to come again', async (status) => {
    await setFaults({ kind: 'status', status });
    const answer = await products();
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([status, expect.any(Number)]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await setFaults({ kind: 'status', status: 500 });
    expect((await products()).headers.get('retry-after')).toBeNull();
  });

  it('strike steps behind the answers, and no request of their own', async () => {
    await setFaults({ match: { step: 'sms.send' }, kind: 'status', times: 1 });
    expect((await products()).status).toBe(200);
    const phoneNo = '13800000001';
    expect(await refusal(server.visitor().api.sendSmsCode({ phoneNo }))).toMatchObject({ reason: 'sms.failed' });
    expect(await struck()).toEqual([1]);
    server.clock.set({ advanceMs: 61_000 });
    await server.visitor().api.sendSmsCode({ phoneNo });

    const member = await server.member();
    await setFaults({ match: { step: 'blob.put' }, kind: 'reset', times: 1 });
    const bytes = await drawPicture();
    expect(await refusal(member.upload(bytes))).toMatchObject({ status: 503, reason: 'server.storage_broken' });
    const { imageId } = await member.upload(bytes);

    await setFaults({ match: { step: 'engine.run' }, kind: 'status', times: 1 });
    const { taskId } = await member.api.startTask(enlargement(imageId));
    expect((await server.settled(member, taskId)).status).toBe('queued');
    await server.pass(minute);
    expect((await server.settled(member, taskId)).status).toBe('succeeded');
    expect(await struck()).toEqual([1]);

    await setFaults({ match: { step: 'pay.notify' }, kind: 'latency', ms: 1 });
    const { orderNo, orderId } = await shop.order(member);
    await shop.play(orderNo, 'pay');
    expect((await member.api.checkOrder({ orderId })).status).toBe('completed');
    expect(await struck()).toEqual([1]);
  });

  it.each([
    [{ kind: 'stall', match: { step: 'engine.run' } }, 'faults.0.kind'],
    [{ kind: 'latency', match: { step: 'sms.send', path: '/api' } }, 'faults.0.match.path'],
    [{ kind: 'latency', match: { step: 'engine.stop' } }, 'faults.0.match.step'],
  ])('at steps are not made from %j', async (fault, field) => {
    const { status, json } = await setFaults(fault);
    expect([status, json]).toEqual([
      422,
      { ...(json as object), error: expect.objectContaining({ fields: { [field]: [expect.any(String)] } }) },
    ]);
    expect(await struck()).toEqual([]);
  });

  it('leave the control plane alone and go with a reset', async () => {
    await setFaults({ kind: 'reset' });
    await expect(products()).rejects.toThrow();
    expect((await control('GET', '/clock')).status).toBe(200);
    await control('POST', '/reset', { scenario: 'empty' });
    expect(await struck()).toEqual([]);
    expect((await products()).status).toBe(200);
  });

  it('cut an answer in half, after its whole length was promised', async () => {
    const whole = await (await products()).text();
    await setFaults({ kind: 'truncated' });
    const answer = await products();
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(whole));
    await expect(answer.text()).rejects.toThrow();
  });

  it('let an answer come slowly and whole', async () => {
    const whole = await (await products()).text();
    await setFaults({ kind: 'drip', ms: 160 });
    const answer = await products();
    const parts: Uint8Array[] = [];
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) parts.push(read.value);
    expect(parts.length).toBeGreaterThan(3);
    expect(Buffer.concat(parts).toString()).toBe(whole);
    await setFaults({ kind: 'latency', ms: 1 });
    expect(await (await products()).text()).toBe(whole);
  });

  it('let an answer stop in its middle and stay open', async () => {
    await setFaults({ kind: 'stall' });
    const ended = new AbortController();
    const reader = (await products({ signal: ended.signal })).body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(value?.length).toBeGreaterThan(0);
    const rest = reader?.read();
    ended.abort();
    await expect(rest).rejects.toThrow(/abort/i);
  });

  it.each([
    { kind: 'fire' },
    { kind: 'status', status: 200 },
    { kind: 'latency', ms: -1 },
    { kind: 'reset', prob: 2 },
    { kind: 'reset', match: { path: 'api' } },
  ])('are not made from %j', async (fault) => {
    expect((await setFaults(fault)).status).toBe(422);
    expect(await struck()).toEqual([]);
  });
});

describe('the calls of the control plane', () => {
  it('are described on its page, each one of the contract', async () => {
    const page = await (await fetch(`${server.origin}/__mock/`)).text();
    for (const [name, { path, summary }] of Object.entries(controlContract)) {
      expect(page).toContain(`id="call-${name}"`);
      expect(page).toContain(`<code>${path}</code>`);
      expect(page).toContain(summary);
    }
  });

  it('refuse what is malformed as other calls do', async () => {
    const answers = [
      await control('POST', '/clock', { now: 'tomorrow' }),
      await control('POST', '/reset', []),
      await control('PUT', '/clock', {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 400, 405]);
    for (const { json } of answers)
      expect(json).toMatchObject({ error: { reason: expect.stringMatching(/^request\./) } });
  });
});
