import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../adapters/clock/port.ts';
import { plainCookieName, staffCookie, userCookie } from '../../http/cookies.ts';
import type { MemoryRoom } from '../../memory-room.ts';
import type { Authenticator } from '../../modules/base/caller.ts';
import type { Emptied } from '../../modules/base/store.ts';
import { journalKept } from '../journal-contract.ts';
import { cookieMarks, type Exchange, type Head, type Recipient, readMessage, setCookieMarks } from './exchange.ts';
import { bytesOf, createKeptExchanges, type Kept, type Recorded } from './kept-exchanges.ts';
import { answerHeaders, pairsOf, type RecordedBody, recordAnswer, recordRequest } from './recorder.ts';
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
  const clear = () => exchanges.clear().filter((kept) => !headOf(kept).isPlane).length;

  const record =
    (isPlane: boolean): RequestHandler =>
    (request, response, next) => {
      const begun = { number: ++number, at: clock.now(), startedAt: performance.now(), isPlane };
      const bodies = { requestBody: recordRequest(request), answerBody: recordAnswer(response) };
      response.on('close', () => {
        const recorded = recordedOf(request, response, begun, bodies);
        const kept: Kept = { recorded, head: undefined, read: undefined, bytes: keptBytes(bodies) };
        exchanges.add(kept);
        const set = recorded.accountId === null ? response.getHeader('set-cookie') : undefined;
        if (set !== undefined) lookUp(kept, [set].flat().map(String));
      });
      next();
    };

  /** Finds the account that has just logged in: no request brought its session yet. */
  function lookUp(kept: Kept, set: readonly string[]): void {
    const session = openedSession(set);
    if (!session) return;
    const looking = deps.authenticator[session.kind](session.token)
      .then((caller) => {
        for (const part of [kept.recorded, kept.head]) if (part) part.accountId = caller?.accountId ?? null;
      })
      // The server may have been stopped meanwhile.
      .catch(() => undefined)
      .finally(() => lookups.delete(looking));
    lookups.add(looking);
  }

  function headOf(kept: Kept): Head {
    kept.head ??= readHead(kept.recorded as Recorded, redaction);
    return kept.head;
  }

  function read(kept: Kept): Promise<Exchange> {
    const head = headOf(kept);
    const { recorded } = kept;
    if (recorded) {
      kept.read = readExchange(head, recorded, deps, redaction);
      kept.recorded = undefined;
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
        .map((kept) => ({ head: headOf(kept), read: () => read(kept) }))
        .filter(({ head }) => isWanted(head))
        .sort((before, after) => after.head.number - before.head.number)
        .slice(0, limit);
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
        exchanges.add({
          ...{ recorded: undefined, head: exchange, read: Promise.resolve(exchange), bytes: bytesOf(exchange) },
        });
    },
  };
}

interface Bodies {
  requestBody: Readonly<RecordedBody>;
  answerBody: Readonly<RecordedBody>;
}

const keptBytes = ({ requestBody, answerBody }: Bodies) => requestBody.kept + answerBody.kept;

function recordedOf(
  request: Request,
  response: Response,
  { number, at, startedAt, isPlane }: { number: number; at: number; startedAt: number; isPlane: boolean },
  { requestBody, answerBody }: Bodies,
): Recorded {
  const { requestId, reason, accountId } = response.locals;
  return {
    number,
    at,
    requestId: String(requestId),
    method: request.method,
    url: request.originalUrl,
    status: response.statusCode,
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    reason: String(reason ?? ''),
    accountId: typeof accountId === 'string' ? accountId : null,
    isPlane,
    requestHeaders: request.rawHeaders,
    requestBody,
    answerHeaders: answerHeaders(response),
    answerBody,
  };
}

function readHead(recorded: Recorded, redaction: Redaction): Head {
  const { number, at, requestId, method, url, status, ms, reason, accountId, isPlane } = recorded;
  const [path = '', search = ''] = splitOnce(url, '?');
  return {
    ...{ number, at, requestId, method },
    path: redaction.address(path),
    query: search === '' ? {} : grouped(redaction.fields(new URLSearchParams(search))),
    ...{ status, ms, reason, accountId, isPlane },
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

function openedSession(set: readonly string[]): { kind: 'user' | 'staff'; token: string } | undefined {
  for (const line of set) {
    const [[name, token] = ['', '']] = cookiesIn(line.split(';')[0] ?? '');
    const cookie = plainCookieName(name);
    if (token && cookie === userCookie) return { kind: 'user', token };
    if (token && cookie === staffCookie) return { kind: 'staff', token };
  }
  return undefined;
}

async function readExchange(
  head: Head,
  recorded: Recorded,
  deps: JournalDeps,
  redaction: Redaction,
): Promise<Exchange> {
  const sides = {
    request: { headers: pairsOf(recorded.requestHeaders), body: recorded.requestBody },
    answer: { headers: pairsOf(recorded.answerHeaders), body: recorded.answerBody },
  };
  const request = await readMessage(sides.request, true, redaction);
  const answer = await readMessage(sides.answer, false, redaction);
  const marks = new Set(marksIn(JSON.stringify([head.query, request.text, request.parts?.map(({ value }) => value)])));
  const sent = marks.size > 0 ? deps.sentCodes() : [];
  const codes: Record<string, Recipient> = {};
  for (const { code, to } of sent) {
    const mark = redaction.mark(code);
    if (code !== '' && marks.has(mark)) codes[mark] ??= to;
  }
  const cookies = cookieMarks(sides.request, redaction);
  return { ...head, request, answer, codes, cookies, setCookies: setCookieMarks(sides.answer, redaction) };
}
