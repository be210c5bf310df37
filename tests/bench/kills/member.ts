import { type Books, count, type MemberBook } from './book.ts';
import type { MemberHand } from './hands.ts';
import { galleryActs } from './member-gallery.ts';
import { orderActs } from './member-orders.ts';
import { workActs } from './member-works.ts';
import { oneOf, type Random } from './numbering.ts';
import type { World } from './world.ts';

/** An account to be banned and let in again; its id. */
export async function joinBanned(world: World, books: Books): Promise<string> {
  const { accountId } = (await world.control('/__mock/accounts', {})) as { accountId: string };
  books.bans.set(accountId, false);
  return accountId;
}

export async function joinMember(world: World, books: Books): Promise<MemberBook> {
  const wish = { plan: 'team', tickets: { normal: 500, live: 0, gpt: 500 } };
  const { accountId, sid } = (await world.control('/__mock/accounts', wish)) as { accountId: string; sid: string };
  const { api } = await world.visit({ name: 'sid', value: sid });
  const [normal, live, gpt] = await Promise.all(([1, 2, 3] as const).map((type) => api.totalTicket({ type })));
  const book: MemberBook = {
    ...{ accountId, sid, tickets: { normal: normal ?? 0, live: live ?? 0, gpt: gpt ?? 0 } },
    ...{ uploads: new Map(), tasks: new Map(), orders: new Map(), questions: new Map(), published: new Map() },
    ...{ collected: new Set(), sets: new Map(), notes: new Map() },
  };
  books.members.push(book);
  return book;
}

/** @returns what makes one of this member's operations, chosen at random */
export function memberAt(world: World, books: Books, own: MemberBook, random: Random): () => Promise<void> {
  /** The last operation that had a key, and what it was answered with. */
  let last: { kind: string; life: number; id: string | number; send: () => Promise<string | number> } | undefined;

  async function repeatAfterKill(): Promise<void> {
    if (!last || last.life === world.life()) return;
    const { kind, id, send } = last;
    last = undefined;
    books.repeats++;
    const answer = await send();
    if (answer !== id) books.faults.push(`${kind} under one key is ${id} and ${answer}`);
  }

  const hand: MemberHand = {
    ...{ world, books, own, random },
    call: (act) =>
      world.answered(async (isAgain) => act((await world.visit({ name: 'sid', value: own.sid })).api, isAgain)),
    async keyed(kind, send) {
      const id = await send();
      last = { kind, life: world.life(), id, send };
      return id;
    },
    note: (kind) => count(books.done, kind),
  };
  const { upload, startTask, deleteTask, ask } = workActs(hand);
  const { trade } = orderActs(hand);
  const { publish, collect, makeSet, fillSet } = galleryActs(hand, upload);
  const works = [upload, startTask, startTask, startTask, deleteTask, ask];
  const acts = [...works, trade, trade, publish, collect, makeSet, fillSet];

  return async () => {
    await repeatAfterKill();
    await (oneOf(acts, random) ?? upload)();
  };
}
