import type { MemberClient } from './clients.ts';
import { count, type ExpectedMember, type ExpectedState } from './expected-state.ts';
import type { KilledServer } from './killed-server.ts';
import { galleryOperations } from './member-gallery.ts';
import { orderOperations } from './member-orders.ts';
import { workOperations } from './member-works.ts';
import { pickFrom, type Random } from './numbering.ts';

/** Creates an account that is only banned and unbanned, and returns its id. */
export async function createBannableAccount(server: KilledServer, expected: ExpectedState): Promise<string> {
  const { accountId } = (await server.control('/__mock/accounts', {})) as { accountId: string };
  expected.bans.set(accountId, false);
  return accountId;
}

export async function createMember(server: KilledServer, expected: ExpectedState): Promise<ExpectedMember> {
  const wish = { plan: 'team', tickets: { normal: 500, live: 0, gpt: 500 } };
  const { accountId, sid } = (await server.control('/__mock/accounts', wish)) as { accountId: string; sid: string };
  const { api } = await server.visit({ name: 'sid', value: sid });
  const [normal, live, gpt] = await Promise.all(([1, 2, 3] as const).map((type) => api.totalTicket({ type })));
  const book: ExpectedMember = {
    ...{ accountId, sid, tickets: { normal: normal ?? 0, live: live ?? 0, gpt: gpt ?? 0 } },
    ...{ uploads: new Map(), tasks: new Map(), orders: new Map(), questions: new Map(), published: new Map() },
    ...{ collected: new Set(), sets: new Map(), notes: new Map() },
  };
  expected.members.push(book);
  return book;
}

/** @returns a function that executes one operation of this member, chosen at random */
export function createMemberLoad(
  server: KilledServer,
  expected: ExpectedState,
  own: ExpectedMember,
  random: Random,
): () => Promise<void> {
  /** The last operation with a key, and the id that it returned. */
  let last: { kind: string; starts: number; id: string | number; send: () => Promise<string | number> } | undefined;

  async function repeatAfterKill(): Promise<void> {
    if (!last || last.starts === server.starts()) return;
    const { kind, id, send } = last;
    last = undefined;
    expected.repeats++;
    const answer = await send();
    if (answer !== id) expected.faults.push(`${kind} under one key is ${id} and ${answer}`);
  }

  const client: MemberClient = {
    ...{ server, expected, own, random },
    call: (act) =>
      server.retryUntilAnswered(async (isRetry) =>
        act((await server.visit({ name: 'sid', value: own.sid })).api, isRetry),
      ),
    async keyed(kind, send) {
      const id = await send();
      last = { kind, starts: server.starts(), id, send };
      return id;
    },
    note: (kind) => count(expected.done, kind),
  };
  const { upload, startTask, deleteTask, ask } = workOperations(client);
  const { trade } = orderOperations(client);
  const { publish, collect, makeSet, fillSet } = galleryOperations(client, upload);
  const works = [upload, startTask, startTask, startTask, deleteTask, ask];
  const operations = [...works, trade, trade, publish, collect, makeSet, fillSet];

  return async () => {
    await repeatAfterKill();
    await (pickFrom(operations, random) ?? upload)();
  };
}
