import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { World } from '../client.ts';

const house = readFileSync(new URL('../house.png', import.meta.url));

export async function signUpToRefund(world: World): Promise<void> {
  const buyer = world.visitor();
  const phoneNo = '13812340001';
  await buyer.post('/api/sms/sendCode', { phoneNo });
  await buyer.post('/api/user/login', { phoneNo, verifyCode: await world.sms.code(phoneNo) });

  const { imageId } = await buyer.upload(house);
  const task = await buyer.run('toline', { upload_img: imageId });
  assert.equal(task.status, 'succeeded');
  const result = await buyer.bytes(`/api/images/${task.images[0]?.imageId}?format=png`);
  assert.deepEqual([...result.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);

  type Order = { orderId: string; orderNo: string; status: string; amount: number; refundedAmount: number };
  const { orderId, orderNo } = await buyer.get<Order>('/api/order/createOrder', { productId: 'normal-100' });
  await buyer.get('/api/order/createAliPayOrder', { orderId });
  await world.pay.play(orderNo, 'pay');
  const paid = await buyer.get<Order>('/api/order/completeOrder', { orderId });
  assert.equal(paid.status, 'completed');

  await buyer.post('/api/order/requestRefund', { orderId, reason: '买错了' });
  const staff = await world.staff();
  const [refund] = await staff.get<Array<{ id: string }>>('/api/admin/v1/refunds', { q: orderNo });
  await staff.post(`/api/admin/v1/refunds/${refund?.id}/approve`);
  await world.clock.advance(1000);
  const refunded = await buyer.get<Order>('/api/order/checkOrder', { orderId });
  assert.deepEqual([refunded.status, refunded.refundedAmount], ['refunded', paid.amount]);
  assert.deepEqual(await world.state.faults(), []);
}
