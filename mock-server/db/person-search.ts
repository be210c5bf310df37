import { type RawBuilder, sql } from 'kysely';
import { readPhoneSearch } from '#shared/domain/phone';
import { contains } from './dialect.ts';

/** What of people may be told to whoever asks. */
export interface Sight {
  seesContacts: boolean;
}

/** Characters of an id from which on a part of it is searched for. */
const leastOfId = 6;

/**
 * Whether a phone number is what was typed. Who sees no whole numbers finds one by all of it or its last four digits,
 * which the mask shows: a search by other parts would tell it digit by digit.
 */
export function isPhoneTyped(column: string, typed: string, { seesContacts }: Sight): RawBuilder<boolean> {
  const read = readPhoneSearch(typed);
  const isWhole = read && 'whole' in read;
  if (isWhole) return sql<boolean>`${sql.ref(column)} = ${read.whole}`;
  if (seesContacts) return contains(column, typed.replace(/(?<=\d)[\s-]+(?=\d)/g, ''));
  return read ? sql<boolean>`substr(${sql.ref(column)}, 8) = ${read.tail}` : sql<boolean>`1 = 0`;
}

/** Whether an e-mail address is what was typed: all of it, or a part for who sees it whole. */
export function isEmailTyped(column: string, typed: string, { seesContacts }: Sight): RawBuilder<boolean> {
  return seesContacts ? contains(column, typed) : sql<boolean>`${sql.ref(column)} = ${typed.toLowerCase()}`;
}

/** Whether an id is what was typed, or holds it where that is long enough to tell ids apart. */
export function isIdTyped(column: string, typed: string): RawBuilder<boolean> {
  const isPart = /^\w+$/.test(typed) && typed.length >= leastOfId;
  return isPart ? contains(column, typed) : sql<boolean>`${sql.ref(column)} = ${typed}`;
}

/** Whether a row of `account` is whom somebody typed: by number, name, address or id. */
export function isPersonTyped(typed: string, sight: Sight): RawBuilder<boolean> {
  return sql<boolean>`(${contains('account.nick_name', typed)} OR ${isPhoneTyped('account.phone_no', typed, sight)}
    OR ${isEmailTyped('account.email', typed, sight)} OR ${isIdTyped('account.id', typed)})`;
}
