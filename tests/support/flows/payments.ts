import { day, minute } from '#shared/domain/time';
import type { TestServer } from '../server.ts';
import type { Visitor } from '../server-visitor.ts';
import { type Flow, sidOf, staffOf, staffSid, unlessDone, userOf } from './flow.ts';

interface Facts {
  sid: string;
  staff: string;
  tickets: { orderId: string; orderNo: string };
  plan: { orderId: string; orderNo: string };
  late: { orderId: string; orderNo: string };
  wrong: { orderId: string; orderNo: string };
  code: string;
}

async function order(server: TestServer, sid: string, productId: string) {
  const { api } = userOf(server, sid);
  const { orderId, orderNo } = await api.createOrder({ productId, payType: 'alipay' });
  await api.createAliPayOrder({ orderId });
  return { orderId, orderNo };
}

/** Plays the payer; the company remembers what was done before. */
async function play(server: TestServer, orderNo: string, action: 'pay' | 'late' | 'wrong_amount') {
  await server.deps.simulatedPayment?.play(orderNo, action);
}

async function codeOf(staff: Visitor, batchId: string): Promise<string> {
  const table = await (await staff.fetch(`/api/admin/v1/redeemBatches/${batchId}/codes`)).text();
  return table.split('\r\n')[1]?.split('"')[1] ?? '';
}

/** Tickets and memberships bought, paid late or wrongly, refunded, invoiced and redeemed; two months of a membership. */
export const payments: Flow<Facts> = {
  name: 'payments',
  async prepare(server) {
    return { sid: sidOf(await server.member()), staff: await staffSid(server) };
  },
  steps: [
    ['tickets are ordered', async (server, { sid }) => ({ tickets: await order(server, sid, 'normal-100') })],
    [
      'they are paid',
      async (server, { tickets, sid }) => {
        await play(server, tickets.orderNo, 'pay');
        await userOf(server, sid).api.completeOrder({ orderId: tickets.orderId });
      },
    ],
    [
      'an invoice is asked for',
      async (server, { sid, tickets }, isRepeated) => {
        const asked = {
          orderId: tickets.orderId,
          titleKind: 'personal',
          title: '个人',
          email: 'a@example.com',
        } as const;
        await unlessDone(userOf(server, sid).api.requestInvoice(asked), isRepeated, 'order.not_invoiceable');
      },
    ],
    [
      'a refund is asked for',
      async (server, { sid, tickets }, isRepeated) => {
        const asked = { orderId: tickets.orderId, reason: '买错了' };
        await unlessDone(
          userOf(server, sid).api.requestRefund(asked),
          isRepeated,
          'refund.waiting',
          'refund.nothing_left',
        );
      },
    ],
    [
      'staff approve it',
      async (server, { staff, tickets }, isRepeated) => {
        const { api } = staffOf(server, staff);
        const [asked] = await api.staffRefunds({ orderId: tickets.orderId });
        await unlessDone(api.approveRefund({ id: asked?.id ?? '' }), isRepeated, 'refund.not_waiting');
      },
    ],
    ['it is sent', (server) => server.pass(minute)],
    ['a membership is ordered', async (server, { sid }) => ({ plan: await order(server, sid, 'basic-month') })],
    ['it is paid, and nobody comes back', (server, { plan }) => play(server, plan.orderNo, 'pay')],
    ['the clock finds it', (server) => server.pass(minute)],
    ['an order is left', async (server, { sid }) => ({ late: await order(server, sid, 'live-30') })],
    [
      'it is canceled',
      async (server, { sid, late }, isRepeated) => {
        await unlessDone(userOf(server, sid).api.cancelOrder({ orderId: late.orderId }), isRepeated, 'order.not_open');
      },
    ],
    ['its payment comes late', (server, { late }) => play(server, late.orderNo, 'late')],
    ['it goes back in full', (server) => server.pass(minute)],
    ['another order', async (server, { sid }) => ({ wrong: await order(server, sid, 'live-120') })],
    ['another amount is paid', (server, { wrong }) => play(server, wrong.orderNo, 'wrong_amount')],
    ['the clock finds it, too', (server) => server.pass(minute)],
    [
      'codes are made',
      async (server, { staff }) => {
        const visitor = staffOf(server, staff);
        const draft = { name: '活动', reason: '活动', count: 1, ticketKind: 'normal', amount: 5 } as const;
        const { id } = await visitor.api.createRedeemBatch({ ...draft, clientKey: 'flow-codes' });
        return { code: await codeOf(visitor, id) };
      },
    ],
    [
      'one is redeemed',
      async (server, { sid, code }, isRepeated) => {
        await unlessDone(userOf(server, sid).api.redeemCode({ code }), isRepeated, 'redeem.used');
      },
    ],
    [
      'the membership ends',
      async (server) => {
        await server.pass(32 * day);
        await server.deps.sweep();
        await server.pass(minute);
      },
    ],
  ],
  varying: {
    payment_notification: { may: 'differ', because: 'the company repeats a notification that nobody has answered' },
    audit: { may: 'be more', because: 'to fetch the codes again is told again' },
  },
  async outcome(server, { sid }) {
    const { api } = userOf(server, sid);
    const { list } = await api.orders({});
    const { purses } = await api.ticketSummary();
    const { plan, expiresAt } = await api.membership();
    return {
      orders: list.map(({ title, status, refundedAmount, refund, invoice }) => ({
        ...{ title, status, refundedAmount, refund: refund?.status, invoice: invoice?.status },
      })),
      purses: purses.map(({ kind, left, lots }) => ({
        kind,
        left,
        lots: lots.map(({ source, left }) => ({ source, left })),
      })),
      membership: { plan, expiresAt },
    };
  },
};
