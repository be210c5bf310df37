import type { Visitor } from '../../support/server-visitor.ts';
import type { MemberBook } from './book.ts';
import type { StaffHand } from './hands.ts';
import { oneOf, unique } from './numbering.ts';
import { isRefusal } from './world.ts';

/** Tickets, notes and bans. */
export function customerActs({ books, wards, banned, random, call, note }: StaffHand) {
  const ward = () => oneOf(wards, random) as MemberBook;

  async function give(): Promise<void> {
    const { accountId, tickets } = ward();
    const gift = { accountIds: [accountId], kind: 'gpt' as const, amount: 2, reason: '补偿用户' };
    const send = { ...gift, clientKey: unique('gift') };
    await call((api) => api.giveTickets(send));
    tickets.gpt += gift.amount;
    note('gift', 'ticket.give', accountId);
    // The same once more, as a browser whose answer was lost sends it.
    if (random() >= 0.3) return;
    await call((api) => api.giveTickets(send));
    books.repeats++;
  }

  async function takeBack(): Promise<void> {
    const { accountId, tickets } = ward();
    const order = { accountId, kind: 'gpt' as const, amount: 1, reason: '误发收回', clientKey: unique('take') };
    const { taken } = await call((api) => api.takeBackTickets(order));
    tickets.gpt -= taken;
    note('tickets taken back', 'ticket.take_back', accountId);
  }

  async function writeNote(): Promise<void> {
    const { accountId, notes } = ward();
    const text = unique('电话联系过');
    const { id } = await call(async (api, isAgain) => {
      const found = isAgain ? await noteOf(api, accountId, text) : undefined;
      return found ?? api.createAccountNote({ accountId, text });
    });
    notes.set(id, text);
    note('note', 'account.create_note', accountId);
  }

  async function deleteNote(): Promise<void> {
    const { accountId, notes } = ward();
    const id = oneOf(
      [...notes].filter(([, text]) => text !== null).map(([each]) => each),
      random,
    );
    if (id === undefined) return writeNote();
    await call(async (api, isAgain) => {
      await api.deleteAccountNote({ id }).catch((error: unknown) => {
        if (!(isAgain && isRefusal(error, 'note.not_found'))) throw error;
      });
    });
    notes.set(id, null);
    note('note deleted', 'account.delete_note', accountId);
  }

  async function ban(): Promise<void> {
    const isBanned = books.bans.get(banned);
    const status = isBanned ? 'active' : 'banned';
    await call(async (api, isAgain) => {
      if (isAgain && (await api.accountDetail({ accountId: banned })).status === status) return;
      await api.updateAccount({ accountId: banned, status, reason: '滥用接口' });
    });
    books.bans.set(banned, !isBanned);
    note(isBanned ? 'ban lifted' : 'ban', 'account.update', banned);
  }

  return { give, takeBack, writeNote, deleteNote, ban };
}

async function noteOf(api: Visitor['api'], accountId: string, text: string) {
  return (await api.accountNotes({ accountId, text }))[0];
}
