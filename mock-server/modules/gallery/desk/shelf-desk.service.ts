import { galleryDeskContract } from '#shared/contract/gallery-desk';
import type { CaseTexts, ShelfCase, ShelfSet } from '#shared/contract/gallery-shelf-desk';
import type { PinAt } from '#shared/contract/pin';
import { ProductError } from '#shared/errors';
import type { StaffAct } from '../../base/caller.ts';
import { inTransactions } from '../../base/in-transactions.ts';
import type { Db, Store } from '../../base/store.ts';
import { type RecordKind, titled } from '../../records/record-kit/record-kind.ts';
import { createRecordKit, type RecordDeps, type RecordKit } from '../../records/record-kit/record-kit.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import { paragraphsOf, withParagraphs } from '../collections/case-blocks.ts';
import { pinFieldsOf } from '../index/pin.rules.ts';
import * as shelf from './shelf.repository.ts';

export interface ShelfDeskDeps extends RecordDeps {
  store: Store;
  categories: Pick<CategoryService, 'pathOf' | 'find'>;
}

export type ShelfDesk = ReturnType<typeof createShelfDesk>;

/** Pictures of a set or case that are shown. */
const picturesShown = 12;

const verbWords = { hide: '下架', show: '恢复', edit: '修改', pin: '置顶', unpin: '取消置顶' } as const;
type Verb = keyof typeof verbWords;

const sharedColumns = {
  title: 'title',
  classifyId: 'classify_id',
  isHidden: 'is_hidden',
  hiddenReason: 'hidden_reason',
  pinPlace: 'pin_place',
  pinnedUntil: 'pinned_until',
} as const;
const setColumns = { ...sharedColumns, description: 'description', tags: 'tags' } as const;
const caseColumns = {
  ...sharedColumns,
  location: 'location',
  builtYear: 'built_year',
  areaSquareMetres: 'area_square_metres',
  style: 'style',
  team: 'team',
  intro: 'intro',
  // They stand among the blocks of the case.
  paragraphs: () => ({}),
} as const;

const setKind = (deps: ShelfDeskDeps): RecordKind<'picture_set', ShelfSet, keyof typeof setColumns, Verb> => ({
  resource: 'gallery_set',
  source: shelf.setSource,
  columns: setColumns,
  rows: (db, ids) => setsOf(deps, db, ids),
  missing: 'gallery.set_not_found',
  stale: 'content.changed_meanwhile',
  titleOf: titled('图集', verbWords, ({ title }) => title),
  actionOf: (verb) => `gallery.set_${verb}`,
});

const caseKind = (deps: ShelfDeskDeps): RecordKind<'design_case', ShelfCase, keyof typeof caseColumns, Verb> => ({
  resource: 'gallery_case',
  source: shelf.caseSource,
  columns: caseColumns,
  rows: (db, ids) => casesOf(deps, db, ids),
  missing: 'gallery.case_not_found',
  stale: 'content.changed_meanwhile',
  titleOf: titled('案例', verbWords, ({ title }) => title),
  actionOf: (verb) => `gallery.case_${verb}`,
  undo: {
    async prepare(tx, { id, before }) {
      if (before?.paragraphs) await shelf.updateBlocks(tx, id, await blocksOf(tx, id, before.paragraphs));
    },
  },
});

/**
 * Image sets and cases for staff: correction of their texts, taking down. Lists, search and pages follow the commit.
 */
export function createShelfDesk(deps: ShelfDeskDeps) {
  const sets = createRecordKit(deps, setKind(deps));
  const cases = createRecordKit(deps, caseKind(deps));
  const setVerbs = verbsOf(deps, sets, async () => ({}));
  const caseVerbs = verbsOf(deps, cases, async (tx, id, { paragraphs }: { paragraphs?: CaseTexts['paragraphs'] }) =>
    paragraphs ? { blocks: await blocksOf(tx, id, paragraphs) } : {},
  );
  return {
    setList: sets.list,
    caseList: cases.list,
    ...{ putSet: setVerbs.put, editSet: setVerbs.edit, pinSet: setVerbs.pin },
    ...{ putCase: caseVerbs.put, editCase: caseVerbs.edit, pinCase: caseVerbs.pin },
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

/** The blocks of a case with other paragraphs. Throws `request.invalid` where their number differs. */
async function blocksOf(tx: Db, id: string, paragraphs: CaseTexts['paragraphs']): Promise<string> {
  const [row] = await shelf.shelfCases(tx, [id]);
  const blocks = row && withParagraphs(row, paragraphs);
  if (!blocks) throw new ProductError('request.invalid', { fields: { paragraphs: ['段数须和现在一样'] } });
  return blocks;
}

type Texts<Row, State> = { [F in keyof State & keyof Row]?: Row[F] | undefined } & { version: number };

/** @param moreOf columns of texts that stand in no column of their own */
function verbsOf<T extends shelf.ShelfTable, Row extends ShelfSet | ShelfCase, State extends Partial<Row>>(
  { store, clock, categories }: ShelfDeskDeps,
  kit: RecordKit<T, Row, State, Verb>,
  moreOf: (tx: Db, id: string, texts: object) => Promise<Parameters<typeof kit.write>[3]>,
) {
  async function write(tx: Db, act: StaffAct, before: Row, { verb, changed, reason }: Written): Promise<Row> {
    const { id } = before;
    await kit.write(tx, id, changed as Partial<State>, await moreOf(tx, id, changed));
    await kit.note(tx, act, verb, { id, before, only: changed, reason });
    return kit.mustFind(tx, id);
  }

  return inTransactions(store, {
    /** Takes down or shows again; what stands so already stays as it is. */
    async put(tx: Db, act: StaffAct, id: string, isHidden: boolean, reason: string): Promise<Row> {
      const before = await kit.mustFind(tx, id);
      if (before.isHidden === isHidden) return before;
      const changed = { isHidden, hiddenReason: isHidden ? reason : '' };
      return write(tx, act, before, { verb: isHidden ? 'hide' : 'show', changed, reason });
    },

    /** Puts it before the recommended ones, or back among them. Throws `request.invalid`. */
    async pin(tx: Db, act: StaffAct, id: string, at: PinAt): Promise<Row> {
      const changed = pinFieldsOf(at, clock.now());
      const before = await kit.mustFind(tx, id);
      return write(tx, act, before, { verb: at.place === null ? 'unpin' : 'pin', changed });
    },

    /** Corrects texts. Throws `content.changed_meanwhile`, `gallery.no_such_category`, `request.invalid`. */
    async edit(tx: Db, act: StaffAct, id: string, { version, ...texts }: Texts<Row, State>): Promise<Row> {
      const before = await kit.mustFind(tx, id);
      await kit.takeVersion(tx, before, version);
      const { classifyId } = texts as { classifyId?: string };
      if (classifyId && !categories.find(classifyId))
        throw new ProductError('gallery.no_such_category', {
          fields: { classifyId: ['没有这个分类，请重新选择'] },
        });
      return write(tx, act, before, { verb: 'edit', changed: texts });
    },
  });
}

interface Written {
  verb: Verb;
  /** The fields that change. */
  changed: object;
  /** Present on verbs that require a reason. */
  reason?: string;
}
