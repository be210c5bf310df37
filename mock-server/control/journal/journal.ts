import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../adapters/clock/port.ts';
import { plainCookieName, staffCookie, userCookie } from '../../http/cookies.ts';
import type { MemoryRoom } from '../../memory-room.ts';
import type { Authenticator } from '../../modules/base/caller.ts';
import type { Emptied } from '../../modules/base/store.ts';
import { journalKept } from '../journal-contract.ts';
import { cookieMarks, type Exchange, type Head, type Recipient, readMessage, setCookieMarks } from './exchange.ts';
import { bytesOf, createKeptExchanges, type Kept } from './kept-exchanges.ts';
import { closeAnswer, type RawMessage, recordAnswer, recordRequest } from './recorder.ts';
import { cookiesIn, createRedaction, marksIn, type Redaction } from './redaction.ts';

export interface SavedJournal {
  number: number;
  exchanges: Exchange[];
}

export interface JournalDeps {
  store: Emptied;
  clock: Clock;
  authenticator: Authenticator;
  /** Codes that were sent, the newest first. */
  sentCodes(): Array<{ code: string; to: Recipient }>;
  /** Memory in common with the journals of other worlds. */
  room: MemoryRoom;
}

export type Journal = ReturnType<typeof createJournal>;

/**
 * The last requests with their bodies, bounded in number and bytes. Bodies are read, and their secrets blanked, when
 * they are first asked for: recording costs a request next to nothing.
 */
export function createJournal(deps: JournalDeps) {
  const { store, clock } = deps;
  const redaction = createRedaction();
  const exchanges = createKeptExchanges(store, journalKept, deps.room);
  let number = 0;
  const lookups = new Set<Promise<void>>();
  const clear = () => exchanges.clear().filter(({ head }) => !head.isPlane).length;

  const record =
    (isPlane: boolean): RequestHandler =>
    (request, response, next) => {
      const begun = { number: ++number, at: clock.now(), startedAt: performance.now() };
      const raw = { request: recordRequest(request), answer: recordAnswer(response) };
      response.once('close', () => {
        closeAnswer(raw.answer, response);
        const head = { ...headOf(request, response, begun, redaction), isPlane };
        exchanges.add({ head, raw, read: undefined, bytes: raw.request.kept + raw.answer.kept });
        if (head.accountId === null) lookUp(head, raw.answer);
      });
      next();
    };

  /** Finds the account that has just logged in: no request brought its session yet. */
  function lookUp(head: Head, answer: RawMessage): void {
    const session = openedSession(answer);
    if (!session) return;
    const looking = deps.authenticator[session.kind](session.token)
      .then((caller) => {
        head.accountId = caller?.accountId ?? null;
      })
      // The server may have been stopped meanwhile.
      .catch(() => undefined)
      .finally(() => lookups.delete(looking));
    lookups.add(looking);
  }

  function read(kept: Kept): Promise<Exchange> {
    const { raw } = kept;
    if (raw) {
      kept.read = readExchange(kept.head, raw, deps, redaction);
      kept.raw = undefined;
    }
    return kept.read as Promise<Exchange>;
  }

  return {
    middleware: record(false),
    /** Records what is done on the control plane, for replays. */
    planeMiddleware: record(true),

    /** The newest requests that fulfil the condition, the newest first. Readers of bodies ask for each. */
    async newest(isWanted: (head: Head) => boolean, limit = journalKept) {
      await Promise.all(lookups);
      return exchanges
        .all()
        .filter(({ head }) => isWanted(head))
        .sort((one, other) => other.head.number - one.head.number)
        .slice(0, limit)
        .map((kept) => ({ head: kept.head, read: () => read(kept) }));
    },

    /** Returns how many requests were removed. */
    clear,

    /** Ends it with its world. */
    close: exchanges.close,

    /** Plain JSON without secrets, for {@link load}. */
    async save(): Promise<SavedJournal> {
      await Promise.all(lookups);
      return { number, exchanges: await Promise.all(exchanges.all().map(read)) };
    },

    load(saved: SavedJournal): void {
      clear();
      number = saved.number;
      for (const exchange of saved.exchanges)
        exchanges.add({ head: exchange, raw: undefined, read: Promise.resolve(exchange), bytes: bytesOf(exchange) });
    },
  };
}

function headOf(
  request: Request,
  response: Response,
  { number, at, startedAt }: { number: number; at: number; startedAt: number },
  redaction: Redaction,
): Omit<Head, 'isPlane'> {
  const [path = '', search = ''] = splitOnce(request.originalUrl, '?');
  const { requestId, reason, accountId } = response.locals;
  return {
    number,
    at,
    requestId: String(requestId),
    method: request.method,
    path: redaction.address(path),
    query: search === '' ? {} : grouped(redaction.fields(new URLSearchParams(search))),
    status: response.statusCode,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    reason: String(reason ?? ''),
    accountId: typeof accountId === 'string' ? accountId : null,
  };
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function grouped(pairs: ReadonlyArray<readonly [string, string]>): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length > 1 ? all : (all[0] ?? '')]));
}

function openedSession({ headers }: RawMessage): { kind: 'user' | 'staff'; token: string } | undefined {
  for (const [header, line] of headers) {
    if (!/^set-cookie$/i.test(header)) continue;
    const [[name, token] = ['', '']] = cookiesIn(line.split(';')[0] ?? '');
    const cookie = plainCookieName(name);
    if (token && cookie === userCookie) return { kind: 'user', token };
    if (token && cookie === staffCookie) return { kind: 'staff', token };
  }
  return undefined;
}

async function readExchange(
  head: Head,
  raw: { request: RawMessage; answer: RawMessage },
  deps: JournalDeps,
  redaction: Redaction,
): Promise<Exchange> {
  const request = await readMessage(raw.request, true, redaction);
  const answer = await readMessage(raw.answer, false, redaction);
  const marks = new Set(marksIn(JSON.stringify([head.query, request.text, request.parts?.map(({ value }) => value)])));
  const sent = marks.size > 0 ? deps.sentCodes() : [];
  const codes: Record<string, Recipient> = {};
  for (const { code, to } of sent) {
    const mark = redaction.mark(code);
    if (code !== '' && marks.has(mark)) codes[mark] ??= to;
  }
  const cookies = cookieMarks(raw.request, redaction);
  return { ...head, request, answer, codes, cookies, setCookies: setCookieMarks(raw.answer, redaction) };
}
