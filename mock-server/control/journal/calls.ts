import type { z } from 'zod';
import { ProductError } from '#shared/errors';
import type { Handlers } from '../../http/mount.ts';
import type { journalContract } from '../journal-contract.ts';
import type { Exchange, Head, Message } from './exchange.ts';
import { harOf } from './har.ts';
import type { Journal } from './journal.ts';
import { secretsIn, withoutMarks } from './redaction.ts';
import { curlScript } from './replay/curl.ts';
import { playwrightScript } from './replay/playwright.ts';
import { replayOf } from './replay/steps.ts';
import { type Accounts, conditionsOf, type Selection } from './selection.ts';
import { verify } from './verify.ts';

type Entry = z.output<typeof journalContract.journal.output>[number];

export function journalCalls(journal: Journal, accounts: Accounts): Handlers<typeof journalContract> {
  const view = entryView(accounts);

  /** The newest requests of a selection. With the plane, its acts come too, by their time alone. */
  async function selected(
    selection: Selection,
    { limit, withPlane = false }: { limit?: number; withPlane?: boolean } = {},
  ) {
    const { from, to } = selection;
    const conditions = await conditionsOf(selection, accounts);
    const isMet = (head: Head) => conditions.every((condition) => condition(head) === undefined);
    const isAct = ({ at }: Head) => withPlane && at >= (from ?? at) && at <= (to ?? at);
    return journal.newest((head) => (head.isPlane ? isAct(head) : isMet(head)), limit);
  }

  return {
    async journal({ input: { limit, bodies, ...selection } }) {
      const found = await selected(selection, { limit });
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
    async replayJournal({ input: { format, ...selection }, response }) {
      const exchanges = await wholeInOrder(await selected(selection, { withPlane: true }));
      const replay = await replayOf(exchanges, phoneReader(accounts));
      const isCurl = format === 'curl';
      response.attachment(isCurl ? 'replay.sh' : 'replay.mjs').type('text/plain');
      response.send(isCurl ? curlScript(replay) : playwrightScript(replay));
    },
    clearJournal: () => ({ ok: true, removed: journal.clear() }),
    async verifyJournal({ input }) {
      requireComparable(input.match);
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

/** Throws `request.invalid`: nothing would ever match, and why would not be seen. */
function requireComparable(match: Parameters<typeof secretsIn>[0]): void {
  const fields = secretsIn(match).map((path) => [`match.${path}`, ['记录里没有密文的内容，不能按它核对']]);
  if (fields.length > 0) throw new ProductError('request.invalid', { fields: Object.fromEntries(fields) });
}

/** The exchanges with their bodies, the oldest first. */
const wholeInOrder = (newest: ReadonlyArray<{ read(): Promise<Exchange> }>) =>
  Promise.all(newest.map(({ read }) => read()).reverse());

/** Reads phone numbers of accounts, each once; null for an account without one. */
function phoneReader({ store, accounts }: Accounts) {
  const phones = new Map<string, Promise<string | null>>();
  return (id: string): Promise<string | null> => {
    const asked = phones.get(id);
    if (asked) return asked;
    const phone = accounts.find(store.db, id).then(
      ({ phone_no }) => phone_no,
      () => null,
    );
    phones.set(id, phone);
    return phone;
  };
}

/** Makes a reader of heads. */
const entryView = (accounts: Accounts) => () => {
  const phoneOf = phoneReader(accounts);
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
