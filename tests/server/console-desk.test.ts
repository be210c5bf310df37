import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  expect(await server.faults()).toEqual([]);
});
afterAll(() => server.close());

const { buy } = ordersOf(() => server);

it('finance sees what a refund by the rules would be before any money moves', async () => {
  const [finance, support] = [await server.staff('finance'), await server.staff('support')];
  const member = await server.member();
  const { orderId } = await buy(member, 'normal-100');
  const quote = await finance.api.staffRefundQuote({ id: orderId });
  expect(quote).toEqual(await member.api.refundQuote({ orderId }));
  expect(quote.amount).toBe(3900);
  expect((await refusal(support.api.staffRefundQuote({ id: orderId }))).reason).toBe('auth.forbidden');
  expect((await refusal(finance.api.staffRefundQuote({ id: 'nothing' }))).reason).toBe('order.not_found');

  expect(await finance.api.refundOrder({ id: orderId, reason: '用户来电' })).toMatchObject({ amount: quote.amount });
  expect((await refusal(finance.api.staffRefundQuote({ id: orderId }))).reason).toBe('refund.waiting');
});

it('who follows up a custom request sees the number to call for a reason, which is audited', async () => {
  const visitor = server.visitor();
  const phoneNo = '13812345678';
  await visitor.api.sendSmsCode({ phoneNo });
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  await visitor.api.submitCustomRequest({ company: '某某设计院', contact: '李四', phoneNo, need: 'api', verifyCode });
  const [support, viewer] = [await server.staff('support'), await server.staff('viewer')];
  const [request] = await viewer.api.staffCustomRequests({});
  const id = request?.id ?? '';
  expect(request?.phoneNo).toBe('138****5678');

  expect((await refusal(viewer.api.revealRequestPhone({ id, reason: '想看看' }))).reason).toBe('auth.forbidden');
  expect((await refusal(support.api.revealRequestPhone({ id, reason: '' }))).reason).toBe('request.invalid');
  expect((await refusal(support.api.revealRequestPhone({ id: 'nothing', reason: '联系' }))).reason).toBe(
    'custom.not_found',
  );
  expect(await support.api.revealRequestPhone({ id, reason: '联系客户报价' })).toEqual({ phoneNo });
  const rows = await server.deps.store.db
    .selectFrom('audit')
    .select(['subject', 'after'])
    .where('action', '=', 'custom.reveal_phone')
    .execute();
  expect(rows).toEqual([{ subject: id, after: JSON.stringify({ reason: '联系客户报价' }) }]);
});
