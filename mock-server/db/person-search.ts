import { type RawBuilder, sql } from 'kysely';
import { readPhoneSearch } from '#shared/domain/phone';
import { foldTyped } from '#shared/domain/typed';
import { contains } from './dialect.ts';
import type { Db } from './open.ts';
import { accountsWith } from './text-search.ts';

/** Access of the caller to personal data. */
export interface PersonSearchAccess {
  seesContacts: boolean;
  /** Ids of accounts that match by a former phone number, or by the id of an account merged into them. */
  leads?: readonly string[];
}

/** Characters of an id from which on a part of it is searched for. */
const leastOfId = 6;

/**
 * True when a phone number matches the typed text. A viewer who may not see whole numbers finds one only by the whole
 * number, by its last four digits (which the mask shows), or by the mask itself: a search by other parts would reveal it
 * digit by digit.
 */
export function isPhoneTyped(column: string, typed: string, { seesContacts }: PersonSearchAccess): RawBuilder<boolean> {
  const read = readPhoneSearch(typed);
  const number = sql.ref(column);
  if (read && 'whole' in read) return sql<boolean>`${number} = ${read.whole}`;
  if (seesContacts && !read?.isMasked) return contains(column, partOfNumber(typed));
  if (!read) return sql<boolean>`1 = 0`;
  const beginsSo = read.head === undefined ? sql`` : sql` and substr(${number}, 1, 3) = ${read.head}`;
  return sql<boolean>`(substr(${number}, 8) = ${read.tail}${beginsSo})`;
}

/** The typed text, folded and without separators between digits. */
const partOfNumber = (typed: string) => foldTyped(typed).replace(/(?<=\d)[ \-.]+(?=\d)/g, '');

/** Returns true when an e-mail address is what was typed: all of it, or a part for who sees it whole. */
function isEmailTyped(column: string, typed: string, { seesContacts }: PersonSearchAccess): RawBuilder<boolean> {
  return seesContacts ? contains(column, typed) : sql<boolean>`${sql.ref(column)} = ${typed.toLowerCase()}`;
}

/** Returns true when an id is what was typed, or holds it where that is long enough to tell ids apart. */
function isIdTyped(column: string, given: string): RawBuilder<boolean> {
  const typed = foldTyped(given);
  const isPart = /^\w+$/.test(typed) && typed.length >= leastOfId;
  return isPart ? contains(column, typed) : sql<boolean>`${sql.ref(column)} = ${typed}`;
}

/** Returns true when a row of `account` is whom somebody typed: by number, name, address or id. */
export function isPersonTyped(typed: string, sight: PersonSearchAccess): RawBuilder<boolean> {
  return sql<boolean>`(account.erased_at IS NULL AND (${isOneOf('account.id', sight.leads)}
    OR ${contains('account.nick_name', typed)} OR ${isPhoneTyped('account.phone_no', typed, sight)}
    OR ${isEmailTyped('account.email', typed, sight)} OR (account.merged_into IS NULL AND ${isIdTyped('account.id', typed)})))`;
}

const isOneOf = (column: string, ids: readonly string[] = []) =>
  sql<boolean>`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** So many accounts are looked up by an index; where more match, rows are looked at one after the other. */
const mostFound = 5000;

/**
 * The same as a condition on the column that names an account, for lists that may be long: `account.id` in the list of
 * accounts, `task.account_id` in one of tasks.
 */
export async function belongsToTyped(
  db: Db,
  column: string,
  typed: string,
  sight: PersonSearchAccess,
): Promise<RawBuilder<boolean>> {
  const found = await findTyped(db, typed, sight);
  if (found) return isOneOf(column, found);
  if (column === 'account.id') return isPersonTyped(typed, sight);
  return sql<boolean>`exists (select 1 from account where account.id = ${sql.ref(column)} and ${isPersonTyped(typed, sight)})`;
}

/** Ids of the accounts; undefined where there are too many to name. */
async function findTyped(db: Db, typed: string, sight: PersonSearchAccess): Promise<string[] | undefined> {
  const named = accountsWith(sight.seesContacts ? ['nick_name', 'email'] : ['nick_name'], typed);
  if (!named) return undefined;
  const statements = [
    named,
    sql`select id from account where merged_into is null and ${isIdTyped('id', typed)}`,
    sql`select id from account where ${isOneOf('id', sight.leads)}`,
    ...numbersTyped(typed, sight),
    ...(sight.seesContacts
      ? []
      : [
          sql`select id from account where email is not null and deleted_at is null
      and ${isEmailTyped('email', typed, sight)}`,
        ]),
  ];
  const each = statements.map((statement) => sql`select id from (${statement} limit ${mostFound + 1})`);
  const { rows } = await sql<{ id: string }>`select id from (${sql.join(each, sql` union `)}) as found
    where not exists (select 1 from account where account.id = found.id and erased_at is not null)`.execute(db);
  return rows.length > mostFound ? undefined : rows.map(({ id }) => id);
}

function numbersTyped(typed: string, sight: PersonSearchAccess): Array<RawBuilder<unknown>> {
  const read = readPhoneSearch(typed);
  if (read) {
    const tail = 'whole' in read ? read.whole.slice(-4) : read.tail;
    const ends = sql`select id from account where substr(phone_no, 8) = ${tail} and ${isPhoneTyped('phone_no', typed, sight)}`;
    if ('whole' in read || read.isMasked || !sight.seesContacts) return [ends];
  }
  const within = sight.seesContacts && accountsWith(['phone_no'], partOfNumber(typed));
  return within ? [within] : [];
}
