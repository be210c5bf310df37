import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdjustableClock } from '../../mock-server/adapters/clock/adjustable.ts';
import { openStore } from '../../mock-server/db/open.ts';
import { createIds } from '../../mock-server/ids.ts';
import { createAccountService } from '../../mock-server/modules/identity/account/account.service.ts';
import { startServices } from '../support/server-ledger.ts';
import { type Measurement, say } from './measurement.ts';
import { startServer } from './server.ts';

const buyers = 8;
const ordersEach = 25;
const pairs = 400;

/**
 * Orders through the running server from the click to the tickets, each with its own write to disk, and the ledger by
 * itself.
 */
export async function benchOrders(): Promise<Measurement[]> {
  return [...(await measureOrders()), ...(await measureLedger())];
}

async function measureOrders(): Promise<Measurement[]> {
  const { origin, stop } = await startServer();
  try {
    const accounts = await Promise.all(Array.from({ length: buyers }, () => makeAccount(origin)));
    await buy(origin, accounts[0] ?? '');
    const startedAt = performance.now();
    const times = (await Promise.all(accounts.map((cookie) => buyAgainAndAgain(origin, cookie)))).flat();
    const seconds = (performance.now() - startedAt) / 1000;
    const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    say('the orders are made; the books are looked through');
    await requireBalance(origin);
    const how = 'created, notified and completed over HTTP, simulated provider';
    return [
      { name: `orders ${how}, ${buyers} buyers at once`, ours: times.length / seconds, unit: 'per second' },
      { name: `one order ${how}, median`, ours: middle, unit: 'ms' },
    ];
  } finally {
    await stop();
  }
}

async function buyAgainAndAgain(origin: string, cookie: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ordersEach; round++) {
    const startedAt = performance.now();
    await buy(origin, cookie);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Orders, pays, is notified of, and asks how it stands: it must be completed by then. */
export async function buy(origin: string, cookie: string): Promise<void> {
  const ask = (address: string) => answer(fetch(origin + address, { headers: { cookie } }));
  const { orderId, orderNo } = await ask('/api/order/createOrder?productId=normal-20&payType=wechat');
  const headers = { 'content-type': 'application/json' };
  const paid = { method: 'POST', headers, body: JSON.stringify({ orderNo, action: 'pay' }) };
  await fetch(`${origin}/__mock/pay`, paid);
  const { status } = await ask(`/api/order/checkOrder?orderId=${orderId}`);
  if (status !== 'completed') throw new Error(`the order is ${status}`);
}

async function answer(call: Promise<Response>): Promise<Record<string, string>> {
  const { data, error } = (await (await call).json()) as { data: Record<string, string> | null; error: object };
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

export async function makeAccount(origin: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/__mock/accounts`, { method: 'POST', headers, body: '{}' });
  return ((await response.json()) as { cookie: string }).cookie;
}

async function requireBalance(origin: string): Promise<void> {
  const { ok } = (await (await fetch(`${origin}/__mock/invariants`)).json()) as { ok: boolean };
  if (!ok) throw new Error('the books do not balance');
}

/** Holds and settles tickets of one account through the service; every transaction waits for the disk. */
async function measureLedger(): Promise<Measurement[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-ledger-'));
  const store = openStore(path.join(folder, 'zhuhui.db'));
  const clock = createAdjustableClock();
  try {
    const { tickets, products } = await startServices(store, clock);
    const accounts = createAccountService({ store, clock, ids: createIds(), tickets, plans: products.plans });
    const { id: accountId } = await store.transact((tx) => accounts.create(tx, { nickName: 'bench' }));
    const grant = { kind: 'normal' as const, source: 'adjust', reason: 'bench', expiresAt: null };
    await store.transact((tx) => tickets.grant(tx, accountId, { ...grant, amount: pairs, idempotencyKey: 'bench' }));
    const startedAt = performance.now();
    for (let index = 0; index < pairs; index++) {
      await store.transact((tx) => tickets.hold(tx, accountId, 'normal', 1, `bench-${index}`, 'bench'));
      await store.transact((tx) => tickets.settle(tx, `bench-${index}`, 1, 'bench'));
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return [
      {
        name: 'ledger transactions, synchronous=FULL (one holds or settles 1 ticket)',
        ours: (2 * pairs) / seconds,
        unit: 'per second',
      },
    ];
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
