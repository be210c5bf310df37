import { type Insertable, type Selectable, sql } from 'kysely';
import type { ImageTable, StoredFileTable } from '../../../db/schema.ts';
import { notBlocked } from '../../../db/visibility.ts';
import type { Db } from '../../base/store.ts';

export type ImageRow = Selectable<ImageTable>;

export async function insertFile(db: Db, row: Insertable<StoredFileTable>): Promise<void> {
  await db
    .insertInto('stored_file')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

export async function insertImage(db: Db, row: Insertable<ImageTable>): Promise<void> {
  await insertFile(db, { sha256: row.sha256, bytes: row.bytes, created_at: row.created_at });
  await db.insertInto('image').values(row).execute();
}

export async function findImage(db: Db, id: string): Promise<ImageRow | undefined> {
  return db.selectFrom('image').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Returns true when a row of `image` has this id, also when the picture is deleted. */
export async function isTaken(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('image').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Pictures that a viewer may see: their own, and public ones unless one of the two accounts blocks the other.
 * @param viewerId null for a visitor without a login
 */
const seenBy = (db: Db, viewerId: string | null) =>
  db
    .selectFrom('image')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('owner_id', '=', viewerId),
        where.and([where('is_public', '=', 1), notBlocked('image.owner_id', viewerId)]),
      ]),
    );

export async function findSeen(db: Db, id: string, viewerId: string | null): Promise<ImageRow | undefined> {
  return seenBy(db, viewerId).where('id', '=', id).executeTakeFirst();
}

/** Returns true when all see it because it stands in the gallery, which may end. */
export async function isInGallery(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('gallery_picture').select('id').where('image_id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns true when AI made a picture: it is a result of a tool, or the gallery says so. */
export async function isGenerated(db: Db, id: string): Promise<boolean> {
  const result = await db.selectFrom('task_image').select('image_id').where('image_id', '=', id).executeTakeFirst();
  if (result) return true;
  const shown = db.selectFrom('gallery_picture').select('id').where('image_id', '=', id).where('source', '=', 'ai');
  return (await shown.executeTakeFirst()) !== undefined;
}

export async function imagesSeen(db: Db, viewerId: string, imageIds: readonly string[]): Promise<ImageRow[]> {
  if (imageIds.length === 0) return [];
  return seenBy(db, viewerId)
    .where('id', 'in', [...imageIds])
    .execute();
}

export async function hasBlob(db: Db, sha256: string): Promise<boolean> {
  return (
    (await db.selectFrom('stored_file').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined
  );
}

/** SHA-256 keys of the stored files that begin with these two hexadecimal digits. */
export async function filesFrom(db: Db, start: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_file')
    .select('sha256')
    .where('sha256', '>=', start)
    .where('sha256', '<', `${start}g`)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

export async function uploadsSince(db: Db, ownerId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('type', '=', 1)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes rows of pictures and of files that nothing names any more; returns those files. */
export async function removeImages(db: Db, imageIds: readonly string[]): Promise<string[]> {
  if (imageIds.length === 0) return [];
  const removed = await db
    .deleteFrom('image')
    .where('id', 'in', [...imageIds])
    .returning(['sha256', 'building_sha256'])
    .execute();
  const named = removed.flatMap((row) =>
    row.building_sha256 === null ? [row.sha256] : [row.sha256, row.building_sha256],
  );
  return removeUnnamedFiles(db, named);
}

/** Columns that name stored files. */
const naming = [
  ['image', 'sha256'],
  ['image', 'building_sha256'],
  ['building_model', 'sha256'],
  ['building_model', 'mesh_sha256'],
  ['building_model', 'viewer_sha256'],
  ['task_reading', 'sha256'],
  ['task_try', 'sha256'],
  ['task_try', 'heat_sha256'],
] as const;

/** Deletes the rows of those among these files that nothing names any more; returns them. */
export async function removeUnnamedFiles(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const isUnnamed = naming.map(
    ([table, column]) =>
      sql<boolean>`not exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = stored_file.sha256)`,
  );
  const files = await db
    .deleteFrom('stored_file')
    .where('sha256', 'in', [...new Set(hashes)])
    .where(({ and }) => and(isUnnamed))
    .returning('sha256')
    .execute();
  return files.map((row) => row.sha256);
}
