import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

/**
 * Searching for a part of a text, of one letter and more, in any script. The database keeps pairs of letters of what
 * can be searched (migration 0020); who asks knows nothing of them. Capitals of ASCII are not told apart.
 */

/** Columns of an account that can be searched by a part. */
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

/** So many different texts of a column are looked at. */
const mostTexts = 5000;

/**
 * Which of a column's texts satisfy a condition, where there are few different ones, such as titles and reasons: each is
 * looked at once, by an index that begins with the column. They are named in the search, where the database sees how
 * many rows they mean. Undefined where there are too many.
 */
export async function textsThat(
  db: Db,
  table: keyof Schema & string,
  column: string,
  condition: (text: RawBuilder<unknown>) => Expression<unknown>,
  most = mostTexts,
): Promise<string[] | undefined> {
  const [rows, text] = [sql.table(table), sql.ref(column)];
  const known = await sql<{ text: string; place: number }>`
    with recursive known (text, place) as (
      select (select min(${text}) from ${rows}), 1
      union all
      select (select min(${text}) from ${rows} where ${text} > known.text), place + 1
      from known where known.text is not null and place <= ${most}
    )
    select text, place from known where text is not null and (place > ${most} or ${condition(sql`text`)})`.execute(db);
  if (known.rows.some(({ place }) => place > most)) return undefined;
  return known.rows.map(({ text: found }) => found);
}

/**
 * Merges some pages of the full-text index, whose segments contain deleted texts until they are merged.
 * @param isFirst true to begin a new merge of all present segments
 * @returns true when segments remain to be merged
 */
export async function mergeTextIndex(tx: Db, pages: number, isFirst: boolean): Promise<boolean> {
  const changes = async () =>
    (await sql<{ count: number }>`select total_changes() as count`.execute(tx)).rows[0]?.count ?? 0;
  const before = await changes();
  await sql`insert into account_text (account_text, rank) values ('merge', ${isFirst ? -pages : pages})`.execute(tx);
  // The command itself may count as one change.
  return (await changes()) - before >= 2;
}
