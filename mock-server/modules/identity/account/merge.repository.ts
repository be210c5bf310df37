import { sql } from 'kysely';
import type { Db } from '../../base/store.ts';
import { type MergeRule, mergeColumns, movedWords } from './merge-columns.ts';

/** The account that is merged, and the account it becomes part of. */
export interface Merged {
  from: string;
  into: string;
}

/** Makes a column name the other account, as its rule says. */
async function moveColumn(db: Db, table: string, column: string, rule: MergeRule, { from, into }: Merged) {
  const where = { table: sql.table(table), column: sql.ref(column) };
  if (rule === 'ends') await sql`delete from ${where.table} where ${where.column} = ${from}`.execute(db);
  if (rule === 'apart' || rule === 'ends' || (typeof rule === 'object' && 'stays' in rule)) return;
  if (typeof rule === 'object') {
    const same =
      rule.unless === null ? sql`` : sql`and other.${sql.ref(rule.unless)} = ${where.table}.${sql.ref(rule.unless)}`;
    await sql`delete from ${where.table} where ${where.column} = ${from}
      and exists (select 1 from ${where.table} as other where other.${where.column} = ${into} ${same})`.execute(db);
  }
  await sql`update ${where.table} set ${where.column} = ${into} where ${where.column} = ${from}`.execute(db);
}

export async function moveColumns(db: Db, merged: Merged): Promise<void> {
  for (const [table, columns] of Object.entries(mergeColumns))
    for (const [column, rule] of Object.entries(columns)) await moveColumn(db, table, column, rule, merged);
}

/** Takes away what would be the account's with itself, or there twice under one key. */
export async function untangle(db: Db, { from, into }: Merged): Promise<void> {
  const both = [from, into];
  await db.deleteFrom('follow').where('follower_id', 'in', both).where('followed_id', 'in', both).execute();
  await db.deleteFrom('author_block').where('account_id', 'in', both).where('blocked_id', 'in', both).execute();
  await db.deleteFrom('author_report').where('account_id', 'in', both).where('author_id', 'in', both).execute();
  await db
    .updateTable('account')
    .set({ invited_by: null })
    .where('id', '=', into)
    .where('invited_by', '=', from)
    .execute();
  // Keys of requests are of no use once their sessions have ended.
  await db
    .updateTable('task')
    .set((set) => ({ client_key: sql<string>`'merged:' || ${set.ref('id')}` }))
    .where('account_id', '=', from)
    .execute();
  for (const table of ['gallery_picture', 'picture_set'] as const)
    await db.updateTable(table).set({ client_key: null }).where('owner_id', '=', from).execute();
  await uncountDoubles(db, { from, into });
  await nameFoldersApart(db, { from, into });
}

/** Reduces the counts of things that both accounts had collected, so that they count once. */
async function uncountDoubles(db: Db, { from, into }: Merged): Promise<void> {
  const sets = db
    .selectFrom('set_collect')
    .select('set_id')
    .where('account_id', '=', from)
    .where('set_id', 'in', db.selectFrom('set_collect').select('set_id').where('account_id', '=', into));
  await db
    .updateTable('picture_set')
    .set((set) => ({ collects: set('collects', '-', 1) }))
    .where('id', 'in', sets)
    .execute();
  const cases = db
    .selectFrom('case_collect')
    .select('case_id')
    .where('account_id', '=', from)
    .where('case_id', 'in', db.selectFrom('case_collect').select('case_id').where('account_id', '=', into));
  await db
    .updateTable('design_case')
    .set((set) => ({ collects: set('collects', '-', 1) }))
    .where('id', 'in', cases)
    .execute();
}

/** Folders stand behind those of the other account, under names of their own; one of them is the default. */
async function nameFoldersApart(db: Db, { from, into }: Merged): Promise<void> {
  const foldersOf = (accountId: string) =>
    db
      .selectFrom('picture_set')
      .select(['id', 'title', 'place', 'is_default'])
      .where('owner_id', '=', accountId)
      .where('kind', '=', 'folder')
      .where('deleted_at', 'is', null)
      .execute();
  const [own, others] = [await foldersOf(from), await foldersOf(into)];
  const taken = new Set(others.map(({ title }) => title));
  const last = Math.max(0, ...others.map(({ place }) => place));
  const hasDefault = others.some(({ is_default }) => is_default === 1);
  for (const { id, title, place, is_default } of own) {
    let name = title;
    for (let number = 2; taken.has(name); number++) name = `${title}${number}`;
    taken.add(name);
    const isDefault = is_default === 1 && !hasDefault ? 1 : 0;
    await db
      .updateTable('picture_set')
      .set({ title: name, place: last + place, is_default: isDefault })
      .where('id', '=', id)
      .execute();
  }
}

/** Numbers of records that would move, by their Chinese names. */
export async function movable(db: Db, { from }: Merged): Promise<Array<{ what: string; count: number }>> {
  const found: Array<{ what: string; count: number }> = [];
  for (const [table, what] of movedWords) {
    const column = sql.ref(Object.keys(mergeColumns[table] ?? {})[0] ?? 'account_id');
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)} where ${column} = ${from}`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push({ what, count });
  }
  return found;
}

/** Obstacles to a merge, as Chinese words for staff. @param besides the pending change that carries out this merge */
export async function obstacles(db: Db, { from, into }: Merged, now: number, besides?: string): Promise<string[]> {
  const checks: ReadonlyArray<[string, ReturnType<typeof sql<{ count: number }>>]> = [
    [
      '有未了结的订单',
      sql`select count(*) as count from purchase_order where account_id = ${from}
      and status in ('created', 'paying', 'paid', 'refunding')`,
    ],
    [
      '有未办完的退款',
      sql`select count(*) as count from refund join purchase_order on purchase_order.id = refund.order_id
      where purchase_order.account_id = ${from} and refund.status in ('requested', 'pending', 'failed')`,
    ],
    [
      '有进行中的任务',
      sql`select count(*) as count from task where account_id = ${from} and status in ('queued', 'running')`,
    ],
    [
      '有被占用的券（任务或对话还没结束）',
      sql`select count(*) as count from ticket_hold where account_id = ${from} and state = 'held'`,
    ],
    ['正在实时渲染', sql`select count(*) as count from live_session where account_id = ${from} and ended_at is null`],
    [
      '有等待批准的修改',
      sql`select count(*) as count from pending_change where account_id in (${from}, ${into})
      and status = 'waiting' and expires_at > ${now} and id <> ${besides ?? ''}`,
    ],
    [
      '有等待执行的删除申请',
      sql`select count(*) as count from account_erasure where account_id in (${from}, ${into})
      and status = 'waiting'`,
    ],
  ];
  const found: string[] = [];
  for (const [what, query] of checks) {
    const count = (await query.execute(db)).rows[0]?.count ?? 0;
    if (count > 0) found.push(what);
  }
  return found;
}

/** Returns true when the other account has a WeChat of its own: then the first one's is let go. */
export async function hasWechat(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('wechat_identity')
    .select('open_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
