import { minute, second } from '#shared/domain/time';
import { enlargement, type TestServer } from '../server.ts';
import { drawPicture } from '../server-pictures.ts';
import { byWords, endOf, type Flow, sidOf, staffOf, staffSid, unlessDone, userOf } from './flow.ts';

interface Facts {
  sid: string;
  staff: string;
  phoneNo: string;
  failed: [string, string];
  waitingId: string;
  openId: string;
  paidId: string;
}

const reason = '用户来电';
const newPhone = '13912345678';
const askingPhone = '13812345678';

/** A code sent to a phone; a start forgets those sent before, and another one may be asked for a minute later. */
async function codeFor(server: TestServer, phoneNo: string, isRepeated: boolean): Promise<string> {
  if (isRepeated) await server.pass(minute);
  await server.visitor().api.sendSmsCode({ phoneNo });
  return server.sms.sent(phoneNo)[0]?.code ?? '';
}

/** Somebody logs in for the first time or asks for an offer; staff help with tickets, tasks and orders. */
export const counter: Flow<Facts> = {
  name: 'counter',
  async prepare(server) {
    const member = await server.member({ plan: 'pro' });
    const { imageId } = await member.upload(await drawPicture());
    const start = async (scale: 1 | 2, key: string) =>
      (await member.api.startTask(enlargement(imageId, scale, key))).taskId;
    const failed: Facts['failed'] = [await start(1, 'flow-first'), await start(1, 'flow-second')];
    for (let tries = 0; tries < 6; tries++) await server.pass(5 * second);
    const staff = await staffSid(server);
    await staffOf(server, staff).api.pauseQueue({ reason: '换显卡' });
    const waitingId = await start(2, 'flow-waiting');
    const { orderId: openId } = await member.api.createOrder({ productId: 'normal-20', payType: 'alipay' });
    await member.api.createAliPayOrder({ orderId: openId });
    const { orderId: paidId, orderNo } = await member.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
    await member.api.createAliPayOrder({ orderId: paidId });
    await server.deps.simulatedPayment?.play(orderNo, 'pay');
    await member.api.completeOrder({ orderId: paidId });
    return { sid: sidOf(member), staff, phoneNo: member.phoneNo, failed, waitingId, openId, paidId };
  },
  steps: [
    [
      'tickets are given to many',
      async (server, { staff, phoneNo }) => {
        const gift = { phones: [phoneNo], kind: 'normal' as const, amount: 5, reason, clientKey: 'flow-many' };
        await staffOf(server, staff).api.giveTicketsToMany(gift);
      },
    ],
    [
      'a failed task is done once more',
      async (server, { staff, failed }) => {
        await staffOf(server, staff).api.staffRetryTask({ id: failed[0], reason, clientKey: 'flow-again' });
      },
    ],
    [
      'another goes back into the queue',
      async (server, { staff, failed }, isRepeated) => {
        const again = staffOf(server, staff).api.redriveTask({ id: failed[1], reason });
        await unlessDone(again, isRepeated, 'task.not_failed');
      },
    ],
    [
      'one that waits is canceled',
      async (server, { staff, waitingId }, isRepeated) => {
        const canceled = staffOf(server, staff).api.staffCancelTask({ id: waitingId, reason });
        await unlessDone(canceled, isRepeated, 'task.ended');
      },
    ],
    [
      'an open order is closed',
      async (server, { staff, openId }, isRepeated) => {
        await unlessDone(staffOf(server, staff).api.closeOrder({ id: openId, reason }), isRepeated, 'order.not_open');
      },
    ],
    [
      'a paid one is given back',
      async (server, { staff, paidId }, isRepeated) => {
        const refunded = staffOf(server, staff).api.refundOrder({ id: paidId, reason });
        await unlessDone(refunded, isRepeated, 'refund.waiting', 'refund.nothing_left', 'order.not_refundable');
      },
    ],
    ['it is sent', (server) => server.pass(minute)],
    [
      'somebody logs in for the first time',
      async (server, _facts, isRepeated) => {
        const verifyCode = await codeFor(server, newPhone, isRepeated);
        await server.visitor().api.login({ phoneNo: newPhone, verifyCode });
      },
    ],
    [
      'an offer is asked for',
      async (server, _facts, isRepeated) => {
        const verifyCode = await codeFor(server, askingPhone, isRepeated);
        const wish = { company: '某某设计院', contact: '李四', need: 'seats', seats: 20 } as const;
        await server.visitor().api.submitCustomRequest({ ...wish, phoneNo: askingPhone, verifyCode });
      },
    ],
  ],
  varying: {
    login_code: { may: 'be more', because: 'a code that nobody could read any more is sent again' },
    session: { may: 'be more', because: 'whoever did not get the cookie logs in again' },
    audit: {
      may: 'be less',
      because: 'what could not be booked is closed by the clock, as the company says, not by staff',
    },
    custom_request: { may: 'be more', because: 'a wish has no key: when it is sent again, it is another one' },
  },
  async outcome(server, { sid, staff, openId }) {
    const { api } = userOf(server, sid);
    const { list } = await api.getTaskList();
    const { list: orders } = await api.orders({});
    const { purses } = await api.ticketSummary();
    const desk = staffOf(server, staff).api;
    const told = (await desk.auditEntries({ _end: 200 })).filter(({ action }) => action === 'order.close');
    return {
      isClosingTold: ((await desk.staffOrder({ id: openId })).closeReason === 'staff') === (told.length === 1),
      tasks: list.map(endOf).toSorted(byWords),
      orders: orders.map(({ title, status, refundedAmount }) => ({ title, status, refundedAmount })),
      purses: purses.map(({ kind, left, held }) => ({ kind, left, held })),
      people: (await desk.accountPage({})).total,
    };
  },
};
