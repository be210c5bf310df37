import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { minute, second } from '#shared/domain/time';
import { createModelClient } from '../../engine/models/client.ts';
import { faultSteps } from '../../mock-server/adapters/fault-points.ts';
import { enlargement, refusal, startTestServer, type TestServer } from '../support/server.ts';
import { openChatStream } from '../support/server-chat.ts';
import { controlOf } from '../support/server-control.ts';
import { ordersOf } from '../support/server-orders.ts';
import { drawPicture } from '../support/server-pictures.ts';

let server: TestServer;
beforeAll(async () => {
  // Networks are there, and their process is not started before somebody asks it.
  server = await startTestServer({ config: { isEmailLoginOpen: true, modelRuntime: 'web' } });
});
afterEach(async () => {
  await control('DELETE', '/faults');
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

const { control, memberWithResult } = controlOf(() => server);
const shop = ordersOf(() => server);
const setFault = async (step: string, kind: string, more: object = {}) => {
  const { status, json } = await control('PUT', '/faults', { faults: [{ match: { step }, kind, ...more }] });
  expect([status, json]).toEqual([200, expect.anything()]);
};
const struck = async () => {
  const { json } = await control('GET', '/faults');
  return (json as { faults: Array<{ struck: number }> }).faults[0]?.struck;
};

it('the steps of the table are those that the adapters announce', () => {
  expect(server.deps.control?.faultSteps().toSorted()).toEqual(Object.keys(faultSteps).toSorted());
});

describe('a fault of', () => {
  it('engine.run: the run is tried again and paid once', async () => {
    await setFault('engine.run', 'fail', { times: 1 });
    const { member, taskId } = await memberWithResult();
    expect((await server.settled(member, taskId)).status).toBe('queued');
    await server.pass(minute);
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 2, returned: 0 } });
    expect(await struck()).toBe(1);
  });

  it('engine.run: a run that hangs ends when its task is canceled', async () => {
    await setFault('engine.run', 'hang', { ms: 120_000 });
    const member = await server.member();
    const { imageId } = await member.upload(await drawPicture());
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await expect.poll(struck).toBe(1);
    await member.api.cancelTask({ taskId });
    const task = await server.settled(member, taskId);
    expect(task).toMatchObject({ status: 'canceled', ticket: { held: 0, spent: 0, returned: 2 } });
  });

  it('sms.send: the sender says so, and the next code can be asked for at once', async () => {
    await setFault('sms.send', 'fail', { times: 1 });
    const phoneNo = '13800000011';
    expect(await refusal(server.visitor().api.sendSmsCode({ phoneNo }))).toMatchObject({ reason: 'sms.failed' });
    expect(await server.visitor().api.sendSmsCode({ phoneNo })).toEqual({ resendAfter: 60 });
  });

  it('mail.send: a message that is lost reaches no mailbox', async () => {
    await setFault('mail.send', 'lose');
    const email = 'lin@example.com';
    await server.visitor().api.sendEmailCode({ email });
    expect(server.deps.emails.sent(email)).toEqual([]);
  });

  it('pay.query: who asks is told that the provider does not answer, and the order stays open', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await shop.order(member);
    await shop.play(orderNo, 'pay', { isSilent: true });
    await setFault('pay.query', 'fail');
    await server.pass(2 * second);
    const refused = await refusal(member.api.completeOrder({ orderId }));
    expect(refused).toMatchObject({ status: 503, reason: 'payment.unavailable' });
    expect((await shop.row(orderId)).status).toBe('paying');
    await control('DELETE', '/faults');
    await server.pass(minute);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'completed' });
  });

  it('pay.notify: a forged notification grants nothing, the look at the provider does', async () => {
    const member = await server.member();
    await setFault('pay.notify', 'forged');
    const { orderId, orderNo } = await shop.order(member);
    await shop.play(orderNo, 'pay');
    expect(await shop.verdicts(orderNo)).toEqual(['forged']);
    expect(await shop.differences(orderNo)).toEqual(['forged']);
    expect(await shop.lots(orderId)).toEqual([]);
    await server.pass(5 * second);
    expect(await shop.lots(orderId)).toEqual([{ amount: 100, left: 100 }]);
  });

  it('refund: it stays under way and is sent again with the same number', async () => {
    const member = await server.member();
    const { orderId, orderNo } = await shop.order(member);
    await member.api.cancelOrder({ orderId });
    await setFault('refund', 'lose', { times: 1 });
    await shop.play(orderNo, 'late');
    await server.pass(second);
    expect((await shop.row(orderId)).status).toBe('refunding');
    await server.pass(5 * minute);
    expect(await member.api.checkOrder({ orderId })).toMatchObject({ status: 'refunded', refundedAmount: 3900 });
    expect((await shop.play(orderNo, 'pay')).state).toBe('refunded');
  });

  it('blob.put: a result that cannot be stored costs nothing until it can', async () => {
    await setFault('blob.put', 'full', { after: 1, times: 1 });
    const { member, taskId } = await memberWithResult();
    const before = await server.settled(member, taskId);
    expect(before).toMatchObject({ status: 'queued', ticket: { held: 2, spent: 0 } });
    await server.pass(minute);
    expect((await server.settled(member, taskId)).ticket).toMatchObject({ held: 0, spent: 2 });
  });

  it('blob.get: the picture is not served, and is there again', async () => {
    const { member, imageId } = await memberWithResult();
    await setFault('blob.get', 'fail', { times: 1 });
    const asked = () => member.fetch(`/api/images/${imageId}`);
    const broken = await asked();
    expect([broken.status, (await broken.json()).error.reason]).toEqual([503, 'server.storage_broken']);
    expect((await asked()).status).toBe(200);
  });

  it('db.busy: a write is tried again, then refused for the moment', async () => {
    const member = await server.member();
    const order = () => member.api.createOrder({ productId: 'normal-20', payType: 'alipay' });
    await setFault('db.busy', 'fail', { times: 2 });
    const { orderId } = await order();
    expect(await struck()).toBe(2);
    await setFault('db.busy', 'fail');
    const type = { 'content-type': 'application/json' };
    const refused = await member.raw('POST', '/api/order/cancelOrder', type, JSON.stringify({ orderId }));
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { error: { reason: 'server.database_busy', message: '服务器正忙，这次没有保存，请稍后重试' } },
    });
    await control('DELETE', '/faults');
    expect(await member.api.cancelOrder({ orderId })).toMatchObject({ status: 'closed' });
  });

  it('chat.stream: what was said stays, and the answer says that it broke off', async () => {
    await setFault('chat.stream', 'break');
    const stream = await openChatStream(await server.member(), { message: '你好' });
    await stream.ended;
    const { answer, error } = stream.events.at(-1) ?? {};
    expect(stream.text.length).toBeGreaterThan(0);
    expect(answer).toMatchObject({ state: 'interrupted', text: stream.text });
    expect(error).toMatchObject({ reason: 'chat.interrupted', message: '回答中断，内容可能不完整' });
  });

  it('model.process: whoever asks a network is told that there is none', async () => {
    await setFault('model.process', 'dead');
    const { models } = server.deps;
    const client = createModelClient(models!.access().address);
    await expect(client.describe('/any.onnx')).rejects.toMatchObject({ trouble: 'ended' });
    client.close();
    expect(models?.state().process).toBeUndefined();
  });
});
