import type { Insertable, Selectable } from 'kysely';
import type { StaffFactorTable, StaffRoleTable } from '../../../db/schema-staff.ts';
import type { Db } from '../../base/store.ts';

export type FactorRow = Selectable<StaffFactorTable>;
export type RoleRow = Selectable<StaffRoleTable>;

export async function findFactor(db: Db, accountId: string): Promise<FactorRow | undefined> {
  return db.selectFrom('staff_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Begins anew: what was not confirmed is forgotten. */
export async function putFactor(db: Db, row: Insertable<StaffFactorTable>): Promise<void> {
  await removeFactor(db, row.account_id);
  await db.insertInto('staff_factor').values(row).execute();
}

export async function removeFactor(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('staff_factor').where('account_id', '=', accountId).execute();
  await db.deleteFrom('staff_recovery_code').where('account_id', '=', accountId).execute();
}

/** Spends a step; false where it or a later one was used already. */
export async function spendStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function confirmFactor(db: Db, accountId: string, now: number): Promise<void> {
  await db.updateTable('staff_factor').set({ confirmed_at: now }).where('account_id', '=', accountId).execute();
}

export async function replaceRecoveryCodes(db: Db, accountId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('staff_recovery_code').where('account_id', '=', accountId).execute();
  const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash, used_at: null }));
  await db.insertInto('staff_recovery_code').values(rows).execute();
}

/** False where there is no such code or it was used. */
export async function spendRecoveryCode(db: Db, accountId: string, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_recovery_code')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** @param by id of the account that set the password for another one; undefined when unchanged */
export async function putPasswordNote(
  db: Db,
  accountId: string,
  mustChange: boolean,
  now: number,
  by?: string,
): Promise<void> {
  const given = by === undefined ? {} : { given_by: by, given_at: now };
  const note = { must_change: mustChange ? (1 as const) : (0 as const), set_at: now, ...given };
  await db
    .insertInto('staff_password')
    .values({ account_id: accountId, ...note })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(note))
    .execute();
}

/** Security of an account of staff; undefined for other accounts. */
export async function findDoor(db: Db, accountId: string) {
  return db
    .selectFrom('account')
    .leftJoin('staff_factor', 'staff_factor.account_id', 'account.id')
    .leftJoin('staff_password', 'staff_password.account_id', 'account.id')
    .leftJoin('staff_role', 'staff_role.id', 'account.role')
    .select(['account.id', 'account.login_name', 'account.nick_name', 'account.password_hash'])
    .select(['staff_factor.confirmed_at', 'staff_password.must_change', 'staff_password.set_at'])
    .select('staff_role.is_factor_needed')
    .where('account.id', '=', accountId)
    .where('account.user_type', '=', 9)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function setPassword(db: Db, accountId: string, passwordHash: string): Promise<void> {
  await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
}

export async function staffSessions(db: Db, accountId: string, now: number) {
  return db
    .selectFrom('session')
    .select(['token_hash', 'address', 'user_agent', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'staff')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute();
}

/** Ends sessions of staff; how many there were. @param kept hash of the one that stays */
export async function endSessions(db: Db, accountId: string, kept?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'staff')
    .$if(kept !== undefined, (query) => query.where('token_hash', '!=', kept as string))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

export async function findRoles(db: Db, ids: ReadonlyArray<string | number>) {
  return db
    .selectFrom('staff_role')
    .selectAll('staff_role')
    .select((select) => [
      select
        .selectFrom('account')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('account.role', '=', 'staff_role.id')
        .where('account.status', '=', 'active')
        .where('account.deleted_at', 'is', null)
        .as('members'),
      select
        .selectFrom('account')
        .innerJoin('staff_factor', 'staff_factor.account_id', 'account.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('account.role', '=', 'staff_role.id')
        .where('account.status', '=', 'active')
        .where('account.deleted_at', 'is', null)
        .where('staff_factor.confirmed_at', 'is not', null)
        .as('with_factor'),
    ])
    .where('staff_role.id', 'in', ids as RoleRow['id'][])
    .execute();
}

export async function updateRole(db: Db, id: RoleRow['id'], isFactorNeeded: boolean, version: number): Promise<void> {
  await db
    .updateTable('staff_role')
    .set({ is_factor_needed: isFactorNeeded ? 1 : 0, version })
    .where('id', '=', id)
    .execute();
}
