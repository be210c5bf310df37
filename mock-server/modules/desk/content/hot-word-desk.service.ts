import type { StaffHotWord } from '#shared/contract/content-desk';
import { ProductError } from '#shared/errors';
import type { StaffAct } from '../../base/caller.ts';
import { inTransactions } from '../../base/in-transactions.ts';
import type { Db, Store } from '../../base/store.ts';
import { plainVerbs, type RecordKind, storedRows, titled } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps } from '../../records/record-kit/record-kit.ts';
import * as content from './content.repository.ts';

export interface ContentDeskDeps extends RecordDeps {
  store: Store;
}

const hotWordKind: RecordKind<'hot_word', StaffHotWord, 'word' | 'place', keyof typeof plainVerbs> = {
  resource: 'hotWord',
  source: content.hotWordSource,
  columns: { word: 'word', place: 'place' },
  rows: async (db, ids) => (await storedRows(db, 'hot_word', ids)).map((row) => ({ ...row, id: String(row.id) })),
  missing: 'content.not_found',
  stale: 'content.changed_meanwhile',
  titleOf: titled('热词', plainVerbs, ({ word }) => word),
  hasNumberIds: true,
  isOrdered: true,
  undo: {
    async prepare(tx, { id, before }) {
      if (before) await requireFree(tx, before.word, id);
    },
  },
};

export type HotWordDesk = ReturnType<typeof createHotWordDesk>;

/** The words that the gallery's search suggests before anything is typed. */
export function createHotWordDesk(deps: ContentDeskDeps) {
  const words = createRecordKit(deps, hotWordKind);
  const rows = {
    async create(tx: Db, act: StaffAct, word: string): Promise<StaffHotWord> {
      await requireFree(tx, word);
      return words.create(tx, act, { word });
    },
    update: (tx: Db, act: StaffAct, id: string, { word, version }: { word: string; version: number }) =>
      words.change(tx, act, id, { version, fields: { word }, check: () => requireFree(tx, word, id) }),
  };
  return {
    list: words.list,
    detail: (id: string) => words.mustFind(deps.store.db, id),
    /** Inside a transaction, for many at once. */
    rows,
    ...inTransactions(deps.store, { ...rows, move: words.move, remove: words.remove }),
  };
}

/** Throws `content.word_taken`. */
async function requireFree(tx: Db, word: string, ownId?: string): Promise<void> {
  const taken = await content.findHotWord(tx, word);
  if (taken && String(taken.id) !== ownId)
    throw new ProductError('content.word_taken', { fill: { word }, fields: { word: ['已有这个热词'] } });
}
