import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

let server: TestServer;
let finance: Visitor;
let admin: Visitor;
let member: Member;
beforeEach(async () => {
  server = await startTestServer();
  finance = await server.staff('finance');
  admin = await server.staff('admin');
  member = await server.member();
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await server.faults()).toEqual([]);
  await server.close();
});

const { buy, events, lots, row } = ordersOf(() => server);

/** Outcomes of calls made at the same time: `done`, or the reason. */
async function outcomes(calls: ReadonlyArray<Promise<unknown>>): Promise<string[]> {
  const reasons = calls.map((call) =>
    call.then(
      () => 'done',
      (error: { reason: string }) => error.reason,
    ),
  );
  return (await Promise.all(reasons)).sort();
}

async function audits(action: string): Promise<number> {
  const rows = await server.deps.store.db.selectFrom('audit').select('id').where('action', '=', action).execute();
  return rows.length;
}

/** Refunds the provider was asked for. */
function sentRefunds() {
  const provider = server.deps.payments.named('simulated');
  if (!provider) throw new Error('no provider is in use');
  return vi.spyOn(provider, 'refund');
}

it('a refund that two members of staff approve at once is begun once and sent once', async () => {
  const { orderId } = await buy(member);
  await member.api.requestRefund({ orderId, reason: '买错了' });
  const [waiting] = await finance.api.staffRefunds({ status: 'requested' });
  const id = waiting?.id ?? '';
  const sent = sentRefunds();
  expect(
    await outcomes([
      finance.api.approveRefund({ id }),
      admin.api.approveRefund({ id }),
      finance.api.approveRefund({ id }),
    ]),
  ).toEqual(['done', 'refund.not_waiting', 'refund.not_waiting']);
  expect(await audits('refund.approve')).toBe(1);
  await Promise.all([server.pass(1000), server.pass(1000)]);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  expect((await events(orderId)).filter((what) => what === 'refunding')).toHaveLength(1);
});

it('a failed refund that two members of staff retry at once is sent once more', async () => {
  const { orderId } = await buy(member);
  const sent = sentRefunds().mockResolvedValueOnce({ state: 'refused', detail: '商户余额不足' });
  const { id } = await finance.api.refundOrder({ id: orderId, reason: '客户要求' });
  await server.pass(1000);
  expect(await outcomes([finance.api.approveRefund({ id }), admin.api.approveRefund({ id })])).toEqual([
    'done',
    'refund.not_waiting',
  ]);
  await server.pass(1000);
  expect(sent).toHaveBeenCalledTimes(2);
  expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
});

it('a refund that staff begin twice at once, while the buyer asks for it, is one refund', async () => {
  const { orderId } = await buy(member);
  const begin = (visitor: Visitor) => visitor.api.refundOrder({ id: orderId, reason: '客户要求' });
  const calls = [begin(finance), begin(admin), member.api.requestRefund({ orderId, reason: '买错了' })];
  expect(await outcomes(calls)).toEqual(['done', 'refund.waiting', 'refund.waiting']);
  expect(await admin.api.staffRefunds()).toHaveLength(1);
  for (const refund of await admin.api.staffRefunds({ status: 'requested' }))
    await admin.api.approveRefund({ id: refund.id });
  await server.pass(1000);
  expect(await row(orderId)).toMatchObject({ status: 'refunded', refunded_amount: 3900 });
  expect(await lots(orderId)).toEqual([{ amount: 100, left: 0 }]);
});

it('a refund that one approves and another rejects at once is one of both', async () => {
  const { orderId } = await buy(member);
  await member.api.requestRefund({ orderId, reason: '买错了' });
  const [waiting] = await finance.api.staffRefunds({ status: 'requested' });
  const id = waiting?.id ?? '';
  const calls = [finance.api.approveRefund({ id }), admin.api.rejectRefund({ id, answer: '券可以继续使用' })];
  expect(await outcomes(calls)).toEqual(['done', 'refund.not_waiting']);
  await server.pass(1000);
  const { status } = await row(orderId);
  expect(await lots(orderId)).toEqual([{ amount: 100, left: status === 'refunded' ? 0 : 100 }]);
});

it('an invoice that two members of staff answer at once has one answer', async () => {
  const { orderId } = await buy(member);
  await member.api.requestInvoice({ orderId, titleKind: 'personal', title: '个人', email: 'a@example.com' });
  const [asked] = await finance.api.staffInvoices();
  const answer = (invoiceNo: string) => finance.api.answerInvoice({ id: asked?.id ?? '', status: 'issued', invoiceNo });
  expect(await outcomes([answer('11111111'), answer('22222222')])).toEqual(['done', 'invoice.not_waiting']);
  expect(await audits('invoice.answer')).toBe(1);
});

it('a custom request that is sent twice with its code is one request', async () => {
  const phoneNo = '13812345678';
  await member.api.sendSmsCode({ phoneNo });
  const wish = { company: '某某设计院', contact: '李四', phoneNo, need: 'seats' as const, seats: 20 };
  const verifyCode = server.sms.sent(phoneNo)[0]?.code ?? '';
  const submit = () => member.api.submitCustomRequest({ ...wish, budget: '', note: '', verifyCode });
  expect(await outcomes([submit(), submit(), submit()])).toEqual(['code.expired', 'code.expired', 'done']);
  expect(await admin.api.staffCustomRequests()).toHaveLength(1);
});
