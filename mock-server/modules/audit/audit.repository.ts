import type { Insertable } from 'kysely';
import type { AuditTable } from '../../db/schema-console.ts';
import type { Db } from '../store.ts';

export async function insertAudit(db: Db, row: Insertable<AuditTable>): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}

export async function removeAudit(db: Db, actions: readonly string[], before: number): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('action', 'in', [...actions])
    .where('created_at', '<', before)
    .execute();
}
