import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import type { AuditTable } from '../../../db/schema-console.ts';
import type { Db } from '../../base/store.ts';
import { type ChainEnd, forgotten } from './chain.ts';

export type AuditRow = Selectable<AuditTable>;

/** End of the chain, and the hash of its last row. */
export async function chainEnd(db: Db): Promise<ChainEnd & { last: string }> {
  const said = await db
    .selectFrom('installation')
    .select(['audit_rows as rows', 'audit_head as head'])
    .executeTakeFirstOrThrow();
  const row = await db.selectFrom('audit').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return { ...said, last: row?.hash ?? '' };
}

export async function setChainEnd(tx: Db, { rows, head }: ChainEnd): Promise<void> {
  await tx.updateTable('installation').set({ audit_rows: rows, audit_head: head }).execute();
}

export async function insertAudit(tx: Db, row: Insertable<AuditTable>): Promise<void> {
  await tx.insertInto('audit').values(row).execute();
}

export async function updateAudit(tx: Db, id: number, patch: Updateable<AuditTable>): Promise<void> {
  await tx.updateTable('audit').set(patch).where('id', '=', id).execute();
}

/** Rows behind an id, in the order they were written. */
export async function auditAfter(db: Db, id: number, most: number): Promise<AuditRow[]> {
  return db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').limit(most).execute();
}

export async function auditByIds(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.actor_id')
    .selectAll('audit')
    .select(['account.nick_name', 'account.login_name'])
    .where('audit.id', 'in', ids)
    .execute();
}

export async function auditRow(db: Db, id: number): Promise<AuditRow> {
  return db.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Id before that of the first row written at or after a moment; `Number.MAX_SAFE_INTEGER` when there is no such row.
 */
export async function idBefore(db: Db, moment: number): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('created_at', '>=', moment)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? row.id - 1 : Number.MAX_SAFE_INTEGER;
}

/**
 * Empties a batch of rows of an action created before a moment; their hashes stay in the chain.
 * @returns true when more rows may be left
 */
export async function forgetAudit(
  tx: Db,
  action: string,
  { before, now, rows }: { before: number; now: number; rows: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit')
    .set({ ...forgotten, forgotten_at: now })
    .where('id', 'in', (from) =>
      from
        .selectFrom('audit')
        .select('id')
        .where('action', '=', action)
        .where('created_at', '<', before)
        .where('forgotten_at', 'is', null)
        .limit(rows),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) >= rows;
}

export const auditSource: ListSource<'audit'> = {
  table: 'audit',
  columns: {
    id: 'id',
    createdAt: 'created_at',
    actorId: 'actor_id',
    action: 'action',
    resource: 'resource',
    subject: 'subject',
    requestId: 'request_id',
  },
  search: (typed) => sql<boolean>`(${contains('audit.action', typed)} OR ${contains('audit.reason', typed)}
    OR audit.subject = ${typed} OR audit.request_id = ${typed} OR audit.actor_id IN
    (SELECT id FROM account WHERE role IS NOT NULL AND (${contains('account.nick_name', typed)}
      OR ${contains('account.login_name', typed)})))`,
};
