import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Tasks have the highest structure score of their outputs, rounded to tenths, by which the lists of works and of the
 * console can be ordered; works without a score come last.
 */
export function taskScores(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  const filters = ['project_id', 'status', 'tool', 'starred_at', 'created_at'];
  const ordered = sql`(coalesce(score, -1))`;
  return [
    schema.alterTable('task').addColumn('score', 'real').compile(),
    sql`update task set score = (select round(max(score), 1) from task_image where task_image.task_id = task.id)
      where id in (select task_id from task_image where score is not null)`.compile(db),
    schema
      .createIndex('task_own_score')
      .on('task')
      .columns(['account_id', 'deleted_at'])
      .expression(ordered)
      .columns(['id', ...filters])
      .compile(),
    schema
      .createIndex('task_own_project_score')
      .on('task')
      .columns(['account_id', 'project_id', 'deleted_at'])
      .expression(ordered)
      .columns(['id', 'status', 'tool', 'starred_at', 'created_at'])
      .compile(),
    schema.createIndex('task_list_score').on('task').columns(['score', 'created_at', 'id']).compile(),
  ];
}
