import type { Selectable } from 'kysely';
import type { SettingTable } from '../../../db/schema-works.ts';
import type { Db } from '../../base/store.ts';

export type SettingRow = Selectable<SettingTable> & { updater: string | null };

export async function allSettings(db: Db): Promise<SettingRow[]> {
  return db
    .selectFrom('setting')
    .leftJoin('account', 'account.id', 'setting.updated_by')
    .selectAll('setting')
    .select('account.nick_name as updater')
    .execute();
}

export async function findSetting(db: Db, id: string): Promise<Selectable<SettingTable> | undefined> {
  return db.selectFrom('setting').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Writes a value and raises the version. */
export async function writeSetting(db: Db, row: Omit<Selectable<SettingTable>, 'version'>): Promise<void> {
  const { id, ...change } = row;
  await db
    .insertInto('setting')
    .values({ id, ...change, version: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((set) => ({ ...change, version: set('setting.version', '+', 1) })),
    )
    .execute();
}
