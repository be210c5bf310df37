import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFaults } from '../../mock-server/control/faults.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';
import { controlOf } from '../support/server-control.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => control('DELETE', '/faults'));
afterAll(() => server.close());

const { control } = controlOf(() => server);
const setFaults = (...faults: object[]) => control('PUT', '/faults', { faults });
const struck = async () => {
  const { json } = await control('GET', '/faults');
  return (json as { faults: Array<{ struck: number }> }).faults.map((fault) => fault.struck);
};
const products = (init: RequestInit = {}, query = '') => fetch(`${server.origin}/api/order/products${query}`, init);

describe('faults of requests', () => {
  it('strike the requests they name, as often as they are told, and end with their removal', async () => {
    const rule = { match: { path: '/api/order' }, kind: 'status', status: 503, times: 2, after: 1 };
    expect((await setFaults(rule)).status).toBe(200);
    const seen = [];
    for (let asked = 0; asked < 4; asked++) seen.push((await products()).status);
    expect(seen).toEqual([200, 503, 503, 200]);
    expect(await struck()).toEqual([2]);

    await setFaults({ match: { method: 'post', path: '/api/order' }, kind: 'status' });
    expect((await products()).status).toBe(200);
    await setFaults({ kind: 'status' });
    expect((await products()).status).toBe(500);
    expect((await control('DELETE', '/faults')).json).toEqual({ seed: 1, faults: [] });
    expect((await products()).status).toBe(200);
  });

  it.each([
    [{ path: '/api/*/products' }, true],
    [{ path: '/api/:part' }, false],
    [{ path: '/api/**', query: { page: '2' } }, true],
    [{ query: { page: '3' } }, false],
    [{ header: { 'X-Client': 'one' } }, true],
    [{ header: { 'x-client': 'two' } }, false],
    [{ account: '13900000001' }, false],
  ])('strike where %j matches: %s', async (match, isStruck) => {
    await setFaults({ match, kind: 'status' });
    const { status } = await products({ headers: { 'x-client': 'one' } }, '?page=2&page=4');
    expect(status).toBe(isStruck ? 500 : 200);
  });

  it('strike by account, by its id and by its phone number, and nobody else', async () => {
    const [one, other] = [await server.member(), await server.member()];
    for (const account of [one.accountId, one.phoneNo]) {
      await setFaults({ match: { account }, kind: 'status' });
      expect((await one.raw('GET', '/api/order/products')).status).toBe(500);
      expect((await other.raw('GET', '/api/order/products')).status).toBe(200);
    }
  });

  it('strike by parts of a JSON or form body, which is read whole by the call they let pass', async () => {
    const member = await server.member();
    const send = (type: string, body: string) =>
      member.raw('POST', '/api/order/createOrder', { 'content-type': type }, body);
    const sendJson = (body: object) => send('application/json', JSON.stringify(body));
    await setFaults({
      match: { path: '/api', body: { quantity: 2, more: { deep: [1] } } },
      kind: 'status',
      status: 503,
    });
    const struckBy = [
      await sendJson({ quantity: 2, more: { deep: [1], other: true } }),
      await send('application/x-www-form-urlencoded', 'quantity=2&more=%7B%22deep%22%3A%5B1%5D%7D'),
      await sendJson({ quantity: 2, more: { deep: [1, 2] } }),
      await sendJson({ quantity: 3 }),
      await send('application/json', '{'),
    ].map(({ status }) => status === 503);
    expect(struckBy).toEqual([true, true, false, false, false]);
    const phoneNo = '13800000002';
    await setFaults({ match: { body: { phoneNo: '13800000003' } }, kind: 'reset' });
    await server.visitor().api.sendSmsCode({ phoneNo });
    expect(server.sms.sent(phoneNo)).toHaveLength(1);
    await expect(server.visitor().api.sendSmsCode({ phoneNo: '13800000003' })).rejects.toThrow();
  });

  it.each([429, 503])('of %i say when to come again', async (status) => {
    await setFaults({ kind: 'status', status });
    const answer = await products();
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([status, expect.any(Number)]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await setFaults({ kind: 'status', status: 500 });
    expect((await products()).headers.get('retry-after')).toBeNull();
  });

  it('strike by a body whose length is not announced, which is read whole by the call they let pass', async () => {
    await setFaults({ match: { path: '/api', body: { phoneNo: '13800000003' } }, kind: 'status', status: 503 });
    const send = async (phoneNo: string) => {
      const whole = Buffer.from(JSON.stringify({ phoneNo, padding: 'x'.repeat(70_000) }));
      const body = new ReadableStream({
        async start(controller) {
          for (let from = 0; from < whole.length; from += 30_000) {
            controller.enqueue(whole.subarray(from, from + 30_000));
            await new Promise(setImmediate);
          }
          controller.close();
        },
      });
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      return (await fetch(`${server.origin}/api/sms/sendCode`, init)).status;
    };
    expect(await send('13800000003')).toBe(503);
    expect(await send('13800000004')).toBe(200);
    expect(server.sms.sent('13800000004')).toHaveLength(1);
  });

  it('go on counting when other rules come beside them, where that is asked for', async () => {
    const once = { match: { path: '/api/order' }, kind: 'status', status: 503, times: 1 };
    const other = { match: { path: '/api/none' }, kind: 'status' };
    const beside = (...faults: object[]) => control('PUT', '/faults', { faults, isGoingOn: true });
    await setFaults(once);
    expect((await products()).status).toBe(503);
    await beside(other, once);
    expect([await struck(), (await products()).status]).toEqual([[0, 1], 200]);
    await beside(other, { ...once, times: 2 });
    expect(await struck()).toEqual([0, 0]);
    await setFaults(once);
    expect((await products()).status).toBe(503);
  });

  it('answer with the body and the pause they are given', async () => {
    const body = { code: 9, note: 'server.internal' };
    await setFaults({ match: { path: '/api/none' }, kind: 'status', status: 418, retryAfter: 7, body });
    const answer = await fetch(`${server.origin}/api/none`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([418, '7', body]);
    await setFaults({ match: { path: '/api/none' }, kind: 'status', body: '<b>down</b>' });
    const text = await fetch(`${server.origin}/api/none`);
    expect([text.headers.get('content-type'), await text.text()]).toEqual([
      expect.stringMatching(/^text\/plain/),
      '<b>down</b>',
    ]);
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

  it('leave the control plane alone and go with a reset', async () => {
    await setFaults({ kind: 'reset' });
    await expect(products()).rejects.toThrow();
    expect((await control('GET', '/clock')).status).toBe(200);
    await setFaults({ kind: 'reset' }, { match: { step: 'db.busy' }, kind: 'fail' });
    expect((await control('POST', '/reset', { scenario: 'empty' })).status).toBe(200);
    expect(await struck()).toEqual([]);
    expect((await products()).status).toBe(200);
  });
});

describe('faults of streams', () => {
  const send = { message: '你好' };
  const talk = async (kind: string, ms?: number) => {
    await setFaults({ match: { path: '/api/ai/gptTalkStream' }, kind, ...(ms !== undefined && { ms }) });
    return openChatStream(await server.member(), send);
  };

  it('end without the mark of the end', async () => {
    const stream = await talk('no_done');
    await stream.ended;
    expect(stream.events.at(-1)?.answer?.state).toBe('done');
    expect(stream.other).toEqual([]);
    await setFaults();
    const whole = await openChatStream(await server.member(), send);
    await whole.ended;
    expect(whole.other).toEqual(['data: [DONE]']);
  });

  it('stop after the first event and stay open', async () => {
    const stream = await talk('stall');
    await stream.until(({ question }) => question !== undefined);
    stream.leave();
    await stream.ended;
    expect(stream.events).toHaveLength(1);
  });

  it('break within the first event', async () => {
    const stream = await talk('truncated');
    await expect(stream.ended).rejects.toThrow();
    expect(stream.events).toHaveLength(0);
  });

  it('drip and come whole', async () => {
    const stream = await talk('drip', 16);
    await stream.ended;
    expect(stream.events.at(-1)?.answer?.state).toBe('done');
    expect(stream.other).toEqual(['data: [DONE]']);
  });
});

describe('rules', () => {
  it.each([
    [{ kind: 'fire' }, 'kind'],
    [{ kind: 'fail' }, 'kind'],
    [{ kind: 'status', status: 200 }, 'status'],
    [{ kind: 'latency', ms: -1 }, 'ms'],
    [{ kind: 'reset', ms: 5 }, 'ms'],
    [{ kind: 'reset', status: 503 }, 'status'],
    [{ kind: 'latency', body: {} }, 'body'],
    [{ kind: 'latency', retryAfter: 1 }, 'retryAfter'],
    [{ kind: 'reset', prob: 2 }, 'prob'],
    [{ kind: 'reset', chance: 1 }, 'chance'],
    [{ kind: 'reset', match: { path: 'api' } }, 'match.path'],
    [{ kind: 'reset', match: { method: 'FETCH' } }, 'match.method'],
    [{ kind: 'reset', match: { path: '/api/tas*' } }, 'match.path'],
    [{ kind: 'reset', match: { stop: 'engine.run' } }, 'match.stop'],
    [{ kind: 'stall', match: { step: 'engine.run' } }, 'kind'],
    [{ kind: 'hang', match: { step: 'blob.put' } }, 'kind'],
    [{ kind: 'slow', match: { step: 'engine.stop' } }, 'match.step'],
    [{ kind: 'slow', match: { step: 'sms.send', path: '/api' } }, 'match.path'],
    [{ kind: 'slow', match: { step: 'sms.send', method: 'GET' } }, 'match.method'],
    [{ kind: 'slow', match: { step: 'sms.send', account: '13800000001' } }, 'match.account'],
    [{ kind: 'dead', match: { step: 'model.process' } }, 'match.step'],
  ])('are not made from %j', async (fault, field) => {
    await setFaults({ kind: 'reset', match: { path: '/api/none' } });
    const { status, json } = await setFaults(fault);
    const { error } = json as { error: { fields: Record<string, string[]> } };
    expect([status, Object.keys(error.fields)]).toEqual([422, [`faults.0.${field}`]]);
    expect(error.fields[`faults.0.${field}`]?.join()).toMatch(/[一-鿿]/);
    expect(await struck()).toEqual([0]);
  });

  it('strike in the same way each time, by the seed they are given', async () => {
    const rules = [{ match: { path: '/api/order' }, kind: 'status', prob: 0.5 }];
    const statuses = async (seed?: number) => {
      await control('PUT', '/faults', { faults: rules, ...(seed !== undefined && { seed }) });
      const seen = [];
      for (let asked = 0; asked < 24; asked++) seen.push((await products()).status);
      return seen.join(' ');
    };
    const first = await statuses();
    expect(first).toContain('200');
    expect(first).toContain('500');
    expect(await statuses()).toBe(first);
    expect(await statuses(1)).toBe(first);
    expect(await statuses(2)).not.toBe(first);
  });

  it('are saved with what they have counted and drawn, and go on from there', () => {
    const strikes = (faults: ReturnType<typeof createFaults>, times: number) => {
      const draw = faults.announce('blob.get');
      return Array.from({ length: times }, () => draw()?.kind ?? '-').join('');
    };
    const one = createFaults();
    one.announce('blob.get');
    const rule = { match: { step: 'blob.get' }, kind: 'missing', after: 3, times: 9, prob: 0.5 } as const;
    one.set([rule], 7);
    strikes(one, 9);
    const saved = JSON.parse(JSON.stringify(one.save())) as unknown;
    const rest = strikes(one, 40);
    expect(rest).toContain('missing');
    const other = createFaults();
    other.load(saved);
    expect(strikes(other, 40)).toBe(rest);
    expect(other.list()).toEqual(one.list());
    expect(() => other.load({ seed: 1, rules: [{ kind: 'fire' }] })).toThrow();
  });
});
