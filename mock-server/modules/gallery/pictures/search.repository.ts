import { notBlocked, ownerActive } from '../../../db/visibility.ts';
import type { Db } from '../../base/store.ts';

/** Open image sets by title that are looked through for suggestions. */
const setsLookedAt = 2000;

export async function hotWords(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('hot_word').select('word').orderBy('place').orderBy('word').execute();
  return rows.map(({ word }) => word);
}

export async function insertHotWords(db: Db, words: readonly string[]): Promise<void> {
  await db
    .insertInto('hot_word')
    .values(words.map((word, place) => ({ word, place })))
    .execute();
}

/** Sets that all may see, the most collected first. */
export async function openSets(db: Db, viewerId: string | null) {
  return db
    .selectFrom('picture_set')
    .select(['id', 'title'])
    .where('kind', '=', 'set')
    .where('is_private', '=', 0)
    .where('is_hidden', '=', 0)
    .where('deleted_at', 'is', null)
    .where(ownerActive('owner_id'))
    .where(notBlocked('owner_id', viewerId))
    .orderBy('collects', 'desc')
    .orderBy('created_at', 'desc')
    .limit(setsLookedAt)
    .execute();
}
