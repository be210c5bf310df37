import { type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { WorkOrder, WorkTab } from '#shared/contract/project';
import type { TaskStatus } from '#shared/domain/task-status';
import { includes, unindexed } from '../../../db/dialect.ts';
import type { Schema } from '../../../db/schema.ts';
import type { TaskTable } from '../../../db/schema-tasks.ts';
import type { PageWindow } from '../../base/cursor.ts';
import type { Db } from '../../base/store.ts';
import type { Term } from './project.rules.ts';

export type WorkRow = Selectable<TaskTable>;

export interface WorkFilter {
  tab: WorkTab;
  /** The recycle bin has an order of its own. */
  order: WorkOrder;
  /** Null: in no project. */
  projectId: string | null | undefined;
  tools: readonly string[] | undefined;
  isStarred: boolean | undefined;
  from: number | undefined;
  to: number | undefined;
  terms: readonly Term[];
}

type Tasks = SelectQueryBuilder<Schema, 'task', object>;

/** Structure score of works that have none, for their order. */
const noScore = -1;
const score = sql<number>`coalesce(score, ${sql.lit(noScore)})`;
/** Scores are in tenths; positions are whole and begin with 0. */
const positionsIn = { tenths: 10, before: 10 };

/** Score of a work in the order of its list, as cursors have it. */
export function positionOf(
  { tab, order }: Pick<WorkFilter, 'tab' | 'order'>,
  row: Pick<WorkRow, 'created_at' | 'deleted_at' | 'score'>,
): number {
  if (tab === 'bin') return row.deleted_at ?? 0;
  if (order === 'newest') return row.created_at;
  return Math.round((row.score ?? noScore) * positionsIn.tenths) + positionsIn.before;
}

/**
 * A page of works from a position on, newest first or highest structure score first; of the recycle bin, last deleted
 * first.
 */
export async function listWorks(
  db: Db,
  accountId: string,
  filter: WorkFilter,
  { after, limit }: PageWindow,
): Promise<WorkRow[]> {
  // A tool of another group: the planner would read the works of all accounts for an empty list of values.
  if (filter.tools?.length === 0) return [];
  const isByScore = filter.tab !== 'bin' && filter.order === 'score';
  const key = isByScore ? score : sql<number>`${sql.ref(filter.tab === 'bin' ? 'deleted_at' : 'created_at')}`;
  const last = isByScore ? ((after?.score ?? 0) - positionsIn.before) / positionsIn.tenths : after?.score;
  return matching(db, accountId, filter)
    .selectAll()
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(${key}, id) < (${last}, ${after?.id})`))
    .orderBy(key, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Columns that the account's indexes contain: indexes over the works of all accounts would find too many. */
const tool = unindexed<string>('tool');
const status = unindexed<TaskStatus>('status');
const createdAt = unindexed<number>('created_at');

function matching(db: Db, accountId: string, filter: WorkFilter): Tasks {
  const { tab, projectId, tools, isStarred, from, to, terms } = filter;
  let query = inTab(db.selectFrom('task').where('account_id', '=', accountId), tab);
  if (projectId !== undefined) query = query.where('project_id', projectId === null ? 'is' : '=', projectId);
  if (tools !== undefined) query = query.where(tool, 'in', [...tools]);
  if (isStarred !== undefined) query = query.where('starred_at', isStarred ? 'is not' : 'is', null);
  if (from !== undefined) query = query.where(createdAt, '>=', from);
  if (to !== undefined) query = query.where(createdAt, '<', to);
  for (const term of terms) {
    query = query.where((where) => {
      if ('from' in term) return where.and([where(createdAt, '>=', term.from), where(createdAt, '<', term.to)]);
      const isSaid = includes('words', term.text);
      return term.tools.length > 0 ? where.or([isSaid, where(tool, 'in', term.tools)]) : isSaid;
    });
  }
  return query;
}

function inTab(query: Tasks, tab: WorkTab): Tasks {
  if (tab === 'bin') return query.where('deleted_at', 'is not', null).where('purged_at', 'is', null);
  const live = query.where('deleted_at', 'is', null);
  if (tab === 'all') return live;
  return live.where(status, 'in', tab === 'running' ? ['queued', 'running'] : [tab]);
}

/** Counts the works outside the recycle bin by status, starred, and in no project, and those in the recycle bin. */
export async function countWorks(db: Db, accountId: string) {
  const own = db.selectFrom('task').where('account_id', '=', accountId);
  const { bin } = await inTab(own, 'bin')
    .select((select) => select.fn.countAll<number>().as('bin'))
    .executeTakeFirstOrThrow();
  const live = await own
    .where('deleted_at', 'is', null)
    .select(({ fn }) => {
      const among = (...statuses: TaskStatus[]) => fn.countAll<number>().filterWhere('status', 'in', statuses);
      return [
        fn.countAll<number>().as('all'),
        among('queued', 'running').as('running'),
        among('succeeded').as('succeeded'),
        among('failed').as('failed'),
        among('canceled').as('canceled'),
        fn.count<number>('starred_at').as('starred'),
        fn.countAll<number>().filterWhere('project_id', 'is', null).as('inNoProject'),
      ];
    })
    .executeTakeFirstOrThrow();
  return { ...live, bin };
}

/** Those of the account's works that were not deleted for good, in the bin or not. */
export async function ownWorks(db: Db, accountId: string, taskIds: readonly string[]): Promise<WorkRow[]> {
  if (taskIds.length === 0) return [];
  return db
    .selectFrom('task')
    .selectAll()
    .where('id', 'in', [...taskIds])
    .where('account_id', '=', accountId)
    .where('purged_at', 'is', null)
    .execute();
}

/** Changes works and raises their `seq`. */
export async function changeWorks(db: Db, taskIds: readonly string[], patch: Updateable<TaskTable>): Promise<void> {
  if (taskIds.length === 0) return;
  await db
    .updateTable('task')
    .set((set) => ({ ...patch, seq: set('seq', '+', 1) }))
    .where('id', 'in', [...taskIds])
    .execute();
}

/** Ids of works in the recycle bin: of one account, or of all that were deleted before a moment. */
export async function binned(
  db: Db,
  which: { accountId: string } | { before: number },
  limit: number,
): Promise<string[]> {
  const bin = db.selectFrom('task').select('id').where('deleted_at', 'is not', null).where('purged_at', 'is', null);
  const rows = await ('accountId' in which
    ? bin.where('account_id', '=', which.accountId)
    : bin.where('deleted_at', '<=', which.before)
  )
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Takes everything from works that can be taken without touching the books: parameters, words, links to pictures and
 * events. Returns the private pictures that nothing refers to any more, and the files of what was read in pictures.
 */
export async function emptyWorks(
  db: Db,
  taskIds: readonly string[],
  now: number,
): Promise<{ pictures: string[]; readings: string[] }> {
  const ids = [...taskIds];
  const touched = await db
    .selectFrom('task_image')
    .select('image_id')
    .where('task_id', 'in', ids)
    .union(db.selectFrom('task_input').select('image_id').where('task_id', 'in', ids))
    .union(
      db
        .selectFrom('task_image')
        .select((select) => select.ref('heat_image_id').$notNull().as('image_id'))
        .where('task_id', 'in', ids)
        .where('heat_image_id', 'is not', null),
    )
    .execute();
  for (const table of ['task_event', 'task_image', 'task_input'] as const)
    await db.deleteFrom(table).where('task_id', 'in', ids).execute();
  const readings = await db.deleteFrom('task_reading').where('task_id', 'in', ids).returning('sha256').execute();
  await changeWorks(db, ids, {
    params: '{}',
    words: '',
    title: '',
    facts: null,
    words_read: null,
    project_id: null,
    starred_at: null,
    purged_at: now,
  });
  return { pictures: await freeAmong(db, touched), readings: readings.map((row) => row.sha256) };
}

/** The private ones among these pictures that no work uses, as no project's cover any more. */
async function freeAmong(db: Db, touched: ReadonlyArray<{ image_id: string }>): Promise<string[]> {
  if (touched.length === 0) return [];
  const free = await db
    .selectFrom('image')
    .select('image.id')
    .where(
      'image.id',
      'in',
      touched.map((row) => row.image_id),
    )
    .where('is_public', '=', 0)
    .where((where) =>
      where.not(where.exists(where.selectFrom('task_image').select('image_id').whereRef('image_id', '=', 'image.id'))),
    )
    .where((where) =>
      where.not(where.exists(where.selectFrom('task_input').select('image_id').whereRef('image_id', '=', 'image.id'))),
    )
    .execute();
  const freeIds = free.map((row) => row.id);
  if (freeIds.length > 0)
    await db.updateTable('project').set({ cover_image_id: null }).where('cover_image_id', 'in', freeIds).execute();
  return freeIds;
}

/** Results of works, in the order of the works given. */
export async function filesOf(
  db: Db,
  taskIds: readonly string[],
): Promise<Array<{ task_id: string; id: string; format: string; bytes: number }>> {
  if (taskIds.length === 0) return [];
  return db
    .selectFrom('task_image')
    .innerJoin('image', 'image.id', 'task_image.image_id')
    .select(['task_image.task_id', 'image.id', 'image.format', 'image.bytes'])
    .where('task_image.task_id', 'in', [...taskIds])
    .where('image.deleted_at', 'is', null)
    .orderBy('task_image.place')
    .execute();
}
