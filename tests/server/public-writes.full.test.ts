import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ config: { trustedProxies: 1, casServices: 'https://wiki.example.com/' } });
});
afterEach(() => server.close());

const { order, play, verdicts } = ordersOf(() => server);
const db = () => server.deps.store.db;
const from = (address: string, type = 'application/json') => ({ 'content-type': type, 'x-forwarded-for': address });

describe('payment notifications that are not genuine', () => {
  const rows = () => db().selectFrom('payment_notification').selectAll().orderBy('id').execute();
  const counts = () => db().selectFrom('refused_notification').select(['verdict', 'refusals as count']).execute();
  const send = (address: string, body: string) =>
    server.visitor().raw('POST', '/api/order/notify/alipay', from(address, 'application/x-www-form-urlencoded'), body);

  it('are counted, and the newest few of them kept, cut short', async () => {
    const member = await server.member();
    const { orderNo } = await order(member);
    for (let i = 0; i < 300; i++) {
      const fields = { out_trade_no: `${'9'.repeat(200)}${i}`, notify_id: String(i), filler: 'x'.repeat(7500) };
      await send(`203.0.113.${i % 250}`, new URLSearchParams(fields).toString());
    }
    const [{ verdict = '', count = 0 } = {}] = await counts();
    expect(count).toBe(300);
    const kept = await rows();
    expect(kept).toHaveLength(20);
    for (const row of kept) {
      expect(row.verdict).toBe(verdict);
      expect(row.body.length).toBeLessThanOrEqual(2000);
      expect(row.order_no?.length ?? 0).toBeLessThanOrEqual(64);
    }
    await play(orderNo, 'pay');
    expect(await verdicts(orderNo)).toEqual(['accepted']);
    await send('203.0.113.1', 'out_trade_no=1');
    expect(await verdicts(orderNo)).toEqual(['accepted']);
  });
});
