import type { Db } from '../../base/store.ts';

/** All engines that staff have connected, in the order of their names. */
export async function allConnected(db: Db) {
  return db.selectFrom('connected_engine').selectAll().orderBy('id').execute();
}

export async function removeConnected(db: Db, id: string): Promise<void> {
  await db.deleteFrom('connected_engine').where('id', '=', id).execute();
}

/** Returns true when tasks wait for an engine or run on it. */
export async function hasTasks(db: Db, engine: string): Promise<boolean> {
  const found = await db
    .selectFrom('task')
    .innerJoin('job', 'job.task_id', 'task.id')
    .select('task.id')
    .where('task.engine', '=', engine)
    .where('job.state', 'in', ['ready', 'running'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
