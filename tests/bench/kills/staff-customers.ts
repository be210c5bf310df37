import type { Visitor } from '../../support/server-visitor.ts';
import type { StaffClient } from './clients.ts';
import type { ExpectedMember } from './expected-state.ts';
import { isRefusal } from './killed-server.ts';
import { pickFrom, unique } from './numbering.ts';

/** Operations of staff on accounts: tickets, notes, bans. */
export function customerOperations({ expected, customers, banned, random, call, note }: StaffClient) {
  const customer = () => pickFrom(customers, random) as ExpectedMember;

  async function give(): Promise<void> {
    const { accountId, tickets } = customer();
    const gift = { accountIds: [accountId], kind: 'gpt' as const, amount: 2, reason: '补偿用户' };
    const send = { ...gift, clientKey: unique('gift') };
    await call((api) => api.giveTickets(send));
    tickets.gpt += gift.amount;
    note('gift', 'ticket.give', accountId);
    // Repeats the request, as a browser does whose answer was lost.
    if (random() >= 0.3) return;
    await call((api) => api.giveTickets(send));
    expected.repeats++;
  }

  async function takeBack(): Promise<void> {
    const { accountId, tickets } = customer();
    const order = { accountId, kind: 'gpt' as const, amount: 1, reason: '误发收回', clientKey: unique('take') };
    const { taken } = await call((api) => api.takeBackTickets(order));
    tickets.gpt -= taken;
    note('tickets taken back', 'ticket.take_back', accountId);
  }

  async function writeNote(): Promise<void> {
    const { accountId, notes } = customer();
    const text = unique('电话联系过');
    const { id } = await call(async (api, isRetry) => {
      const found = isRetry ? await noteOf(api, accountId, text) : undefined;
      return found ?? api.createAccountNote({ accountId, text });
    });
    notes.set(id, text);
    note('note', 'account.create_note', accountId);
  }

  async function deleteNote(): Promise<void> {
    const { accountId, notes } = customer();
    const id = pickFrom(
      [...notes].filter(([, text]) => text !== null).map(([each]) => each),
      random,
    );
    if (id === undefined) return writeNote();
    await call(async (api, isRetry) => {
      await api.deleteAccountNote({ id }).catch((error: unknown) => {
        if (!(isRetry && isRefusal(error, 'note.not_found'))) throw error;
      });
    });
    notes.set(id, null);
    note('note deleted', 'account.delete_note', accountId);
  }

  async function ban(): Promise<void> {
    const isBanned = expected.bans.get(banned);
    const status = isBanned ? 'active' : 'banned';
    await call(async (api, isRetry) => {
      if (isRetry && (await api.accountDetail({ accountId: banned })).status === status) return;
      await api.updateAccount({ accountId: banned, status, reason: '滥用接口' });
    });
    expected.bans.set(banned, !isBanned);
    note(isBanned ? 'ban lifted' : 'ban', 'account.update', banned);
  }

  return { give, takeBack, writeNote, deleteNote, ban };
}

async function noteOf(api: Visitor['api'], accountId: string, text: string) {
  return (await api.accountNotes({ accountId, text }))[0];
}
