import type { StaffHotWord } from '#shared/contract/content-desk';
import { ProductError } from '#shared/errors';
import { withDeps } from '../../../with-deps.ts';
import type { RequestFacts, StaffAct, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets } from '../../records/audit/change-sets.service.ts';
import * as content from './content.repository.ts';
import { placeBefore, putAt } from './place-order.ts';

export interface ContentDeskDeps {
  store: Store;
  audit: AuditService;
  changeSets: ChangeSets;
}

interface WordPatch {
  word: string;
  version: number;
}

/** Every word of the console's list. */
export const hotWordList: ConsoleList<StaffHotWord> = {
  source: content.hotWordSource,
  rows: async (db, ids) => (await content.hotWordsByIds(db, ids.map(Number))).map(toStaffHotWord),
  // Ids of the database are numbers, those of the wire are text.
  idOf: (row) => Number(row.id),
};

export type HotWordDesk = ReturnType<typeof createHotWordDesk>;

/** The words that the gallery's search suggests before anything is typed. */
export function createHotWordDesk(deps: ContentDeskDeps) {
  const { store, changeSets } = deps;
  changeSets.register('hotWord', {
    async now(tx, id) {
      const word = await find(tx, id);
      return word ? stateOf(word) : null;
    },
    async revert(tx, { id, before }) {
      const number = Number(id);
      if (!before) return content.removeHotWord(tx, number);
      const { word, place } = before as ReturnType<typeof stateOf>;
      await requireFree(tx, word, id);
      const present = await find(tx, id);
      if (present) await content.updateHotWord(tx, number, { word, version: present.version + 1 });
      else await content.insertHotWord(tx, { id: number, word, place });
      await putAt(tx, 'hot_word', id, place);
    },
  });
  const rows = {
    async create(tx: Db, caller: StaffCaller, word: string, facts: RequestFacts): Promise<StaffHotWord> {
      await requireFree(tx, word);
      const all = await content.placesOf(tx, 'hot_word');
      const id = String(await content.insertHotWord(tx, { word, place: (all.at(-1)?.place ?? -1) + 1 }));
      await note(deps, tx, { caller, facts }, 'create', { id, before: undefined });
      return mustFind(tx, id);
    },

    async update(tx: Db, caller: StaffCaller, id: string, patch: WordPatch, facts: RequestFacts) {
      const before = await mustFind(tx, id);
      await take(tx, before, patch.version);
      await requireFree(tx, patch.word, id);
      await content.updateHotWord(tx, Number(id), { word: patch.word });
      await note(deps, tx, { caller, facts }, 'update', { id, before });
      return mustFind(tx, id);
    },
  };
  return {
    ...withDeps(deps, { move, remove }),
    detail: (id: string) => mustFind(store.db, id),
    /** Inside a transaction, for many at once. */
    rows,
    create: (caller: StaffCaller, word: string, facts: RequestFacts): Promise<StaffHotWord> =>
      store.transact((tx) => rows.create(tx, caller, word, facts)),
    update: (caller: StaffCaller, id: string, patch: WordPatch, facts: RequestFacts): Promise<StaffHotWord> =>
      store.transact((tx) => rows.update(tx, caller, id, patch, facts)),
  };
}

async function move(
  deps: ContentDeskDeps,
  caller: StaffCaller,
  id: string,
  to: { beforeId: string | null; version: number },
  facts: RequestFacts,
) {
  return deps.store.transact(async (tx) => {
    const before = await mustFind(tx, id);
    await take(tx, before, to.version);
    const place = await placeBefore(tx, 'hot_word', id, to.beforeId);
    if (place === undefined) throw new ProductError('content.changed_meanwhile', { beside: { current: before } });
    await putAt(tx, 'hot_word', id, place);
    await note(deps, tx, { caller, facts }, 'move', { id, before });
    return mustFind(tx, id);
  });
}

async function remove(
  deps: ContentDeskDeps,
  caller: StaffCaller,
  id: string,
  version: number | undefined,
  facts: RequestFacts,
) {
  return deps.store.transact(async (tx) => {
    const before = await mustFind(tx, id);
    await take(tx, before, version ?? before.version);
    await content.removeHotWord(tx, Number(id));
    await note(deps, tx, { caller, facts }, 'remove', { id, before });
    return before;
  });
}

async function find(handle: Db, id: string): Promise<StaffHotWord | undefined> {
  const number = Number(id);
  const [row] = Number.isSafeInteger(number) ? await content.hotWordsByIds(handle, [number]) : [];
  return row && toStaffHotWord(row);
}

async function mustFind(handle: Db, id: string): Promise<StaffHotWord> {
  const word = await find(handle, id);
  if (!word) throw new ProductError('content.not_found');
  return word;
}

async function take(tx: Db, before: StaffHotWord, version: number): Promise<void> {
  if (!(await content.takeVersion(tx, 'hot_word', before.id, version)))
    throw new ProductError('content.changed_meanwhile', { beside: { current: before } });
}

async function requireFree(tx: Db, word: string, ownId?: string): Promise<void> {
  const other = await content.findHotWord(tx, word);
  if (other && String(other.id) !== ownId)
    throw new ProductError('content.word_taken', { fill: { word }, fields: { word: ['已有这个热词'] } });
}

async function note(
  deps: ContentDeskDeps,
  tx: Db,
  { caller, facts }: StaffAct,
  verb: 'create' | 'update' | 'move' | 'remove',
  { id, before }: { id: string; before: StaffHotWord | undefined },
): Promise<StaffHotWord | undefined> {
  const after = await find(tx, id);
  const words = { create: '新建', update: '修改', move: '移动', remove: '删除' };
  const states = { ...(before && { before }), ...(after && { after }) };
  await deps.audit.record(tx, { caller, facts, action: `hotWord.${verb}`, subject: id, ...states });
  const item = {
    resource: 'hotWord',
    id,
    before: before ? stateOf(before) : null,
    after: after ? stateOf(after) : null,
  };
  const title = `${words[verb]}热词「${(before ?? after)?.word}」`;
  await deps.changeSets.record(tx, { caller, facts, title, items: [item] });
  return after;
}

const stateOf = ({ word, place }: StaffHotWord) => ({ word, place });

function toStaffHotWord({ id, word, place, version }: content.HotWordRow): StaffHotWord {
  return { id: String(id), word, place, version };
}
