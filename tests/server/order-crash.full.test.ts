import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '#shared/contract/order';
import { type FakeAlipay, startFakeAlipay } from '../support/fake-alipay.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createVisitor, rawRequest, type Visitor } from '../support/server-visitor.ts';

let dataDir: string;
let alipay: FakeAlipay;
let line: Server;
let running: ServerProcess | undefined;
/** Called with the method that was asked for when the company's answer is there but not sent yet. */
let beforeAnswer: ((method: string, response: ServerResponse) => void) | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'zhuhui-order-crash-'));
  alipay = await startFakeAlipay({ now: Date.now });
  line = createServer(async (request, response) => {
    const body = await buffer(request);
    const address = new URL(request.url ?? '', alipay.gateway);
    const method = new URLSearchParams(body.toString()).get('method') ?? address.searchParams.get('method') ?? '';
    const init = body.length > 0 ? { method: 'POST', body: new Uint8Array(body) } : {};
    const type = request.headers['content-type'];
    const answer = await fetch(address, { ...init, headers: type ? { 'content-type': type } : {} });
    const text = await answer.text();
    beforeAnswer?.(method, response);
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      connection: 'close',
    });
    response.end(text);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
});
afterEach(async () => {
  beforeAnswer = undefined;
  await running?.end('SIGKILL');
  line.closeAllConnections();
  line.close();
  await alipay.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const { port } = line.address() as AddressInfo;
  const { appId, sellerId, privateKey, publicKey } = alipay.account;
  running = await startServerProcess(dataDir, {
    ENGINE_THREADS: '1',
    ALIPAY_PROVIDER: 'alipay',
    ALIPAY_GATEWAY: `http://127.0.0.1:${port}/gateway.do`,
    ALIPAY_APP_ID: appId,
    ALIPAY_SELLER_ID: sellerId,
    ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  });
  return running;
}

async function post(server: ServerProcess, address: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await rawRequest(server.origin, 'POST', address, headers, JSON.stringify(body));
  expect(answer.status).toBeLessThan(300);
  return answer.json;
}

function returning(server: ServerProcess, sid: string): Visitor {
  const visitor = createVisitor(server.origin);
  visitor.cookies.set('sid', sid);
  return visitor;
}

/** Somebody orders 100 tickets and opens Alipay's page. */
async function order(server: ServerProcess): Promise<{ sid: string; order: Order }> {
  const { sid } = (await post(server, '/__mock/accounts', {})) as { sid: string };
  const visitor = returning(server, sid);
  const made = await visitor.api.createOrder({ productId: 'normal-100' });
  const { payUrl } = await visitor.api.createAliPayOrder({ orderId: made.orderId });
  expect((await fetch(payUrl)).status).toBe(200);
  return { sid, order: made };
}

function look<Row>(sql: string, ...values: unknown[]): Row {
  const db = new Database(path.join(dataDir, 'zhuhui.db'), { readonly: true });
  const row = db.prepare(sql).get(...values) as Row;
  db.close();
  return row;
}

const statusOf = (orderId: string) =>
  look<{ status: string }>('SELECT status FROM purchase_order WHERE id = ?', orderId).status;
const ticketsOf = (orderId: string) =>
  look<{ lots: number; amount: number | null }>(
    'SELECT count(*) AS lots, sum(amount) AS amount FROM ticket_lot WHERE reference = ?',
    orderId,
  );

/**
 * Kills the server when it has the company's answer and cannot have booked it: the books are locked from before the
 * answer is sent until the server is dead. The server closes its connection once it has read the answer to its end.
 */
function killWithTheAnswerTo(method: string, server: ServerProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    beforeAnswer = (asked, response) => {
      if (asked !== method) return;
      beforeAnswer = undefined;
      const books = new Database(path.join(dataDir, 'zhuhui.db'));
      books.exec('BEGIN IMMEDIATE');
      response.socket?.once('close', () => {
        server
          .end('SIGKILL')
          .then(() => books.exec('ROLLBACK'))
          .then(() => void books.close())
          .then(resolve, reject);
      });
    };
  });
}

async function expectBalancedBooks(server: ServerProcess): Promise<void> {
  const { json } = await rawRequest(server.origin, 'GET', '/__mock/invariants', {});
  expect(json).toMatchObject({ ok: true });
}

it('killed between the answer of the company and our commit: the payment is found again and granted once', async () => {
  const first = await start();
  const { sid, order: made } = await order(first);
  alipay.pay(made.orderNo);
  const killed = killWithTheAnswerTo('alipay.trade.query', first);
  const call = returning(first, sid)
    .api.completeOrder({ orderId: made.orderId })
    .then(
      () => 'answered',
      () => 'cut off',
    );
  await killed;
  expect(await call).toBe('cut off');
  expect(statusOf(made.orderId)).toBe('paying');
  expect(ticketsOf(made.orderId)).toEqual({ lots: 0, amount: null });

  const second = await start();
  await post(second, '/__mock/clock', { advanceMs: 5000 });
  expect(await returning(second, sid).api.checkOrder({ orderId: made.orderId })).toMatchObject({ status: 'completed' });
  expect(ticketsOf(made.orderId)).toEqual({ lots: 1, amount: 100 });
  await expectBalancedBooks(second);
});

it('killed between our commit and the answer to the notification: the repeated one grants nothing more', async () => {
  const first = await start();
  const { sid, order: made } = await order(first);
  alipay.pay(made.orderNo);
  const { headers, body } = alipay.notification(made.orderNo);
  const sent = { 'content-type': headers['content-type'] ?? '' };
  const call = rawRequest(first.origin, 'POST', '/api/order/notify/alipay', sent, body).catch(() => undefined);
  while (statusOf(made.orderId) !== 'completed') await new Promise(setImmediate);
  expect(await first.end('SIGKILL')).toBe('SIGKILL');
  await call;

  const second = await start();
  const repeated = await rawRequest(second.origin, 'POST', '/api/order/notify/alipay', sent, body);
  expect(repeated).toMatchObject({ status: 200, text: 'success' });
  expect(await returning(second, sid).api.completeOrder({ orderId: made.orderId })).toMatchObject({
    status: 'completed',
  });
  expect(ticketsOf(made.orderId)).toEqual({ lots: 1, amount: 100 });
  await expectBalancedBooks(second);
});

it('killed between the company’s refund and our commit: it is asked again under the same number and refunds once', async () => {
  const first = await start();
  const { sid, order: made } = await order(first);
  const { orderId, orderNo } = made;
  alipay.pay(orderNo);
  expect(await returning(first, sid).api.completeOrder({ orderId })).toMatchObject({ status: 'completed' });
  const staff = createVisitor(first.origin);
  await staff.api.staffLogin({ account: 'admin', password: 'zhuhui-admin' });
  const killed = killWithTheAnswerTo('alipay.trade.refund', first);
  await staff.api.refundOrder({ id: orderId, reason: '客户要求' });
  await post(first, '/__mock/clock', { advanceMs: 0 }).catch(() => undefined);
  await killed;
  expect(alipay.refunded(orderNo)).toBe(3900);
  expect(statusOf(orderId)).toBe('refunding');

  const second = await start();
  await post(second, '/__mock/clock', { advanceMs: 1000 });
  expect(await returning(second, sid).api.checkOrder({ orderId })).toMatchObject({
    status: 'refunded',
    refundedAmount: 3900,
  });
  expect(alipay.refunded(orderNo)).toBe(3900);
  await expectBalancedBooks(second);
});
