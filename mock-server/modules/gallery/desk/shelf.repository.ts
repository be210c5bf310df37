import { type SqlBool, sql } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { Db } from '../../base/store.ts';
import { pinColumns } from '../index/pin.repository.ts';

type Ids = ReadonlyArray<string | number>;
export type ShelfTable = 'picture_set' | 'design_case';

/** Folders and private sets are nobody's but their owner's. */
const isPublished = sql<SqlBool>`(picture_set.kind = 'set' AND picture_set.is_private = 0
  AND picture_set.deleted_at IS NULL)`;
const isThere = sql<SqlBool>`design_case.deleted_at IS NULL`;

export const setSource: ListSource<'picture_set'> = {
  table: 'picture_set',
  columns: {
    id: 'id',
    title: 'title',
    description: 'description',
    classifyId: 'classify_id',
    authorId: 'owner_id',
    collects: 'collects',
    isHidden: 'is_hidden',
    hiddenReason: 'hidden_reason',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    ...pinColumns('picture_set'),
  },
  scope: () => isPublished,
  search: (typed) => sql`(${contains('picture_set.title', typed)} OR ${contains('picture_set.tags', typed)}
    OR picture_set.owner_id IN (SELECT id FROM account WHERE ${contains('account.nick_name', typed)}))`,
};

export const caseSource: ListSource<'design_case'> = {
  table: 'design_case',
  columns: {
    id: 'id',
    title: 'title',
    classifyId: 'classify_id',
    authorId: 'author_id',
    collects: 'collects',
    isHidden: 'is_hidden',
    hiddenReason: 'hidden_reason',
    location: 'location',
    builtYear: 'built_year',
    areaSquareMetres: 'area_square_metres',
    style: 'style',
    team: 'team',
    isSample: 'is_sample',
    createdAt: 'created_at',
    ...pinColumns('design_case'),
  },
  scope: () => isThere,
  search: (typed) => sql`(${contains('design_case.title', typed)} OR ${contains('design_case.location', typed)}
    OR ${contains('design_case.team', typed)}
    OR design_case.author_id IN (SELECT id FROM account WHERE ${contains('account.nick_name', typed)}))`,
};

export async function shelfSets(db: Db, ids: Ids) {
  return db
    .selectFrom('picture_set')
    .innerJoin('account as author', 'author.id', 'picture_set.owner_id')
    .selectAll('picture_set')
    .select((select) => [
      'author.nick_name as author_name',
      select
        .selectFrom('set_picture')
        .whereRef('set_picture.set_id', '=', 'picture_set.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('picture_count'),
    ])
    .where('picture_set.id', 'in', ids as string[])
    .where(isPublished)
    .execute();
}

export async function shelfCases(db: Db, ids: Ids) {
  return db
    .selectFrom('design_case')
    .innerJoin('account as author', 'author.id', 'design_case.author_id')
    .selectAll('design_case')
    .select('author.nick_name as author_name')
    .where('design_case.id', 'in', ids as string[])
    .where(isThere)
    .execute();
}

const parts = {
  picture_set: { table: 'set_picture', owner: 'set_id', order: sql`set_picture.place` },
  design_case: { table: 'case_picture', owner: 'case_id', order: sql`case_picture.picture_id` },
} as const;

/** The first pictures of each that staff may look at, in their order. */
export async function shelfPictures(db: Db, table: ShelfTable, ids: Ids, most: number) {
  if (ids.length === 0) return [];
  const part = parts[table];
  const [link, owner] = [sql.table(part.table), sql.ref(`${part.table}.${part.owner}`)];
  const { rows } = await sql<{ owner: string; id: number; width: number; height: number }>`
    SELECT owner, id, width, height FROM (
      SELECT ${owner} AS owner, gallery_picture.id, image.width, image.height,
        row_number() OVER (PARTITION BY ${owner} ORDER BY ${part.order}) AS turn
      FROM ${link} JOIN gallery_picture ON gallery_picture.id = ${sql.ref(`${part.table}.picture_id`)}
      JOIN image ON image.id = gallery_picture.image_id
      WHERE ${owner} IN (${sql.join([...ids])}) AND gallery_picture.deleted_at IS NULL
        AND gallery_picture.state <> 'private')
    WHERE turn <= ${most} ORDER BY owner, turn`.execute(db);
  return rows;
}

export async function updateBlocks(db: Db, caseId: string, blocks: string): Promise<void> {
  await db.updateTable('design_case').set({ blocks }).where('id', '=', caseId).execute();
}
