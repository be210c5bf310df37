import { type RawBuilder, sql } from 'kysely';
import { hasStorageType, includes, keyColumns } from '../../../db/dialect.ts';
import type { Db } from '../../base/store.ts';
import { type Emptied, type PersonalTable, personalTables } from './personal-tables.repository.ts';

/** Values of a row's primary key. */
export type Key = ReadonlyArray<string | number>;

type Names = readonly string[];

/** Tables with personal data, in the order in which an erasure deletes their rows. */
export const ofPersons = Object.entries(personalTables).filter(
  (entry): entry is [string, PersonalTable] => 'own' in entry[1],
);

const notOfPersons = Object.entries(personalTables).flatMap(([table, rule]) => ('own' in rule ? [] : [table]));

/** The condition `own` with an account id in the place of `$`. */
export function ownBy(own: string, accountId: string): RawBuilder<boolean> {
  const parts = own.split('$').map((part) => sql.raw(part));
  return sql<boolean>`${sql.join(parts, sql`${accountId}`)}`;
}

const ofAny = (condition: string, accountIds: Names) =>
  sql<boolean>`(${sql.join(
    accountIds.map((id) => sql`(${ownBy(condition, id)})`),
    sql` or `,
  )})`;

const tuple = (parts: ReadonlyArray<RawBuilder<unknown>>) => sql`(${sql.join(parts)})`;
const columnsOf = (key: Names) => tuple(key.map((column) => sql.ref(column)));

/**
 * Primary keys of the rows of a table about some accounts, after `behind`, in key order. For the reading connection
 * only.
 */
export async function keysOf(
  db: Db,
  [table, rule]: [string, PersonalTable],
  accountIds: Names,
  behind: Key | undefined,
  most: number,
): Promise<Key[]> {
  const which = ofAny(rule.about ?? rule.own, accountIds);
  return keysWhere(db, table, which, behind, most);
}

async function keysWhere(db: Db, table: string, which: RawBuilder<boolean>, behind: Key | undefined, most: number) {
  const key = await keyColumns(db, table);
  // The unary plus keeps SQLite from scanning the whole table in key order.
  const plain = key.map((column) => sql`+${sql.ref(column)}`);
  const after = behind ? sql`and ${tuple(plain)} > ${tuple(behind.map((value) => sql`${value}`))}` : sql``;
  const { rows } = await sql<Record<string, string | number>>`select ${sql.join(key.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where ${which} ${after} order by ${sql.join(plain)} limit ${most}`.execute(db);
  return rows.map((row) => key.map((column) => row[column] as string | number));
}

async function isOneOf(db: Db, table: string, keys: readonly Key[]): Promise<RawBuilder<boolean>> {
  const rows = keys.map((key) => tuple(key.map((value) => sql`${value}`)));
  return sql<boolean>`${columnsOf(await keyColumns(db, table))} in (values ${sql.join(rows)})`;
}

/** Deletes or empties rows, by the rule of their table. */
export async function eraseRows(
  tx: Db,
  [table, { erased }]: [string, PersonalTable],
  keys: readonly Key[],
  now: number,
): Promise<void> {
  const which = await isOneOf(tx, table, keys);
  if (erased === 'deleted') await sql`delete from ${sql.table(table)} where ${which}`.execute(tx);
  else await emptyRows(tx, table, erased, which, now);
}

async function emptyRows(
  tx: Db,
  table: string,
  { set = {}, dated = [] }: Emptied,
  which: RawBuilder<boolean>,
  now: number,
) {
  const dates = dated.map((column) => [column, now] as const);
  const values = [...Object.entries(set), ...dates].map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (values.length > 0) await sql`update ${sql.table(table)} set ${sql.join(values)} where ${which}`.execute(tx);
}

/** SHA-256 keys of the files of some `task_reading` rows. */
export async function readingFiles(tx: Db, keys: readonly Key[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('task_reading')
    .select('sha256')
    .distinct()
    .where(await isOneOf(tx, 'task_reading', keys))
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** SHA-256 keys of the files of some `task_try` rows. */
export async function tryFiles(tx: Db, keys: readonly Key[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('task_try')
    .select(['sha256', 'heat_sha256'])
    .where(await isOneOf(tx, 'task_try', keys))
    .execute();
  return rows.flatMap(({ sha256, heat_sha256 }) => (heat_sha256 === null ? [sha256] : [sha256, heat_sha256]));
}

/** SHA-256 keys of the files of some `building_model` rows. */
export async function buildingFiles(tx: Db, keys: readonly Key[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('building_model')
    .select(['sha256', 'mesh_sha256', 'viewer_sha256'])
    .where(await isOneOf(tx, 'building_model', keys))
    .execute();
  return rows.flatMap((row) => [row.sha256, row.mesh_sha256, row.viewer_sha256].filter((key) => key !== null));
}

/** SHA-256 keys of the files of building models that some `image` rows were drawn from. */
export async function shownBuildingFiles(tx: Db, keys: readonly Key[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('image')
    .select('building_sha256')
    .distinct()
    .where(await isOneOf(tx, 'image', keys))
    .execute();
  return rows.flatMap(({ building_sha256 }) => building_sha256 ?? []);
}

/** Phone numbers and e-mail addresses of accounts. Nicknames are not unique and therefore not used. */
export async function namesOf(db: Db, accountIds: Names): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select(['phone_no', 'email'])
    .where('id', 'in', [...accountIds])
    .execute();
  return rows.flatMap(({ phone_no, email }) => [phone_no ?? '', email ?? '']).filter((name) => name !== '');
}

export async function firstKnownAt(db: Db, accountIds: Names): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select((select) => select.fn.min('created_at').as('at'))
    .where('id', 'in', [...accountIds])
    .executeTakeFirst();
  return row?.at ?? 0;
}

/**
 * Ids among `subjects` whose record belongs to the accounts, by the rules of the tables. For the reading connection
 * only.
 * @param subjects record ids, each with the resource name of the audit
 */
export async function ownedAmong(
  db: Db,
  accountIds: Names,
  subjects: ReadonlyArray<{ id: number; resource: string; subject: string }>,
): Promise<Set<number>> {
  if (subjects.length === 0) return new Set();
  const list = JSON.stringify(subjects.map(({ id, subject }) => [id, subject]));
  const owned = new Set<number>();
  // Integer ids are not unique across tables; they are only looked up for gallery pictures, below.
  const find = async (
    table: string,
    own: string,
    asked: string,
    cast: RawBuilder<unknown>,
    type: 'text' | 'integer',
  ) => {
    const { rows } = await sql<{ id: number }>`select value ->> 0 as id from json_each(${asked}) as asked
      where exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${cast}
        and ${hasStorageType(`${table}.id`, type)} and ${ofAny(own, accountIds)})`.execute(db);
    for (const { id } of rows) owned.add(id);
  };
  for (const [table, { own }] of ofPersons) {
    const key = await keyColumns(db, table);
    if (key.length === 1 && key[0] === 'id') await find(table, own, list, sql`(asked.value ->> 1)`, 'text');
  }
  const shown = subjects.filter(({ resource }) => resource === 'gallery').map(({ id, subject }) => [id, subject]);
  if (shown.length > 0)
    await find(
      'gallery_picture',
      'owner_id = $',
      JSON.stringify(shown),
      sql`cast(asked.value ->> 1 as integer)`,
      'integer',
    );
  return owned;
}

/**
 * Changes by staff after `behind`, also those that can no longer be undone: their titles, which may name a picture or a
 * person, are kept longer than the states.
 */
export async function changesAfter(db: Db, behind: Key | undefined, most: number) {
  return db
    .selectFrom('change_item')
    .selectAll()
    .$if(behind !== undefined, (query) =>
      query.where(sql<boolean>`(change_set_id, place) > (${behind?.[0]}, ${behind?.[1]})`),
    )
    .orderBy('change_set_id')
    .orderBy('place')
    .limit(most)
    .execute();
}

/** Deletes the stored states of changes, and the titles of their change sets. */
export async function forgetChanges(tx: Db, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .updateTable('change_item')
    .set({ before: null, after: null })
    .where(await isOneOf(tx, 'change_item', keys))
    .execute();
  await tx
    .updateTable('change_set')
    .set({ title: '（个人信息已删除）' })
    .where('id', 'in', [...new Set(keys.map(([id]) => String(id)))])
    .execute();
}

interface PlaceOfWords {
  table: string;
  columns: string[];
}

/** The schema is the same for every database of this process, and reading all of it takes as long as a slice may. */
let placesKnown: readonly PlaceOfWords[] | undefined;

/** Text columns of the tables without personal data, in which a phone number or e-mail address may occur. */
export async function placesOfWords(db: Db): Promise<readonly PlaceOfWords[]> {
  if (placesKnown) return placesKnown;
  const tables = await db.introspection.getTables();
  placesKnown = tables
    .filter(({ name }) => notOfPersons.includes(name))
    .map(({ name, columns }) => ({
      table: name,
      columns: columns.filter(({ dataType }) => dataType.toUpperCase() === 'TEXT').map((column) => column.name),
    }));
  return placesKnown;
}

/** A name as it is and URL-encoded. */
const formsOf = (name: string) => [...new Set([name, encodeURIComponent(name)])];

/** Primary keys of the rows of such a table that contain one of the names. For the reading connection only. */
export async function keysNaming(db: Db, place: { table: string; columns: Names }, names: Names, most: number) {
  const forms = names.flatMap(formsOf);
  const key = await keyColumns(db, place.table);
  const found = place.columns
    .filter((column) => !key.includes(column))
    .flatMap((column) => forms.map((form) => includes(column, form)));
  if (found.length === 0) return [];
  return keysWhere(db, place.table, sql<boolean>`(${sql.join(found, sql` or `)})`, undefined, most);
}

/** Replaces the names in the text columns of rows by `…`. */
export async function removeNames(
  tx: Db,
  { table, columns }: { table: string; columns: Names },
  names: Names,
  keys: readonly Key[],
): Promise<void> {
  const key = await keyColumns(tx, table);
  const without = (column: string) =>
    names
      .flatMap(formsOf)
      .reduce<RawBuilder<unknown>>((text, form) => sql`replace(${text}, ${form}, '…')`, sql.ref(column));
  const values = columns
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = ${without(column)}`);
  if (values.length > 0)
    await sql`update ${sql.table(table)} set ${sql.join(values)} where ${await isOneOf(tx, table, keys)}`.execute(tx);
}

/**
 * Pictures of the accounts that nobody else uses: not part of others' tasks, links, cases, categories or materials, and
 * not collected or downloaded by others while public. Pictures that are no longer public count as unused by collectors.
 */
export async function freePictures(db: Db, accountIds: Names, most: number, among?: Names): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${free(accountIds, among)} limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

function free(accountIds: Names, among?: Names): RawBuilder<unknown> {
  const others = (column: string) => sql`${sql.ref(column)} not in (${sql.join(accountIds)})`;
  const asked = among ? sql`and image.id in (${sql.join(among)})` : sql``;
  return sql`
    select image.id from image where image.owner_id in (${sql.join(accountIds)}) ${asked}
    and not exists (select 1 from task_input join task on task.id = task_input.task_id
      where task_input.image_id = image.id and ${others('task.account_id')})
    and not exists (select 1 from task_image join task on task.id = task_image.task_id
      where task_image.image_id = image.id and ${others('task.account_id')})
    and not exists (select 1 from material where material.image_id = image.id)
    and not exists (select 1 from share_link where ${others('share_link.account_id')}
      and (share_link.image_id = image.id or share_link.base_image_id = image.id))
    and not exists (select 1 from project where project.cover_image_id = image.id and ${others('project.account_id')})
    and not exists (select 1 from gallery_picture where gallery_picture.image_id = image.id and (
      exists (select 1 from case_picture where case_picture.picture_id = gallery_picture.id)
      or exists (select 1 from design_case where design_case.cover_picture_id = gallery_picture.id)
      or exists (select 1 from category where category.thumbnail_picture_id = gallery_picture.id)
      or (gallery_picture.state = 'public' and gallery_picture.deleted_at is null and (
        exists (select 1 from download_record where download_record.picture_id = gallery_picture.id
          and ${others('download_record.account_id')})
        or exists (select 1 from set_picture join picture_set on picture_set.id = set_picture.set_id
          where set_picture.picture_id = gallery_picture.id and ${others('picture_set.owner_id')})))))`;
}

/** Removes references that must not keep a picture: covers of sets and projects. */
export async function dropCovers(tx: Db, imageIds: Names): Promise<void> {
  const pictures = tx
    .selectFrom('gallery_picture')
    .select('id')
    .where('image_id', 'in', [...imageIds]);
  await tx
    .updateTable('picture_set')
    .set({ cover_picture_id: null })
    .where('cover_picture_id', 'in', pictures)
    .execute();
  await tx
    .updateTable('project')
    .set({ cover_image_id: null })
    .where('cover_image_id', 'in', [...imageIds])
    .execute();
}

/** Closes accounts: they can no longer log in, be found or be restored. */
export async function closeAccount(tx: Db, accountIds: Names, now: number): Promise<void> {
  await tx
    .updateTable('account')
    .set((set) => ({ deleted_at: set.fn.coalesce('deleted_at', set.val(now)), erased_at: now, updated_at: now }))
    .where('id', 'in', [...accountIds])
    .execute();
}

/**
 * Returns the data of an account that an erasure does not delete. `said`: one sentence for each kind of table rows, from
 * the rules in `personal-tables.repository.ts`; `heldPictures`: number of its pictures that other accounts have
 * collected, downloaded or used.
 */
export async function whatStays(db: Db, accountId: string): Promise<{ said: string[]; heldPictures: number }> {
  const said = new Set<string>();
  for (const [table, rule] of ofPersons) {
    if (rule.erased === 'deleted' || rule.erased.says === undefined || said.has(rule.erased.says)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${ownBy(rule.own, accountId)} limit 1`.execute(
      db,
    );
    if (rows.length > 0) said.add(rule.erased.says);
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from image
    where owner_id = ${accountId} and id not in (${free([accountId])})`.execute(db);
  return { said: [...said], heldPictures: rows[0]?.count ?? 0 };
}
