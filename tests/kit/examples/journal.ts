import assert from 'node:assert/strict';
import type { World } from '../client.ts';

export async function journal(world: World): Promise<void> {
  const buyer = await world.account();
  await world.journal.clear();
  await buyer.get('/api/order/createOrder', { productId: 'normal-20' });
  await assert.rejects(buyer.get('/api/order/checkOrder', { orderId: 'order_none' }), { status: 404 });

  await world.journal.expect({ path: '/api/order/createOrder', query: { productId: 'normal-20' } }, 1);
  const refused = await world.journal.list({ status: '4xx', account: buyer.phoneNo });
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['order.not_found'],
  );

  const verdict = await world.journal.verify({ path: '/api/order/createOrder', query: { productId: 'normal-100' } });
  assert.equal(verdict.ok, false);
  assert.match(verdict.nearest[0]?.differences.join() ?? '', /normal-20/);

  assert.match(await world.journal.replay('curl'), /createOrder/);
  assert.match(JSON.stringify(await world.journal.har()), /createOrder/);
}
