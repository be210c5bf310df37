import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** Jobs wait in lanes: each is served on its own, in the order of the turns. */
export function jobLanes({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('job')
      .addColumn('lane', 'text', (column) => column.notNull().defaultTo('server'))
      .compile(),
    schema.dropIndex('job_turn').compile(),
    schema.createIndex('job_turn').on('job').columns(['state', 'lane', 'turn', 'id']).compile(),
    schema.dropIndex('task_history').compile(),
    schema
      .createIndex('task_history')
      .on('task')
      .columns(['tool', 'workload', 'engine', 'finished_at'])
      .where(sql.ref('status'), '=', 'succeeded')
      .where(sql.ref('ms'), 'is not', null)
      .compile(),
  ];
}
