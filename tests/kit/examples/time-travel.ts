import assert from 'node:assert/strict';
import type { World } from '../client.ts';

const day = 86_400_000;

export async function timeTravel(world: World): Promise<void> {
  await world.clock.freeze('2027-01-31T10:00:00+08:00');
  const buyer = await world.account();
  type Order = { orderId: string; orderNo: string; closeReason: string | null };
  const order = (productId: string) => buyer.get<Order>('/api/order/createOrder', { productId });

  const late = await order('normal-20');
  await world.clock.advance(15 * 60_000);
  const { closeReason } = await buyer.get<Order>('/api/order/checkOrder', { orderId: late.orderId });
  assert.equal(closeReason, 'expired');

  const month = await order('pro-month');
  await buyer.get('/api/order/createAliPayOrder', { orderId: month.orderId });
  await world.pay.play(month.orderNo, 'pay');
  await buyer.get('/api/order/completeOrder', { orderId: month.orderId });
  const plan = async () => (await buyer.get<{ plan: string }>('/api/user/membership')).plan;
  assert.equal(await plan(), 'pro');

  await world.clock.set('2027-02-28T10:14:00+08:00');
  assert.equal(await plan(), 'pro');
  await world.clock.advance(2 * 60_000);
  assert.equal(await plan(), 'free');

  await world.clock.advance(365 * day);
  await assert.rejects(buyer.get('/api/user/membership'), { reason: 'auth.required' });
}
