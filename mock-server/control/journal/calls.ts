import type { z } from 'zod';
import type { Handlers } from '../../http/mount.ts';
import type { journalContract } from '../journal-contract.ts';

import type { Exchange, Head, Message } from './exchange.ts';
import { harOf } from './har.ts';
import type { Journal } from './journal.ts';
import { withoutMarks } from './redaction.ts';
import { type Accounts, conditionsOf, type Selection } from './selection.ts';
import { verify } from './verify.ts';

type Entry = z.output<typeof journalContract.journal.output>[number];

export function journalCalls(journal: Journal, accounts: Accounts): Handlers<typeof journalContract> {
  const view = entryView(accounts);

  async function selected(selection: Selection, limit?: number) {
    const conditions = await conditionsOf(selection, accounts);
    const isWanted = (head: Head) => !head.isPlane && conditions.every((condition) => condition(head) === undefined);
    return journal.newest(isWanted, limit);
  }

  return {
    async journal({ input: { limit, bodies, ...selection } }) {
      const found = await selected(selection, limit);
      const describe = view();
      return Promise.all(
        found.map(async ({ head, read }) => ({
          ...(await describe(head)),
          ...(bodies ? messagesOf(await read()) : {}),
        })),
      );
    },
    async journalHar({ input, response }) {
      response.attachment('journal.har').type('json');
      return harOf(await wholeInOrder(await selected(input)));
    },
    clearJournal: () => ({ ok: true, removed: journal.clear() }),
    async verifyJournal({ input }) {
      const { matched, nearest, ...verdict } = await verify(journal, input, accounts);
      const describe = view();
      return {
        ...verdict,
        entries: await Promise.all(matched.map(describe)),
        nearest: await Promise.all(
          nearest.map(async ({ head, differences }) => ({ entry: await describe(head), differences })),
        ),
      };
    },
  };
}

/** The exchanges with their bodies, the oldest first. */
const wholeInOrder = (newest: ReadonlyArray<{ read(): Promise<Exchange> }>) =>
  Promise.all(newest.map(({ read }) => read()).reverse());

/** Makes a reader of heads that looks every account up once. */
const entryView =
  ({ store, accounts }: Accounts) =>
  () => {
    const phones = new Map<string, Promise<string | null>>();
    const phoneOf = (id: string) => {
      const known = phones.get(id);
      if (known) return known;
      const asked = accounts.find(store.db, id).then(
        ({ phone_no }) => phone_no,
        () => null,
      );
      phones.set(id, asked);
      return asked;
    };
    return async (head: Head): Promise<Entry> => {
      const { number, at, requestId, method, status, ms, reason, accountId } = head;
      const path = withoutMarks(head.path);
      const account = accountId === null ? null : { id: accountId, phoneNo: await phoneOf(accountId) };
      return { number, at, requestId, method, path, query: shownQuery(head), status, ms, reason, account };
    };
  };

const shownQuery = ({ query }: Head): Head['query'] => JSON.parse(withoutMarks(JSON.stringify(query)));

const messagesOf = ({ request, answer }: Exchange) => ({
  request: shownMessage(request),
  answer: shownMessage(answer),
});

function shownMessage({ headers, text, parts, ...rest }: Message) {
  return {
    ...rest,
    headers: headers.map(({ name, value }) => ({ name, value: withoutMarks(value) })),
    text: text === null ? null : withoutMarks(text),
    ...(parts && {
      parts: parts.map(({ data: _data, value, ...part }) => ({
        ...part,
        ...(value === undefined ? {} : { value: withoutMarks(value) }),
      })),
    }),
  };
}
