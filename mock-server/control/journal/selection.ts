import type { z } from 'zod';
import { normalizePhone } from '#shared/domain/phone';
import type { Store } from '../../modules/base/store.ts';
import type { AccountService } from '../../modules/identity/account/account.service.ts';
import { lacksOf } from '../body-match.ts';
import type { journalContract } from '../journal-contract.ts';
import { pathMatcher } from '../path-pattern.ts';
import type { Exchange, Head } from './exchange.ts';
import { withoutMarks } from './redaction.ts';

export type Match = z.output<typeof journalContract.verifyJournal.input>['match'];
/** Conditions that need no body. */
export type Selection = Pick<Match, 'method' | 'path' | 'status' | 'requestId' | 'account' | 'from' | 'to'>;

export interface Accounts {
  store: Pick<Store, 'db'>;
  accounts: Pick<AccountService, 'find' | 'findByPhone'>;
}

/** A condition that a request may fail: how far from it, and in what words. Distances are added up. */
export interface Difference {
  distance: number;
  /** A sentence without its end. */
  words: string;
}

type Condition = (head: Head) => Difference | undefined;

/** Returns one test for each condition of the selection. */
export async function conditionsOf(selection: Selection, { store, accounts }: Accounts): Promise<Condition[]> {
  const { method, path, status, requestId, account, from, to } = selection;
  const conditions: Condition[] = [];
  const add = (isMet: (head: Head) => boolean, distance: (head: Head) => number, words: (head: Head) => string) =>
    conditions.push((head) => (isMet(head) ? undefined : { distance: distance(head), words: words(head) }));
  if (method !== undefined)
    add(
      (head) => head.method === method,
      () => 1,
      (head) => `方法是 ${head.method}，不是 ${method}`,
    );
  if (path !== undefined) {
    const matches = pathMatcher(path);
    add(
      (head) => matches(head.path),
      (head) => pathDistance(path, head.path),
      (head) => `路径是 ${withoutMarks(head.path)}，不是 ${path}`,
    );
  }
  if (status !== undefined)
    add(
      (head) => hasStatus(head.status, status),
      () => 0.5,
      (head) => `状态是 ${head.status}，不是 ${status}`,
    );
  if (requestId !== undefined)
    add(
      (head) => head.requestId === requestId,
      () => 1,
      (head) => `请求编号是 ${head.requestId}，不是 ${requestId}`,
    );
  if (account !== undefined) {
    const byPhone = await accounts.findByPhone(store.db, normalizePhone(account));
    const ids = [account, byPhone?.id];
    add(
      (head) => head.accountId !== null && ids.includes(head.accountId),
      () => 1,
      (head) => `账号是 ${head.accountId ?? '未登录'}，不是 ${account}`,
    );
  }
  if (from !== undefined || to !== undefined)
    add(
      ({ at }) => at >= (from ?? at) && at <= (to ?? at),
      () => 0.5,
      ({ at }) => `时间是 ${new Date(at).toISOString()}，不在所求的时间里`,
    );
  return conditions;
}

const hasStatus = (status: number, wanted: number | string) =>
  typeof wanted === 'number' ? status === wanted : String(status)[0] === wanted[0];

/** From 0 to 3: the share of the path's segments that differ, misspelt ones less. */
function pathDistance(pattern: string, path: string): number {
  const wanted = pattern.split('/').slice(1);
  const given = path.split('/').slice(1);
  const all = Math.max(wanted.length, given.length);
  let different = 0;
  for (let at = 0; at < all; at++) different += segmentDistance(wanted[at] ?? '', given[at] ?? '');
  return (3 * different) / all;
}

function segmentDistance(want: string, given: string): number {
  if (want === given || (given !== '' && /^[*:]/.test(want))) return 0;
  let alike = 0;
  while (alike < want.length && want[alike] === given[alike]) alike += 1;
  return 1 - alike / Math.max(want.length, given.length);
}

/** Differences from the parts of a match that need the query, the headers and the body. */
export function differencesIn(match: Match, exchange: Exchange): Difference[] {
  const { query = {}, header = {}, body } = match;
  const found: Difference[] = [];
  const add = (name: string, given: unknown, wanted: unknown) =>
    found.push({ distance: 0.5, words: `${name} 是 ${shown(given)}，不是 ${shown(wanted)}` });
  for (const [name, wanted] of Object.entries(query)) {
    const given = exchange.query[name];
    if (![given].flat().includes(wanted)) add(`参数 ${name}`, given, wanted);
  }
  for (const [name, wanted] of Object.entries(header)) {
    const given = exchange.request.headers.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;
    if (given !== wanted) add(`请求头 ${name}`, given, wanted);
  }
  for (const { name, given, wanted } of body ? lacksOf(bodyOf(exchange), body) : [])
    add(`字段 ${name || '内容'}`, given, wanted);
  return found;
}

/** Fields of a JSON, form or multipart body; undefined where there are none to read. */
function bodyOf({ request: { text, type, parts } }: Exchange): unknown {
  if (parts) return Object.fromEntries(parts.map(({ name, value, fileName }) => [name, value ?? fileName]));
  if (text === null) return undefined;
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const longest = 80;

function shown(value: unknown): string {
  if (value === undefined) return '空的';
  const text = withoutMarks(JSON.stringify(value));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
