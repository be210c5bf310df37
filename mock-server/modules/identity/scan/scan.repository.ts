import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ScanSceneTable, WechatIdentityTable } from '../../../db/schema.ts';
import { type Db, removeSome } from '../../base/store.ts';

export type ScanSceneRow = Selectable<ScanSceneTable>;
export type WechatIdentityRow = Selectable<WechatIdentityTable>;

export async function insertScene(db: Db, row: Insertable<ScanSceneTable>): Promise<void> {
  await db.insertInto('scan_scene').values(row).execute();
}

export async function removeScene(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scan_scene').where('id', '=', id).execute();
}

/** Ends what a browser asked for before; it belongs to nobody from then on. */
export async function supersedeScenes(db: Db, browserHash: string): Promise<void> {
  await db
    .updateTable('scan_scene')
    .set({ status: 'expired', browser_hash: '' })
    .where('browser_hash', '=', browserHash)
    .execute();
}

export async function sceneTimes(db: Db, address: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('scan_scene')
    .select('created_at')
    .where('address', '=', address)
    .where('created_at', '>', since)
    .execute();
  return rows.map((row) => row.created_at);
}

export async function findScene(db: Db, id: string): Promise<ScanSceneRow | undefined> {
  return db.selectFrom('scan_scene').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findSceneByTicket(db: Db, ticketHash: string): Promise<ScanSceneRow | undefined> {
  return db.selectFrom('scan_scene').selectAll().where('ticket_hash', '=', ticketHash).executeTakeFirst();
}

export async function newestScenes(db: Db, count: number): Promise<ScanSceneRow[]> {
  return db.selectFrom('scan_scene').selectAll().orderBy('created_at', 'desc').limit(count).execute();
}

export async function updateScene(db: Db, id: string, patch: Updateable<ScanSceneTable>): Promise<void> {
  await db.updateTable('scan_scene').set(patch).where('id', '=', id).execute();
}

/** @returns true when more rows may be left */
export async function removeScenes(db: Db, createdBefore: number, rows: number): Promise<boolean> {
  return removeSome(db, 'scan_scene', 'id', sql`created_at < ${createdBefore}`, rows);
}

/** The binding of a WeChat; one whose account is deleted does not count. */
export async function findIdentity(db: Db, openId: string): Promise<WechatIdentityRow | undefined> {
  return db
    .selectFrom('wechat_identity')
    .innerJoin('account', 'account.id', 'wechat_identity.account_id')
    .selectAll('wechat_identity')
    .where('open_id', '=', openId)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findIdentityOf(db: Db, accountId: string): Promise<WechatIdentityRow | undefined> {
  return db.selectFrom('wechat_identity').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Binds a WeChat, away from a deleted account if need be. */
export async function saveIdentity(db: Db, row: Insertable<WechatIdentityTable>): Promise<void> {
  await db
    .insertInto('wechat_identity')
    .values(row)
    .onConflict((conflict) => conflict.column('open_id').doUpdateSet(row))
    .execute();
}
