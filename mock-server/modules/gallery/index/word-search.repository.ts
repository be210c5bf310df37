import { type RawBuilder, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { Sought } from './word-search.ts';

/** Returns true when a row has what was typed, see `isFound`. */
export function foundIn(
  sought: Sought,
  { id, texts, classifyId }: { id: string; texts: readonly string[]; classifyId: string },
): RawBuilder<boolean> {
  const any = (all: ReadonlyArray<RawBuilder<boolean>>, joint: ' OR ' | ' AND ') =>
    sql<boolean>`(${sql.join(all, sql.raw(joint))})`;
  const among = (column: string, values: readonly string[]) =>
    values.length === 0 ? [] : [sql<boolean>`${sql.ref(column)} IN (${sql.join(values)})`];
  const groups = sought.groups.map(({ words, classifyIds }) =>
    any(
      [...words.flatMap((word) => texts.map((text) => contains(text, word))), ...among(classifyId, classifyIds)],
      ' OR ',
    ),
  );
  const ways = [...(groups.length > 0 ? [any(groups, ' AND ')] : []), ...among(id, sought.ids)];
  return ways.length > 0 ? any(ways, ' OR ') : sql<boolean>`1 = 0`;
}
