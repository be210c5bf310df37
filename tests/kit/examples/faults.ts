import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { KitError, type World } from '../client.ts';

const house = readFileSync(new URL('../house.png', import.meta.url));

export async function faults(world: World): Promise<void> {
  const buyer = await world.account({ tickets: 10 });
  await world.faults.set([
    { match: { method: 'GET', path: '/api/order/products' }, kind: 'status', status: 503, retryAfter: 9, times: 1 },
    { match: { path: '/api/user/userInfo' }, kind: 'reset', times: 1 },
    { match: { step: 'engine.run' }, kind: 'refuse' },
    { match: { step: 'sms.send' }, kind: 'refuse', times: 1 },
  ]);

  const failure = await buyer.get('/api/order/products').catch((error: unknown) => error as KitError);
  assert.ok(failure instanceof KitError);
  assert.equal(failure.status, 503);
  await buyer.get('/api/order/products');
  await assert.rejects(buyer.get('/api/user/userInfo'), { status: 0 });
  await assert.rejects(buyer.post('/api/sms/sendCode', { phoneNo: '13812340002' }), KitError);

  const tickets = () => buyer.get<number>('/api/ai/totalTicket', { type: 1 });
  const before = await tickets();
  const { imageId } = await buyer.upload(house);
  const task = await buyer.run('upScaleImg', { upload_img: imageId, scale: 2 });
  assert.deepEqual([task.status, task.error?.reason], ['failed', 'engine.refused']);
  assert.equal(await tickets(), before);

  const { faults: rules } = await world.faults.get();
  assert.ok(rules.every(({ struck }) => struck > 0));
  await world.faults.clear();
  assert.equal((await buyer.run('upScaleImg', { upload_img: imageId, scale: 2 })).status, 'succeeded');
}
