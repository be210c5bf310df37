import { createHmac, createSecretKey } from 'node:crypto';
import { keyFor } from '../../base/seal.ts';

/**
 * The hash chain of the audit. The hash of a row covers its place, action, time and content hash and the hash of the
 * row before it, keyed with the secret of the installation (HMAC-SHA-256). The content hash includes a random salt per
 * row.
 *
 * Two kinds of rows are emptied later and keep their hashes: failed logins after the retention time, and rows about a
 * person whose data were erased. The latter keep actor, action, subject and time, and a later `account.erase` row lists
 * them, each with a hash of the remaining columns. Any other row without its content is a fault.
 */

/** The columns that a row's hash is over. */
export interface ChainedRow {
  id: number;
  actor_id: string;
  acting_as: string | null;
  action: string;
  resource: string;
  subject: string;
  reason: string;
  before: string | null;
  after: string | null;
  sealed: string | null;
  address: string;
  user_agent: string;
  request_id: string;
  created_at: number;
  salt: string | null;
  content_hash: string | null;
  hash: string | null;
  forgotten_at: number | null;
}

/** Recorded end of the chain, in `installation`: shows when rows are cut off its end. */
export interface ChainEnd {
  rows: number;
  head: string;
}

/** Rows of these actions are forgotten after a while; no others may be empty. */
export const forgettable = ['staff.login_failed', 'staff.login_locked', 'staff.login_slowed'] as const;

/** Content of a forgotten row. */
export const forgotten = {
  ...{ actor_id: '', acting_as: null, subject: '', reason: '', before: null, after: null, sealed: null },
  ...{ address: '', user_agent: '', request_id: '', salt: null },
} as const;

/** Action of the rows that list emptied rows, as {@link EmptiedRow} in `after.emptied`. */
export const erasing = 'account.erase';

/** Columns that are emptied in a row about a person whose data were erased. */
export const wordless = { reason: '', before: null, after: null, sealed: null, salt: null } as const;

/** Id of an emptied row, a colon, and the hash of its remaining columns. */
export type EmptiedRow = `${number}:${string}`;

type Content = Omit<ChainedRow, 'id' | 'content_hash' | 'hash' | 'forgotten_at'>;

export interface ChainFault {
  /** The row, counted from 1, and its id; null where rows are missing at the end. */
  place: number;
  id: number | null;
  sentence: string;
}

export function createChain(installationKey: string) {
  // A buffer would be made a key anew for every hash, which takes several times as long as the hash.
  const key = createSecretKey(keyFor(installationKey, 'audit chain'));
  const hashOf = (parts: readonly unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  const contentHash = (row: Content) =>
    hashOf([
      ...[row.actor_id, row.acting_as, row.action, row.resource, row.subject, row.reason],
      ...[row.before, row.after, row.sealed, row.address, row.user_agent, row.request_id, row.created_at],
      // Rows older than the salt column have none.
      ...(row.salt === null ? [] : [row.salt]),
    ]);

  /** Entry of an emptied row in the list of an `account.erase` row. */
  const listing = (row: ChainedRow): EmptiedRow =>
    `${row.id}:${hashOf([
      ...['emptied', row.id, row.actor_id, row.acting_as, row.action, row.resource, row.subject],
      ...[row.address, row.user_agent, row.request_id, row.created_at, row.content_hash],
    ])}`;

  const linkHash = (place: number, row: Pick<Content, 'action' | 'created_at'>, content: string, previous: string) =>
    hashOf([place, row.action, row.created_at, content, previous]);

  /** Keyed hash of the chain's length and its last row, so that nobody can write another end. */
  const headOf = (place: number, hash: string) => (place === 0 ? '' : hashOf(['head', place, hash]));

  function faultOf(row: ChainedRow, place: number, previous: string): string | undefined {
    if (row.content_hash === null || row.hash === null) return '不在链上：不是由本系统写入的';
    if (row.forgotten_at !== null && !isEmptied(row)) return '内容被抹去：这类记录不会到期清理';
    if (row.forgotten_at === null && contentHash(row) !== row.content_hash) return '内容与写入时不一致：被改动过';
    if (linkHash(place, row, row.content_hash, previous) !== row.hash)
      return '与前一行接不上：这里有记录被删除、插入或调换';
    return undefined;
  }

  return {
    listing,

    /** The hashes of the row that comes at this place, and how the chain then ends. */
    link(place: number, row: Content, previous: string) {
      const content = contentHash(row);
      const hash = linkHash(place, row, content, previous);
      return { content_hash: content, hash, head: headOf(place, hash) };
    },

    /** Looks at rows in their order, one after the other. Nothing is known of rows behind the first fault. */
    walk() {
      let place = 0;
      let previous = '';
      let fault: ChainFault | undefined;
      /** Emptied rows that no `account.erase` row has listed so far, by their list entry. */
      const unlisted = new Map<EmptiedRow, ChainFault>();
      return {
        /** False from the first fault on. */
        see(row: ChainedRow): boolean {
          if (fault) return false;
          place++;
          const sentence = faultOf(row, place, previous);
          const tell = (words: string) => ({ place, id: row.id, sentence: `第 ${place} 条（编号 ${row.id}）${words}` });
          if (sentence) fault = tell(sentence);
          else if (row.forgotten_at !== null && !isForgettable(row))
            unlisted.set(listing(row), tell('内容被抹去，没有列在任何一次删除个人信息里'));
          else if (row.action === erasing) for (const listed of emptiedIn(row.after)) unlisted.delete(listed);
          previous = row.hash ?? '';
          return !fault;
        },
        end(said: ChainEnd): { rows: number; fault: ChainFault | undefined } {
          if (!fault && said.rows > place)
            fault = { place: place + 1, id: null, sentence: `末尾少了 ${said.rows - place} 条：最新的记录被删除` };
          else if (!fault && (said.rows !== place || said.head !== headOf(place, previous)))
            fault = { place, id: null, sentence: '末尾与登记的不符：最新的记录被删除、插入或替换' };
          if (!fault) [fault] = unlisted.values();
          return { rows: place, fault };
        },
      };
    },
  };
}

const isForgettable = ({ action }: Pick<ChainedRow, 'action'>) => (forgettable as readonly string[]).includes(action);

/** True when all columns that a forgotten row has to empty are empty. */
function isEmptied(row: ChainedRow): boolean {
  return Object.entries(isForgettable(row) ? forgotten : wordless).every(
    ([name, value]) => row[name as keyof ChainedRow] === value,
  );
}

/** Emptied rows listed in the `after` column of an `account.erase` row; empty when it lists none. */
export function emptiedIn(after: string | null): EmptiedRow[] {
  return ((JSON.parse(after ?? '{}') as { emptied?: EmptiedRow[] }).emptied ?? []) as EmptiedRow[];
}
