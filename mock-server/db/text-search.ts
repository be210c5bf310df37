import { type RawBuilder, sql } from 'kysely';
import { contains } from './dialect.ts';
import type { Db } from './open.ts';

/**
 * Searching for a part of a text, of one letter and more, in any script. The database keeps pairs of letters of what
 * can be searched (migration 0020); who asks knows nothing of them. Capitals of ASCII are not told apart.
 */

/** What of an account can be searched by a part. */
export type SearchedColumn = 'nick_name' | 'login_name' | 'email' | 'phone_no';

/**
 * Accounts that contain what was typed in one of the columns, as a statement that gives their ids; undefined for a
 * letter or digit alone, which nearly every account has.
 */
export function accountsWith(
  columns: readonly SearchedColumn[],
  typed: string,
): RawBuilder<{ id: string }> | undefined {
  const words = wordsOf(typed);
  if (words === undefined) return undefined;
  return sql<{ id: string }>`select account_number.account_id as id
    from (select rowid as number from account_text where account_text match ${`{${columns.join(' ')}} : ${words}`}) found
    cross join account_number using (number)`;
}

function wordsOf(typed: string): string | undefined {
  const letters = [...typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())];
  const [first] = letters;
  if (first === undefined || (letters.length === 1 && first < '\x80')) return undefined;
  const hexOf = (text: string) => Buffer.from(text).toString('hex');
  // One letter alone is the beginning of its pairs, and the last of a text is a word by itself.
  if (letters.length === 1) return `"${hexOf(first)}" *`;
  return `"${letters
    .slice(1)
    .map((letter, place) => hexOf(letters[place] + letter))
    .join(' ')}"`;
}

/**
 * Titles of orders' products that contain what was typed: of titles there are few, so that each is looked at once. They
 * are named in the search, where the database sees how many rows they mean.
 */
export async function titlesWith(db: Db, typed: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    with recursive titled (title) as (
      select (select min(title) from purchase_order)
      union all
      select (select min(following.title) from purchase_order following where following.title > titled.title)
      from titled where titled.title is not null
    )
    select title from titled where ${contains('titled.title', typed)}`.execute(db);
  return rows.map(({ title }) => title);
}
