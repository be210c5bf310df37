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

/** Graphs of the operator's own, in the order of their ids. */
export async function allGraphs(db: Db) {
  return db.selectFrom('engine_graph').selectAll().orderBy('id').execute();
}

/** Content of the operator's own graphs as JSON, by id. */
export async function ownGraphs(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await allGraphs(db)).map(({ id, content }) => [id, content]));
}

/** Versions that are kept, the newest first. */
export async function graphVersions(db: Db) {
  return db
    .selectFrom('engine_graph_version')
    .select(['graph_id', 'version', 'created_at'])
    .orderBy('graph_id')
    .orderBy('version', 'desc')
    .execute();
}

export async function graphVersion(db: Db, id: string, version: number) {
  return db
    .selectFrom('engine_graph_version')
    .selectAll()
    .where('graph_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Keeps every graph's present version, and only the newest ones of each. */
export async function keepVersions(tx: Db, most: number): Promise<void> {
  await tx
    .insertInto('engine_graph_version')
    .columns(['graph_id', 'version', 'content', 'created_at'])
    // A statement that ends with `on conflict` needs a condition after its selection.
    .expression((from) =>
      from.selectFrom('engine_graph').select(['id', 'version', 'content', 'updated_at']).where('version', '>', 0),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const counts = await tx
    .selectFrom('engine_graph_version')
    .select(({ fn }) => ['graph_id', fn.max('version').as('newest')])
    .groupBy('graph_id')
    .execute();
  for (const { graph_id: id, newest } of counts)
    await tx
      .deleteFrom('engine_graph_version')
      .where('graph_id', '=', id)
      .where('version', '<=', newest - most)
      .execute();
}

/** Engines that name a graph. */
export const usersOf = <Row extends { graphs: string }>(engines: readonly Row[], graph: string): Row[] =>
  engines.filter(({ graphs }) => (JSON.parse(graphs) as string[] | null)?.includes(graph));
