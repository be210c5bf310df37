import { CompiledQuery, type Kysely } from 'kysely';

/**
 * A file for viewers beside our own file of a building model. Models that were read before have none: they are read
 * again at the start that follows, and keep what was confirmed.
 */
export function viewerFiles({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('building_model')
      .addColumn('viewer_sha256', 'text', (column) => column.references('stored_file.sha256'))
      .compile(),
    schema
      .alterTable('building_model')
      .addColumn('viewer_bytes', 'integer', (column) => column.notNull().defaultTo(0))
      .compile(),
    schema.dropIndex('building_model_own').compile(),
    schema
      .createIndex('building_model_own')
      .on('building_model')
      .columns(['account_id', 'created_at', 'id', 'bytes', 'mesh_bytes', 'viewer_bytes', 'mesh_sha256'])
      .compile(),
    schema.createIndex('building_model_viewer').on('building_model').column('viewer_sha256').compile(),
    CompiledQuery.raw(`UPDATE building_model SET state = 'reading' WHERE state IN ('unconfirmed', 'ready')`),
  ];
}
