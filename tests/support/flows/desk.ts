import { day, minute } from '#shared/domain/time';
import { startOfStory } from '../server.ts';
import { type Flow, staffOf, staffSid, unlessDone } from './flow.ts';

interface Facts {
  staff: string;
  customer: string;
  banned: string;
  noteId: string;
  categoryId: string;
  wordId: string;
  batchId: string;
  noticeId: string;
}

const reason = '用户来电';

/** Staff change accounts, tickets, products, codes, settings, categories, words and notices. */
export const desk: Flow<Facts> = {
  name: 'desk',
  async prepare(server) {
    const customer = await server.member({ plan: 'pro' });
    const banned = await server.member();
    return { staff: await staffSid(server), customer: customer.accountId, banned: banned.accountId };
  },
  steps: [
    [
      'tickets are given and taken back',
      async (server, { staff, customer }) => {
        const { api } = staffOf(server, staff);
        await api.giveTickets({ accountIds: [customer], kind: 'normal', amount: 7, reason, clientKey: 'flow-gift' });
        await api.takeBackTickets({ accountId: customer, kind: 'normal', amount: 3, reason, clientKey: 'flow-take' });
      },
    ],
    [
      'somebody is banned and renamed',
      async (server, { staff, banned }) => {
        const { api } = staffOf(server, staff);
        const { status, nickName } = await api.accountDetail({ accountId: banned });
        if (status !== 'banned') await api.updateAccount({ accountId: banned, status: 'banned', reason });
        if (nickName !== '改名') await api.updateAccount({ accountId: banned, nickName: '改名', reason });
      },
    ],
    [
      'a note is written',
      async (server, { staff, customer }) => {
        const { api } = staffOf(server, staff);
        const [found] = await api.accountNotes({ accountId: customer });
        const { id } = found ?? (await api.createAccountNote({ accountId: customer, text: '老客户' }));
        return { noteId: id };
      },
    ],
    [
      'a product is dearer, and is not any more',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        const [undone] = (await api.changes({})).filter(({ title }) => title.includes('普通券 20'));
        if (!undone) {
          const found = (await api.staffProducts({ _end: 100 })).find(({ id }) => id === 'normal-20');
          await api.updateProduct({ id: 'normal-20', price: 1090, version: found?.version ?? 0 });
        }
        const [change] = (await api.changes({})).filter(({ title }) => title.includes('普通券 20'));
        if (change?.state === 'open') await api.revertChange({ id: change.id });
      },
    ],
    [
      'codes are made and disabled',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        const draft = { name: '活动', reason: '活动', count: 2, ticketKind: 'normal', amount: 5 } as const;
        const { id } = await api.createRedeemBatch({ ...draft, clientKey: 'flow-codes' });
        await api.disableRedeemBatch({ id });
        return { batchId: id };
      },
    ],
    [
      'a setting is changed',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        const { value, version } = await api.staffSetting({ id: 'limit-giftCeiling' });
        if (value !== 4321) await api.changeSetting({ id: 'limit-giftCeiling', value: 4321, version, reason });
      },
    ],
    [
      'a category and a hot word are made',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        const [category] = await api.categories({ name: '新风格' });
        const made = category ?? (await api.createCategory({ parentId: '101', name: '新风格' }));
        const word = (await api.staffHotWords({ _end: 100 })).find((row) => row.word === '竹构');
        const { id } = word ?? (await api.createHotWord({ word: '竹构' }));
        return { categoryId: made.id, wordId: id };
      },
    ],
    [
      'they are removed',
      async (server, { staff, categoryId, wordId }, isRepeated) => {
        const { api } = staffOf(server, staff);
        await unlessDone(api.removeCategory({ id: categoryId }), isRepeated, 'category.not_found');
        await unlessDone(api.removeHotWord({ id: wordId }), isRepeated, 'content.not_found');
      },
    ],
    [
      'a notice is published',
      async (server, { staff }) => {
        const { api } = staffOf(server, staff);
        const [found] = await api.staffNotices({});
        const draft = {
          title: '公告',
          text: '维护',
          audience: 'all',
          startsAt: startOfStory + minute,
          endsAt: startOfStory + 9 * day,
        } as const;
        const { id, version } = found ?? (await api.createNotice({ ...draft, isDismissible: true }));
        const { standing } = await api.staffNotice({ id });
        if (standing === 'draft') await api.publishNotice({ id, version });
        return { noticeId: id };
      },
    ],
  ],
  async outcome(server, { staff, customer, banned }) {
    const { api } = staffOf(server, staff);
    return {
      tickets: (await api.accountDetail({ accountId: customer })).tickets,
      banned: (await api.accountDetail({ accountId: banned })).status,
      products: (await api.staffProducts({ _end: 100 })).map(({ id, price }) => ({ id, price })),
      audit: (await api.auditEntries({ _end: 200 })).map(({ action }) => action).toSorted(),
    };
  },
};
