import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { UserType } from '#shared/contract/auth';
import type { Plan } from '#shared/domain/plan';
import { foldCode } from '#shared/domain/typed';
import { contains } from '../../../db/dialect.ts';
import type { ListSource } from '../../../db/list.ts';
import { belongsToTyped, isPersonTyped, type PersonSearchAccess } from '../../../db/person-search.ts';
import type { AccountTable } from '../../../db/schema.ts';
import type { Db } from '../../base/store.ts';
import type { PhoneHash } from './former-phone.ts';

export type AccountRow = Selectable<AccountTable>;
export type NewAccountRow = Insertable<AccountTable>;

/** A row as staff see it, with what it owns counted. */
export type AccountSummaryRow = AccountRow & { normal: number; live: number; gpt: number; task_count: number };

export interface AccountFilter {
  keyword?: string | undefined;
  sight: PersonSearchAccess;
  userType?: UserType | undefined;
  plan?: Plan | undefined;
  status?: 'active' | 'banned' | 'deleted' | undefined;
  /** Deleted accounts are listed for 30 days. */
  deletedSince: number;
}

export async function insertAccount(db: Db, row: NewAccountRow): Promise<void> {
  await db.insertInto('account').values(row).execute();
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findNames(db: Db, ids: readonly string[]) {
  const columns = ['id', 'nick_name', 'phone_no', 'login_name'] as const;
  return db.selectFrom('account').select(columns).where('id', 'in', ids).execute();
}

export async function findByPhone(db: Db, phoneNo: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('phone_no', '=', phoneNo)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findByLoginName(db: Db, loginName: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('login_name', '=', loginName)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findByInviteCode(db: Db, inviteCode: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .selectAll()
    .where('invite_code', '=', inviteCode.toUpperCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

type AccountPatch = Updateable<AccountTable>;

/** Updates an account, except its phone number: see {@link updateDoors}. */
export async function updateAccount(db: Db, id: string, patch: AccountPatch & { phone_no?: never }): Promise<void> {
  await db.updateTable('account').set(patch).where('id', '=', id).execute();
}

/** Updates an account. When its phone number changes, a hash of the old number is stored, so that it is still found. */
export async function updateDoors(
  tx: Db,
  id: string,
  patch: AccountPatch,
  { hash, now }: { hash: PhoneHash; now: number },
): Promise<void> {
  const before = patch.phone_no === undefined ? undefined : (await findAccount(tx, id))?.phone_no;
  if (before && before !== patch.phone_no) {
    const former = { account_id: id, number_hash: hash(before), changed_at: now };
    await tx
      .insertInto('former_phone')
      .values(former)
      .onConflict((same) => same.columns(['number_hash', 'account_id']).doUpdateSet({ changed_at: now }))
      .execute();
  }
  await tx.updateTable('account').set(patch).where('id', '=', id).execute();
}

/** Accounts whose ban has come to its end, a few at a time. */
export async function endedBans(db: Db, now: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('banned_until', '<=', now)
    .orderBy('banned_until')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Active administrators besides `id`. */
export async function countOtherAdmins(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  return count;
}

function summaries(db: Db, now: number) {
  const tickets = (kind: 'normal' | 'live' | 'gpt') =>
    sql<number>`(SELECT coalesce(sum(remaining), 0) FROM ticket_lot WHERE account_id = account.id AND kind = ${kind}
      AND starts_at <= ${now} AND (expires_at IS NULL OR expires_at > ${now}))`.as(kind);
  return db
    .selectFrom('account')
    .selectAll('account')
    .select([
      tickets('normal'),
      tickets('live'),
      tickets('gpt'),
      sql<number>`(SELECT count(*) FROM task WHERE account_id = account.id)`.as('task_count'),
    ]);
}

export async function accountSummaries(
  db: Db,
  ids: ReadonlyArray<string | number>,
  now: number,
): Promise<AccountSummaryRow[]> {
  return summaries(db, now)
    .where('account.id', 'in', ids as string[])
    .execute();
}

export const accountSource: ListSource<'account'> = {
  table: 'account',
  columns: {
    id: 'id',
    nickName: 'nick_name',
    userType: 'user_type',
    plan: 'plan',
    planExpiresAt: 'plan_expires_at',
    isTestUser: 'is_test',
    status: 'status',
    statusReason: 'status_reason',
    bannedUntil: 'banned_until',
    loginName: 'login_name',
    role: 'role',
    inviteCode: 'invite_code',
    createdAt: 'created_at',
    lastLoginAt: 'last_login_at',
    deletedAt: 'deleted_at',
  },
  search: async (
    typed,
    db,
    sight,
  ) => sql`(account.erased_at IS NULL AND (${await belongsToTyped(db, 'account.id', typed, sight)}
    OR ${contains('account.login_name', typed)} OR account.invite_code = ${foldCode(typed).toUpperCase()}))`,
};

/** Members of staff. */
export const isStaff = () => sql<SqlBool>`account.user_type = 9`;

export async function findSummary(db: Db, id: string, now: number): Promise<AccountSummaryRow | undefined> {
  return summaries(db, now).where('account.id', '=', id).executeTakeFirst();
}

const sortColumns = {
  createdAt: 'created_at',
  lastLoginAt: 'last_login_at',
  taskCount: 'task_count',
  nickName: 'nick_name',
} as const;

export async function pageOfAccounts(
  db: Db,
  filter: AccountFilter,
  paging: { page: number; size: number; sort: keyof typeof sortColumns; order: 'asc' | 'desc' },
  now: number,
): Promise<{ rows: AccountSummaryRow[]; total: number }> {
  const matches = condition(filter);
  const { total } = await db
    .selectFrom('account')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where(matches)
    .executeTakeFirstOrThrow();
  const rows = await summaries(db, now)
    .where(matches)
    .orderBy(sql.ref(sortColumns[paging.sort]), paging.order)
    .orderBy('account.id', paging.order)
    .limit(paging.size)
    .offset((paging.page - 1) * paging.size)
    .execute();
  return { rows, total };
}

function condition({ keyword, sight, userType, plan, status, deletedSince }: AccountFilter) {
  const parts = [
    status === 'deleted' ? sql`deleted_at > ${deletedSince}` : sql`deleted_at IS NULL`,
    ...(status === 'active' || status === 'banned' ? [sql`status = ${status}`] : []),
    ...(userType === undefined ? [] : [sql`user_type = ${userType}`]),
    ...(plan === undefined ? [] : [sql`plan = ${plan}`]),
    ...(keyword
      ? [
          sql`(${isPersonTyped(keyword, sight)} OR ${contains('login_name', keyword)}
            OR invite_code = ${foldCode(keyword).toUpperCase()})`,
        ]
      : []),
  ];
  return sql<boolean>`${sql.join(parts, sql` AND `)}`;
}

/**
 * Accounts among `ids` that belong to staff, or were used on the same device as a staff account: gifts to them would be
 * gifts to oneself.
 * @param staff ids of the staff accounts to check against; all when absent
 */
export async function inHandsOfStaff(db: Db, ids: readonly string[], staff?: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const all = async () =>
    (await db.selectFrom('account').select('id').where('user_type', '=', 9).execute()).map(({ id }) => id);
  const members = new Set(staff ?? (await all()));
  const shared = await db
    .selectFrom('account_device as own')
    .innerJoin('account_device as theirs', 'theirs.device_key', 'own.device_key')
    .select('own.account_id')
    .where('own.account_id', 'in', ids)
    .where('own.device_id', 'is not', null)
    .where('theirs.account_id', 'in', [...members])
    .execute();
  return new Set([...ids.filter((id) => members.has(id)), ...shared.map(({ account_id }) => account_id)]);
}
