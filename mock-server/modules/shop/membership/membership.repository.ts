import type { Selectable } from 'kysely';
import type { MembershipPeriodTable } from '../../../db/schema-commerce.ts';
import type { Db } from '../../base/store.ts';
import type { MembershipPeriod, Origin } from './membership.rules.ts';

/** All stretches of an account, those of the past too, in order. */
export async function stretchesOf(db: Db, accountId: string): Promise<MembershipPeriod[]> {
  const rows = await db
    .selectFrom('membership_period')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('starts_at')
    .execute();
  return rows.map(toStretch);
}

/** Makes the stored stretches what `after` says. */
export async function replaceStretches(
  db: Db,
  accountId: string,
  before: readonly MembershipPeriod[],
  after: readonly MembershipPeriod[],
  now: number,
): Promise<void> {
  const known = new Map(before.map((stretch) => [stretch.id, stretch]));
  const kept = new Set(after.map(({ id }) => id));
  for (const { id } of before) {
    if (!kept.has(id)) await db.deleteFrom('membership_period').where('id', '=', id).execute();
  }
  for (const stretch of after) {
    const old = known.get(stretch.id);
    if (old && JSON.stringify(old) === JSON.stringify(stretch)) continue;
    const columns = toColumns(stretch);
    if (old) await db.updateTable('membership_period').set(columns).where('id', '=', stretch.id).execute();
    else
      await db
        .insertInto('membership_period')
        .values({ id: stretch.id, account_id: accountId, ...columns, created_at: now })
        .execute();
  }
}

/** Accounts whose plan or tickets are due to change. */
export async function dueAccounts(db: Db, now: number, most: number): Promise<string[]> {
  const due = async (column: 'plan_expires_at' | 'next_grant_at') =>
    db.selectFrom('account').select('id').where(column, '<=', now).orderBy(column).limit(most).execute();
  const rows = [...(await due('plan_expires_at')), ...(await due('next_grant_at'))];
  return [...new Set(rows.map((row) => row.id))];
}

/** Ids, greater than `after` and in order, of accounts that have or had a membership. */
export async function membersAfter(db: Db, after: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('membership_period')
    .select('account_id')
    .distinct()
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.account_id);
}

function toStretch(row: Selectable<MembershipPeriodTable>): MembershipPeriod {
  return {
    id: row.id,
    plan: row.plan,
    seats: row.seats,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    source: row.source,
    reference: row.reference,
    upgradedFrom: row.upgraded_from === null ? null : (JSON.parse(row.upgraded_from) as Origin),
    anchorAt: row.anchor_at,
    restOf: row.rest_of_at === null ? null : { startsAt: row.rest_of_at, ms: row.rest_of_ms ?? 0 },
  };
}

function toColumns({
  plan,
  seats,
  startsAt,
  endsAt,
  source,
  reference,
  upgradedFrom,
  anchorAt,
  restOf,
}: MembershipPeriod) {
  return {
    plan,
    seats,
    starts_at: startsAt,
    ends_at: endsAt,
    source,
    reference,
    upgraded_from: upgradedFrom && JSON.stringify(upgradedFrom),
    anchor_at: anchorAt,
    rest_of_at: restOf?.startsAt ?? null,
    rest_of_ms: restOf?.ms ?? null,
  };
}
