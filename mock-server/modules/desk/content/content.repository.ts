import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { Db } from '../../base/store.ts';

/** The fields of the console's lists. */
export const hotWordSource: ListSource<'hot_word'> = {
  table: 'hot_word',
  columns: { id: 'id', word: 'word', place: 'place' },
  search: (typed) => contains('hot_word.word', typed),
};
export const materialSource: ListSource<'material'> = {
  table: 'material',
  columns: { id: 'id', name: 'name', classifyId: 'classify_id', isHidden: 'is_hidden', place: 'place' },
  search: (typed) => contains('material.name', typed),
};

/** The hot word that reads so, if there is one. */
export async function findHotWord(db: Db, word: string): Promise<{ id: number } | undefined> {
  return db.selectFrom('hot_word').select('id').where('word', '=', word).executeTakeFirst();
}
