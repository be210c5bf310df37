import type { ModelSlotTable, ModelTrialTable } from '../../../db/schema-models.ts';
import type { Db } from '../../base/store.ts';

/** Decision of staff on a slot. */
export type SlotRow = ModelSlotTable;
/** Result of the trial of a file. */
export type TrialRow = ModelTrialTable;

export async function allSlots(db: Db): Promise<SlotRow[]> {
  return db.selectFrom('model_slot').selectAll().execute();
}

/** Writes what staff decided; false when another decision came first. @param version 0 where none was made before */
export async function writeSlot(db: Db, row: Omit<SlotRow, 'version'>, version: number): Promise<boolean> {
  const { slot, ...change } = row;
  if (version === 0) {
    const made = await db
      .insertInto('model_slot')
      .values({ ...row, version: 1 })
      .onConflict((conflict) => conflict.column('slot').doNothing())
      .executeTakeFirst();
    return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  const changed = await db
    .updateTable('model_slot')
    .set({ ...change, version: version + 1 })
    .where('slot', '=', slot)
    .where('version', '=', version)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function allTrials(db: Db): Promise<TrialRow[]> {
  return db.selectFrom('model_trial').selectAll().execute();
}

/** Keeps how a file did, in the place of what was known of it. */
export async function writeTrial(db: Db, row: TrialRow): Promise<void> {
  const { id, ...change } = row;
  await db
    .insertInto('model_trial')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}
