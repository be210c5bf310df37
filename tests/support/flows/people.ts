import { ticketKinds } from '#shared/domain/ticket-kind';
import { day, minute } from '#shared/domain/time';
import { enlargement, type Member, type TestServer } from '../server.ts';
import { publishOn } from '../server-gallery.ts';
import { drawPicture } from '../server-pictures.ts';
import { type Flow, staffOf, staffSid, unlessDone } from './flow.ts';

const reason = '本人来信';

/** Gives somebody a work, an order, a conversation and a published picture. */
async function furnish(server: TestServer, who: Member, shade: number): Promise<string> {
  const { imageId } = await who.upload(await drawPicture('png', { shade }));
  const { taskId } = await who.api.startTask(enlargement(imageId, 2, 'flow-work'));
  await server.settled(who, taskId);
  const { orderId, orderNo } = await who.api.createOrder({ productId: 'normal-100', payType: 'alipay' });
  await who.api.createAliPayOrder({ orderId });
  await server.deps.simulatedPayment?.play(orderNo, 'pay');
  await who.api.completeOrder({ orderId });
  await who.api.chat({ message: '朝向怎么选', requestId: 'flow-question' });
  await publishOn(server, who, { title: '湖畔' });
  return who.accountId;
}

interface MergeFacts {
  staff: string;
  from: string;
  into: string;
}

/** Two accounts of one person become one. */
export const merge: Flow<MergeFacts> = {
  name: 'merge',
  async prepare(server) {
    const into = await furnish(server, await server.member({ plan: 'pro' }), 5);
    const from = await furnish(server, await server.member(), 6);
    return { staff: await staffSid(server), into, from };
  },
  steps: [
    [
      'two accounts become one',
      async (server, { staff, from, into }, isRepeated) => {
        const { api } = staffOf(server, staff);
        const outlook = await unlessDone(api.mergeOutlook({ id: from, into }), isRepeated, 'account.not_found');
        if (!outlook) return;
        const versions = { version: outlook.from.version, intoVersion: outlook.into.version };
        await api.mergeAccounts({ id: from, into, ...versions, reason });
      },
    ],
    [
      'a day passes',
      async (server) => {
        await server.pass(day);
        await server.deps.sweep();
      },
    ],
  ],
  async outcome(server, { staff, into }) {
    const { api } = staffOf(server, staff);
    return { tickets: (await api.accountDetail({ accountId: into })).tickets };
  },
};

interface ErasureFacts {
  staff: string;
  leaving: string;
}

/** Somebody's data are deleted. */
export const erasure: Flow<ErasureFacts> = {
  name: 'erasure',
  async prepare(server) {
    const leaving = await furnish(server, await server.member({ plan: 'pro' }), 7);
    return { staff: await staffSid(server), leaving };
  },
  steps: [
    [
      'it is asked for',
      async (server, { staff, leaving }) => {
        const { api } = staffOf(server, staff);
        if (!(await api.erasureOutlook({ id: leaving })).request) await api.requestErasure({ id: leaving, reason });
      },
    ],
    [
      'its time comes',
      async (server) => {
        await server.pass(15 * day);
        await server.deps.sweep();
      },
    ],
    [
      'and goes by',
      async (server) => {
        await server.pass(minute);
        await server.deps.sweep();
      },
    ],
  ],
  varying: Object.fromEntries(
    ticketKinds.flatMap((kind) => [
      [
        `${kind} expired`,
        { may: 'be more', because: 'tickets of a membership that has ended expire or are taken back' },
      ],
      [`${kind} granted`, { may: 'be less', because: 'what has expired is not taken back' }],
    ]),
  ),
  async outcome(server, { staff, leaving }) {
    const { api } = staffOf(server, staff);
    const { request } = await api.erasureOutlook({ id: leaving });
    return { status: request?.status };
  },
};
