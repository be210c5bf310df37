import { galleryDeskContract } from '#shared/contract/gallery-desk';
import type { ShelfCase, ShelfSet } from '#shared/contract/gallery-shelf-desk';
import { ProductError } from '#shared/errors';
import type { AuditService } from '../audit/audit.service.ts';
import type { ChangeSets } from '../audit/change-sets.service.ts';
import type { RequestFacts, StaffCaller } from '../caller.ts';
import type { CategoryService } from '../category/category.service.ts';
import type { ConsoleList } from '../console-list.ts';
import type { Db, Store } from '../store.ts';
import * as shelf from './shelf.repository.ts';

export interface ShelfDeskDeps {
  store: Store;
  audit: AuditService;
  changeSets: ChangeSets;
  categories: Pick<CategoryService, 'pathOf'>;
}

export type ShelfDesk = ReturnType<typeof createShelfDesk>;

/** Pictures of a set or case that are shown. */
const picturesShown = 12;

interface Standing {
  isHidden: boolean;
  hiddenReason: string;
}

/** Where staff look at image sets and cases, and take them down. Lists, search and pages follow the commit. */
export function createShelfDesk({ store, audit, changeSets, categories }: ShelfDeskDeps) {
  const { transact } = store;

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

  const names = (classifyId: string) => categories.pathOf(classifyId).map(({ name }) => name);

  async function setsOf(db: Db, ids: ReadonlyArray<string | number>): Promise<ShelfSet[]> {
    const rows = await shelf.shelfSets(db, ids);
    const pictures = await picturesOf(
      db,
      'picture_set',
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...{ id: row.id, title: row.title, description: row.description, tags: JSON.parse(row.tags) as string[] },
      ...{ classifyId: row.classify_id, categories: names(row.classify_id) },
      ...{ authorId: row.owner_id, authorName: row.author_name, collects: row.collects },
      ...{ isHidden: row.is_hidden === 1, hiddenReason: row.hidden_reason, pictures: pictures(row.id) },
      ...{ pictureCount: row.picture_count ?? 0, createdAt: row.created_at, updatedAt: row.updated_at },
    }));
  }

  async function casesOf(db: Db, ids: ReadonlyArray<string | number>): Promise<ShelfCase[]> {
    const rows = await shelf.shelfCases(db, ids);
    const pictures = await picturesOf(
      db,
      'design_case',
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...{ id: row.id, title: row.title, classifyId: row.classify_id, categories: names(row.classify_id) },
      ...{ authorId: row.author_id, authorName: row.author_name, collects: row.collects },
      ...{ isHidden: row.is_hidden === 1, hiddenReason: row.hidden_reason, pictures: pictures(row.id) },
      ...{ location: row.location, builtYear: row.built_year, areaSquareMetres: row.area_square_metres },
      ...{ style: row.style, team: row.team, intro: row.intro, isSample: row.is_sample === 1 },
      createdAt: row.created_at,
    }));
  }

  /** The two kinds differ in their rows alone. */
  function kind<Row extends Standing & { id: string; title: string }>(
    table: shelf.ShelfTable,
    word: string,
    reason: 'gallery.set_not_found' | 'gallery.case_not_found',
    rowsOf: (db: Db, ids: ReadonlyArray<string | number>) => Promise<Row[]>,
  ) {
    const resource = table === 'picture_set' ? 'gallery_set' : 'gallery_case';
    const standing = ({ isHidden, hiddenReason }: Row) => ({ isHidden, hiddenReason });
    async function find(db: Db, id: string): Promise<Row> {
      const [row] = await rowsOf(db, [id]);
      if (!row) throw new ProductError(reason);
      return row;
    }

    changeSets.register(resource, {
      now: async (tx, id) => {
        const [row] = await rowsOf(tx, [id]);
        return row ? standing(row) : null;
      },
      revert: (tx, { id, before }) => {
        const { isHidden, hiddenReason } = before as unknown as Standing;
        return shelf.putOnShelf(tx, table, id, { isHidden, reason: hiddenReason });
      },
    });

    return {
      find,
      /** Takes down or shows again; what stands so already stays as it is. */
      async put(caller: StaffCaller, id: string, isHidden: boolean, why: string, facts: RequestFacts): Promise<Row> {
        return transact(async (tx) => {
          const before = await find(tx, id);
          if (before.isHidden === isHidden) return before;
          await shelf.putOnShelf(tx, table, id, { isHidden, reason: isHidden ? why : '' });
          const after = await find(tx, id);
          const action = `${resource === 'gallery_set' ? 'gallery.set' : 'gallery.case'}_${isHidden ? 'hide' : 'show'}`;
          const change = { before: standing(before), after: standing(after) };
          await audit.record(tx, { caller, facts, action, subject: id, reason: why, ...change });
          const title = `${isHidden ? '下架' : '恢复'}${word}「${before.title}」`;
          await changeSets.record(tx, { caller, facts, title, items: [{ resource, id, ...change }] });
          return after;
        });
      },
    };
  }

  const sets = kind('picture_set', '图集', 'gallery.set_not_found', setsOf);
  const cases = kind('design_case', '案例', 'gallery.case_not_found', casesOf);

  return {
    setList: { source: shelf.setSource, rows: setsOf, idOf: ({ id }) => id } satisfies ConsoleList<ShelfSet>,
    caseList: { source: shelf.caseSource, rows: casesOf, idOf: ({ id }) => id } satisfies ConsoleList<ShelfCase>,
    putSet: sets.put,
    putCase: cases.put,
  };
}
