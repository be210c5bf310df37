import type { CompiledQuery, Kysely } from 'kysely';

/** Graphs of the operator's own, with their versions, and licences that staff have confirmed. */
export function engineGraphs({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('connected_engine')
      .addColumn('licences', 'text', (column) => column.notNull().defaultTo('[]'))
      .compile(),
    schema
      .createTable('engine_graph')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('engine_graph_version')
      .addColumn('graph_id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('engine_graph_version_key', ['graph_id', 'version'])
      .compile(),
  ];
}
