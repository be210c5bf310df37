import { type RawBuilder, sql } from 'kysely';
import { highestScore } from './pin.rules.ts';

/** The score of recommendation of a row, pinned ones first. @param usual the score of those that are not */
export function recommendedScore(table: 'picture_set' | 'design_case', usual: string, now: number): RawBuilder<number> {
  const [place, until] = [sql.ref(`${table}.pin_place`), sql.ref(`${table}.pinned_until`)];
  return sql`CASE WHEN ${place} IS NOT NULL AND (${until} IS NULL OR ${until} > ${now})
    THEN ${highestScore} - ${place} ELSE ${sql.raw(usual)} END`;
}

/** Columns of a list of what can be pinned. */
export function pinColumns(table: 'gallery_picture' | 'picture_set' | 'design_case') {
  const isPinned = sql<number>`(${sql.ref(`${table}.pin_place`)} IS NOT NULL)`;
  return { pinPlace: 'pin_place', pinnedUntil: 'pinned_until', isPinned } as const;
}
