import type { Insertable, Selectable } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import type { AgreementEditionTable, AgreementTable } from '../../../db/schema-agreement.ts';
import type { Db } from '../../base/store.ts';

export type AgreementRow = Selectable<AgreementTable>;
export type EditionRow = Selectable<AgreementEditionTable>;

/** The fields of the console's list. */
export const agreementSource: ListSource<'agreement'> = {
  table: 'agreement',
  columns: { id: 'id', place: 'place', updatedAt: 'updated_at' },
};

export async function allAgreements(db: Db): Promise<AgreementRow[]> {
  return db.selectFrom('agreement').selectAll().orderBy('place').execute();
}

/** Of all agreements, the newest first. */
export async function allEditions(db: Db): Promise<EditionRow[]> {
  return db.selectFrom('agreement_edition').selectAll().orderBy('agreement_id').orderBy('edition', 'desc').execute();
}

export async function insertAgreement(db: Db, row: Insertable<AgreementTable>): Promise<void> {
  await db.insertInto('agreement').values(row).execute();
}

export async function insertEdition(db: Db, row: Insertable<AgreementEditionTable>): Promise<void> {
  await db.insertInto('agreement_edition').values(row).execute();
}

export async function removeEdition(db: Db, id: string): Promise<void> {
  await db.deleteFrom('agreement_edition').where('id', '=', id).execute();
}

/** Number of consents to each version. */
export async function countConsents(db: Db, versions: readonly string[]): Promise<Map<string, number>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('consent')
    .select(['agreement_version', db.fn.countAll<number>().as('count')])
    .where('agreement_version', 'in', versions)
    .groupBy('agreement_version')
    .execute();
  return new Map(rows.map(({ agreement_version, count }) => [agreement_version, count]));
}

/** Which of the versions somebody agreed to. */
export async function consentsOf(db: Db, accountId: string, versions: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('consent')
    .select('agreement_version')
    .where('account_id', '=', accountId)
    .where('agreement_version', 'in', versions)
    .execute();
  return new Set(rows.map(({ agreement_version }) => agreement_version));
}

export async function insertConsent(
  db: Db,
  row: { account_id: string; agreement_version: string; address: string; created_at: number },
): Promise<void> {
  await db.insertInto('consent').values(row).execute();
}

export async function loginNames(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.selectFrom('account').select(['id', 'login_name']).where('id', 'in', accountIds).execute();
  return new Map(rows.map(({ id, login_name }) => [id, login_name ?? '']));
}
