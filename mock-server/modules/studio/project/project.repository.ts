import type { Insertable, Selectable, Updateable } from 'kysely';
import { imageFormats } from '#shared/contract/image';
import type { ProjectTable, RemovedProjectTable } from '../../../db/schema.ts';
import type { Db } from '../../base/store.ts';

export type ProjectRow = Selectable<ProjectTable>;

/** Databases bound the values of a statement. */
const idsPerStatement = 500;

export async function insertProject(db: Db, row: Insertable<ProjectTable>): Promise<void> {
  await db.insertInto('project').values(row).execute();
}

export async function findOwnProject(db: Db, accountId: string, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function ownProjects(db: Db, accountId: string): Promise<ProjectRow[]> {
  return db.selectFrom('project').selectAll().where('account_id', '=', accountId).execute();
}

export async function updateProject(db: Db, id: string, patch: Updateable<ProjectTable>): Promise<void> {
  await db.updateTable('project').set(patch).where('id', '=', id).execute();
}

/** Puts a project aside and leaves its works in none; returns how many those were. */
export async function removeProject(db: Db, project: ProjectRow, now: number): Promise<number> {
  const { id } = project;
  const works = await db.selectFrom('task').select('id').where('project_id', '=', id).execute();
  const task_ids = JSON.stringify(works.map((work) => work.id));
  await db
    .insertInto('removed_project')
    .values({ ...project, task_ids, removed_at: now })
    .execute();
  await db.updateTable('task').set({ project_id: null }).where('project_id', '=', id).execute();
  await db.deleteFrom('project').where('id', '=', id).execute();
  return works.length;
}

export async function findRemovedProject(
  db: Db,
  accountId: string,
  id: string,
): Promise<Selectable<RemovedProjectTable> | undefined> {
  return db
    .selectFrom('removed_project')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Brings a project back with those of its works that are in no project now. */
export async function restoreProject(db: Db, removed: Selectable<RemovedProjectTable>): Promise<void> {
  const { task_ids, removed_at: _, ...project } = removed;
  await insertProject(db, project);
  const ids = JSON.parse(task_ids) as string[];
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    await db
      .updateTable('task')
      .set({ project_id: project.id })
      .where('id', 'in', ids.slice(from, from + idsPerStatement))
      .where('project_id', 'is', null)
      .execute();
  }
  await db.deleteFrom('removed_project').where('id', '=', project.id).execute();
}

/** Lets go of projects that were deleted before a moment. */
export async function forgetRemovedProjects(db: Db, before: number): Promise<void> {
  await db.deleteFrom('removed_project').where('removed_at', '<', before).execute();
}

/** Works outside the recycle bin by project, and when the newest was started. */
export async function countByProject(
  db: Db,
  accountId: string,
): Promise<Map<string, { works: number; newest: number }>> {
  const rows = await db
    .selectFrom('task')
    .select((select) => [
      'project_id',
      select.fn.countAll<number>().as('works'),
      select.fn.max<number>('created_at').as('newest'),
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('project_id', 'is not', null)
    .groupBy('project_id')
    .execute();
  return new Map(rows.map(({ project_id, works, newest }) => [project_id ?? '', { works, newest }]));
}

/** The newest picture of a project. */
export async function newestPicture(db: Db, accountId: string, projectId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('task')
    .innerJoin('task_image', 'task_image.task_id', 'task.id')
    .innerJoin('image', 'image.id', 'task_image.image_id')
    .select('image.id')
    .where('task.account_id', '=', accountId)
    .where('task.project_id', '=', projectId)
    .where('task.deleted_at', 'is', null)
    .where('image.format', 'in', [...imageFormats])
    .where('image.deleted_at', 'is', null)
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id', 'desc')
    .orderBy('task_image.place')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
