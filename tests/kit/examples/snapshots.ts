import assert from 'node:assert/strict';
import type { World } from '../client.ts';

export async function snapshots(world: World): Promise<void> {
  const name = `${world.name}-before`;
  const buyer = await world.account();
  const orders = async () => (await buyer.get<{ list: object[] }>('/api/order/list')).list;
  const { now } = await world.clock.freeze();
  await world.snapshots.save(name);

  try {
    await buyer.get('/api/order/createOrder', { productId: 'normal-20' });
    assert.equal((await orders()).length, 1);
    await world.clock.advance(86_400_000);
    await world.snapshots.restore(name);
    assert.deepEqual(await orders(), []);
    assert.equal((await world.clock.get()).now, now);

    const file = await world.snapshots.download(name);
    await world.snapshots.remove(name);
    await world.snapshots.upload(name, file);
    const other = world.beside(`${world.name}-copy`);
    await other.snapshots.restore(name);
    assert.equal((await other.account({ phoneNo: buyer.phoneNo })).accountId, buyer.accountId);
    await other.remove();
  } finally {
    await world.snapshots.remove(name);
  }

  const { accounts } = await world.state.reset('vip-expired');
  const expired = await world.account({ phoneNo: accounts[0]?.phoneNo ?? '' });
  assert.equal(expired.plan, 'free');
}
