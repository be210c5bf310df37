import { galleryDeskContract } from '#shared/contract/gallery-desk';
import type { CaseTexts, SetTexts, ShelfCase, ShelfSet } from '#shared/contract/gallery-shelf-desk';
import type { PinAt } from '#shared/contract/pin';
import { ProductError } from '#shared/errors';
import type { Clock } from '../../../adapters/clock/port.ts';
import type { RequestFacts, StaffCaller } from '../../base/caller.ts';
import type { ConsoleList } from '../../base/console-list.ts';
import type { Db, Store } from '../../base/store.ts';
import type { AuditService } from '../../records/audit/audit.service.ts';
import type { ChangeSets, RecordState } from '../../records/audit/change-sets.service.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import { paragraphsOf, withParagraphs } from '../collections/case-blocks.ts';
import { pinFieldsOf } from '../index/pin.rules.ts';
import * as shelf from './shelf.repository.ts';

export interface ShelfDeskDeps {
  store: Store;
  clock: Clock;
  audit: AuditService;
  changeSets: ChangeSets;
  categories: Pick<CategoryService, 'pathOf' | 'find'>;
}

export type ShelfDesk = ReturnType<typeof createShelfDesk>;

/** Pictures of a set or case that are shown. */
const picturesShown = 12;

interface Standing {
  isHidden: boolean;
  hiddenReason: string;
}

interface Pinned {
  pinPlace: number | null;
  pinnedUntil: number | null;
}

const standing = ({ isHidden, hiddenReason }: Standing) => ({ isHidden, hiddenReason });
const pinOf = ({ pinPlace, pinnedUntil }: Pinned) => ({ pinPlace, pinnedUntil });
const setTexts = ({ title, description, tags, classifyId }: SetTexts): SetTexts => ({
  ...{ title, description, tags, classifyId },
});
const caseTexts = (texts: CaseTexts): CaseTexts => {
  const { title, classifyId, location, builtYear, areaSquareMetres, style, team, intro, paragraphs } = texts;
  return { title, classifyId, location, builtYear, areaSquareMetres, style, team, intro, paragraphs };
};

/** Names of columns by names of fields; what has none is no column of its own. */
const columnNames: Readonly<Record<string, string>> = {
  ...{ title: 'title', description: 'description', classifyId: 'classify_id', location: 'location' },
  ...{ builtYear: 'built_year', areaSquareMetres: 'area_square_metres', style: 'style', team: 'team', intro: 'intro' },
  ...{ hiddenReason: 'hidden_reason', pinPlace: 'pin_place', pinnedUntil: 'pinned_until' },
};

/** Where staff look at image sets and cases, correct their texts, and take them down. Lists, search and pages follow the commit. */
export function createShelfDesk(deps: ShelfDeskDeps) {
  const sets = kind(deps, 'picture_set', '图集', 'gallery.set_not_found', (db, ids) => setsOf(deps, db, ids), setTexts);
  const cases = kind(
    deps,
    'design_case',
    '案例',
    'gallery.case_not_found',
    (db, ids) => casesOf(deps, db, ids),
    caseTexts,
  );
  return {
    setList: {
      source: shelf.setSource,
      rows: (db: Db, ids: ReadonlyArray<string | number>) => setsOf(deps, db, ids),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<ShelfSet>,
    caseList: {
      source: shelf.caseSource,
      rows: (db: Db, ids: ReadonlyArray<string | number>) => casesOf(deps, db, ids),
      idOf: ({ id }) => id,
    } satisfies ConsoleList<ShelfCase>,
    putSet: sets.put,
    putCase: cases.put,
    editSet: sets.edit,
    editCase: cases.edit,
    pinSet: sets.pin,
    pinCase: cases.pin,
  };
}

async function picturesOf(db: Db, table: shelf.ShelfTable, ids: readonly string[]) {
  const rows = await shelf.shelfPictures(db, table, ids, picturesShown);
  return (owner: string) =>
    rows
      .filter((row) => row.owner === owner)
      .map(({ id, width, height }) => {
        const url = galleryDeskContract.galleryReviewImage.path.replace(':id', String(id));
        return { id, url, width, height };
      });
}

const names = ({ categories }: ShelfDeskDeps, classifyId: string) =>
  categories.pathOf(classifyId).map(({ name }) => name);

async function setsOf(deps: ShelfDeskDeps, db: Db, ids: ReadonlyArray<string | number>): Promise<ShelfSet[]> {
  const rows = await shelf.shelfSets(db, ids);
  const pictures = await picturesOf(
    db,
    'picture_set',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, description: row.description, tags: JSON.parse(row.tags) as string[] },
    ...{ classifyId: row.classify_id, categories: names(deps, row.classify_id) },
    ...{ authorId: row.owner_id, authorName: row.author_name, collects: row.collects },
    ...{ isHidden: row.is_hidden === 1, hiddenReason: row.hidden_reason, pictures: pictures(row.id) },
    ...{ pictureCount: row.picture_count ?? 0, createdAt: row.created_at, updatedAt: row.updated_at },
    ...{ version: row.version, pinPlace: row.pin_place, pinnedUntil: row.pinned_until },
  }));
}

async function casesOf(deps: ShelfDeskDeps, db: Db, ids: ReadonlyArray<string | number>): Promise<ShelfCase[]> {
  const rows = await shelf.shelfCases(db, ids);
  const pictures = await picturesOf(
    db,
    'design_case',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...{ id: row.id, title: row.title, classifyId: row.classify_id, categories: names(deps, row.classify_id) },
    ...{ authorId: row.author_id, authorName: row.author_name, collects: row.collects },
    ...{ isHidden: row.is_hidden === 1, hiddenReason: row.hidden_reason, pictures: pictures(row.id) },
    ...{ location: row.location, builtYear: row.built_year, areaSquareMetres: row.area_square_metres },
    ...{ style: row.style, team: row.team, intro: row.intro, isSample: row.is_sample === 1 },
    ...{ paragraphs: paragraphsOf(row), createdAt: row.created_at, version: row.version },
    ...{ pinPlace: row.pin_place, pinnedUntil: row.pinned_until },
  }));
}

async function columnsOf(tx: Db, id: string, state: RecordState): Promise<shelf.ShelfColumns> {
  const named = Object.entries(state).flatMap(([field, value]) =>
    columnNames[field] === undefined ? [] : [[columnNames[field], value] as const],
  );
  const { isHidden, tags, paragraphs } = state as Partial<Standing & SetTexts & CaseTexts>;
  return {
    ...(Object.fromEntries(named) as shelf.ShelfColumns),
    ...(isHidden !== undefined && { is_hidden: isHidden ? 1 : 0 }),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(paragraphs && { blocks: await blocksWith(tx, id, paragraphs) }),
  };
}

async function blocksWith(tx: Db, id: string, paragraphs: CaseTexts['paragraphs']): Promise<string> {
  const [row] = await shelf.shelfCases(tx, [id]);
  const blocks = row && withParagraphs(row, paragraphs);
  if (!blocks) throw new ProductError('request.invalid', { fields: { paragraphs: ['段数须和现在一样'] } });
  return blocks;
}

/** The two kinds differ in their rows and in their texts. */
function kind<Texts extends { classifyId: string }, Row extends Standing & Pinned & Texts & Named>(
  deps: ShelfDeskDeps,
  table: shelf.ShelfTable,
  word: string,
  reason: 'gallery.set_not_found' | 'gallery.case_not_found',
  rowsOf: (db: Db, ids: ReadonlyArray<string | number>) => Promise<Row[]>,
  textsOf: (row: Texts) => Texts,
) {
  const { changeSets, audit, store, clock, categories } = deps;
  const resource = table === 'picture_set' ? 'gallery_set' : 'gallery_case';
  async function find(db: Db, id: string): Promise<Row> {
    const [row] = await rowsOf(db, [id]);
    if (!row) throw new ProductError(reason);
    return row;
  }
  const stateOf = (row: Row): RecordState => ({ ...standing(row), ...pinOf(row), ...textsOf(row) });

  changeSets.register(resource, {
    /** Of what a change was about: other changes of the same record are no reason to refuse. */
    now: async (tx, id, known) => {
      const [row] = await rowsOf(tx, [id]);
      return row ? only(stateOf(row), known ?? {}) : null;
    },
    async revert(tx, { id, before }) {
      const { version } = await find(tx, id);
      await shelf.updateShelf(tx, table, id, { ...(await columnsOf(tx, id, before ?? {})), version: version + 1 });
    },
  });

  /** Writes what was changed, for the audit and for undoing. */
  async function note(tx: Db, { caller, facts, verb, why }: Deed, before: Row, changed: object): Promise<Row> {
    const { id, title } = before;
    const after = await find(tx, id);
    const change = { before: only(stateOf(before), changed), after: only(stateOf(after), changed) };
    const action = `${resource.replace('_', '.')}_${verb}`;
    const because = why === undefined ? {} : { reason: why };
    await audit.record(tx, { caller, facts, action, subject: id, ...because, ...change });
    const items = [{ resource, id, ...change }];
    await changeSets.record(tx, { caller, facts, title: `${verbWords[verb]}${word}「${title}」`, items });
    return after;
  }

  return {
    find,
    /** Takes down or shows again; what stands so already stays as it is. */
    async put(caller: StaffCaller, id: string, isHidden: boolean, why: string, facts: RequestFacts): Promise<Row> {
      return store.transact(async (tx) => {
        const before = await find(tx, id);
        if (before.isHidden === isHidden) return before;
        const changed = { isHidden, hiddenReason: isHidden ? why : '' };
        await shelf.updateShelf(tx, table, id, await columnsOf(tx, id, changed));
        return note(tx, { caller, facts, verb: isHidden ? 'hide' : 'show', why }, before, changed);
      });
    },

    /** Puts it before the recommended ones, or back among them. Throws `request.invalid`. */
    async pin(caller: StaffCaller, id: string, at: PinAt, facts: RequestFacts): Promise<Row> {
      const changed = pinFieldsOf(at, clock.now());
      return store.transact(async (tx) => {
        const before = await find(tx, id);
        await shelf.updateShelf(tx, table, id, await columnsOf(tx, id, changed));
        return note(tx, { caller, facts, verb: at.place === null ? 'unpin' : 'pin' }, before, changed);
      });
    },

    /** Corrects texts. Throws `content.changed_meanwhile`, `gallery.no_such_category`, `request.invalid`. */
    async edit(
      caller: StaffCaller,
      id: string,
      { version, ...texts }: { [F in keyof Texts]?: Texts[F] | undefined } & { version: number },
      facts: RequestFacts,
    ): Promise<Row> {
      return store.transact(async (tx) => {
        const before = await find(tx, id);
        if (before.version !== version)
          throw new ProductError('content.changed_meanwhile', { beside: { current: before } });
        const { classifyId } = texts as { classifyId?: string };
        if (classifyId && !categories.find(classifyId))
          throw new ProductError('gallery.no_such_category', {
            fields: { classifyId: ['没有这个分类，请重新选择'] },
          });
        const columns = await columnsOf(tx, id, texts as RecordState);
        await shelf.updateShelf(tx, table, id, { ...columns, version: version + 1 });
        return note(tx, { caller, facts, verb: 'edit' }, before, texts);
      });
    },
  };
}

const verbWords = { hide: '下架', show: '恢复', edit: '修改', pin: '置顶', unpin: '取消置顶' } as const;

interface Named {
  id: string;
  title: string;
  version: number;
}

interface Deed {
  caller: StaffCaller;
  facts: RequestFacts;
  verb: keyof typeof verbWords;
  /** Where the verb asks for one. */
  why?: string;
}

/** The fields of a state that another one names. */
function only(state: RecordState, named: object): RecordState {
  const fields = Object.entries(named).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return Object.fromEntries(fields.map((field) => [field, state[field]]));
}
