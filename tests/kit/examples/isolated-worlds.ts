import assert from 'node:assert/strict';
import type { World } from '../client.ts';

export async function isolatedWorlds(world: World): Promise<void> {
  const other = world.beside(`${world.name}-other`);
  try {
    const phoneNo = '13812340003';
    const [here, there] = [await world.account({ phoneNo, plan: 'pro' }), await other.account({ phoneNo })];
    assert.notEqual(here.accountId, there.accountId);

    await world.clock.freeze('2030-01-01T00:00:00+08:00');
    assert.equal((await other.clock.get()).frozen, false);
    await world.faults.set([{ match: { path: '/api/user/userInfo' }, kind: 'status', status: 500 }]);
    await there.get('/api/user/userInfo');
    await world.pay.line(true);
    await there.post('/api/sms/sendCode', { phoneNo });
    assert.deepEqual(await world.sms.sent(), []);

    await other.journal.expect({ path: '/api/user/userInfo' }, 1);
    await world.journal.expect({ path: '/api/user/userInfo' }, 0);
    await world.state.reset('empty');
    assert.equal((await there.get<{ userId: string }>('/api/user/userInfo')).userId, there.accountId);
  } finally {
    await other.remove();
  }
}
