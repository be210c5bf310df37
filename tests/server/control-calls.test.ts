import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/endpoint';
import { controlContract } from '../../mock-server/control/contract.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { controlOf } from '../support/server-control.ts';
import { ordersOf } from '../support/server-orders.ts';

type ControlCall = keyof typeof controlContract;
type Input = Record<string, unknown>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { control, checks } = controlOf(() => server);
const shop = ordersOf(() => server);
/** Files of snapshots are sent and taken in `snapshots.test.ts`. */
type JsonCall = Exclude<ControlCall, 'snapshotFile' | 'putSnapshotFile'>;
const { snapshotFile, putSnapshotFile, ...jsonContract } = controlContract;
const calls = Object.entries(jsonContract) as ReadonlyArray<[JsonCall, Endpoint]>;

function make(spec: Endpoint, input: Input) {
  const { ...rest } = input;
  const path = spec.path.replace('/__mock', '').replace(/:(\w+)/g, (_place, name: string) => {
    delete rest[name];
    return String(input[name]);
  });
  if (spec.method !== 'GET') return control(spec.method, path, rest);
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return control('GET', `${path}?${query}`);
}

/** A valid input of each call, and a part of the expected response. */
const happyPaths: Record<JsonCall, () => Promise<[input: Input, answer: unknown]>> = {
  async sentSms() {
    await server.visitor().api.sendSmsCode({ phoneNo: '13800000001' });
    return [{ phoneNo: '13800000001' }, [{ phoneNo: '13800000001', code: expect.stringMatching(/^\d{6}$/) }]];
  },
  async sentEmails() {
    await server.deps.senders.email.sendCode({ email: 'lin@example.com', code: '123456', at: 1 });
    return [{ email: 'LIN@example.com' }, [{ email: 'lin@example.com', code: '123456' }]];
  },
  clock: async () => [{}, { frozen: true }],
  setClock: async () => [{ advanceMs: 1000, frozen: true }, { frozen: true }],
  async trades() {
    const { orderNo } = await shop.order(await server.member());
    return [{}, { isDown: false, trades: [{ orderNo, state: 'open' }] }];
  },
  async playPayment() {
    const { orderNo } = await shop.order(await server.member());
    return [
      { orderNo, action: 'pay' },
      { ok: true, orderNo, trade: { state: 'paid' } },
    ];
  },
  cutPayLine: async () => [{ isDown: false }, { ok: true, isDown: false }],
  async scans() {
    await server.visitor().api.getQrCode();
    return [{}, [{ status: 'waiting' }]];
  },
  async playScan() {
    const { ticket } = await server.visitor().api.getQrCode();
    return [
      { ticket, action: 'scan', person: 'lin' },
      { ok: true, status: 'scanned' },
    ];
  },
  makeAccount: async () => [
    { plan: 'pro', tickets: { live: 3 } },
    { plan: 'pro', tickets: { live: expect.any(Number) } },
  ],
  scenarios: async () => [{}, expect.arrayContaining([expect.objectContaining({ name: 'empty', template: null })])],
  async removeTemplate() {
    expect((await control('POST', '/reset', { scenario: 'gallery-100k' })).status).toBe(202);
    return [{ name: 'gallery-100k' }, { ok: true }];
  },
  spaces: async () => [{}, { current: null, spaces: [] }],
  async removeSpace() {
    await fetch(`${server.origin}/__mock/clock`, { headers: { 'x-mock-space': 'of-a-test' } });
    return [{ name: 'of-a-test' }, { ok: true }];
  },
  snapshots: async () => [{}, []],
  makeSnapshot: async () => [{ name: 'of-a-test' }, { name: 'of-a-test' }],
  async restoreSnapshot() {
    await control('POST', '/snapshots', { name: 'of-a-test' });
    return [{ name: 'of-a-test' }, { ok: true }];
  },
  async removeSnapshot() {
    await control('POST', '/snapshots', { name: 'of-a-test' });
    return [{ name: 'of-a-test' }, { ok: true }];
  },
  reset: async () => [{ scenario: 'empty' }, { ok: true, scenario: 'empty', accounts: [] }],
  makeState: async () => [
    { accounts: { lin: { plan: 'pro' } }, tasks: { first: { account: 'lin' } } },
    { accounts: { lin: { phoneNo: expect.any(String) } }, tasks: { first: { imageIds: [expect.any(String)] } } },
  ],
  invariants: async () => [{}, { ok: true }],
  async journal() {
    await server.visitor().raw('GET', '/api/order/products?version=1.2');
    return [{}, expect.arrayContaining([expect.objectContaining({ path: '/api/order/products', status: 200 })])];
  },
  replayJournal: async () => [{ format: 'curl' }, expect.stringMatching(/^#!.*bash/)],
  journalHar: async () => [{}, { log: { version: '1.2' } }],
  planeOpenApi: async () => [{}, { openapi: '3.1.0' }],
  clearJournal: async () => [{}, { ok: true, removed: expect.any(Number) }],
  verifyJournal: async () => [
    { match: { path: '/api/none' }, times: 0 },
    { ok: true, count: 0 },
  ],
  faults: async () => [{}, { faults: [] }],
  setFaults: async () => [
    { faults: [{ match: { path: '/api/none' }, kind: 'status', status: 503 }] },
    { faults: [{ match: { path: '/api/none' }, status: 503, struck: 0 }] },
  ],
  clearFaults: async () => [{}, { faults: [] }],
};

describe.each(calls)('%s', (name, spec) => {
  it('does what it is for', async () => {
    const [input, expected] = await happyPaths[name]();
    const { status, json, text } = await make(spec, input);
    const answer: unknown = json ?? text;
    expect([status, answer]).toEqual([name === 'makeAccount' || name === 'makeState' ? 201 : 200, expect.anything()]);
    expect(spec.output.safeParse(answer).error).toBeUndefined();
    if (typeof answer === 'string') expect(answer).toEqual(expected);
    else expect(answer).toMatchObject(expected as object);
    expect(await checks()).toEqual({ ok: true, broken: [] });
  });
});

describe('the calls of the control plane', () => {
  it('are described on its page, each one of the contract', async () => {
    const page = await (await fetch(`${server.origin}/__mock/`)).text();
    for (const [name, { path, summary }] of calls) {
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
