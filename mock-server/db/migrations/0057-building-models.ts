import type { CompiledQuery, Kysely } from 'kysely';

/**
 * Building models of accounts. A picture that is a view of one names it, the view, and the file that it was drawn from,
 * so that the view outlives the model.
 */
export function buildingModels({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('building_model')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('format', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('sentence', 'text')
      .addColumn('sha256', 'text', (column) => column.notNull().references('stored_file.sha256'))
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('mesh_sha256', 'text', (column) => column.references('stored_file.sha256'))
      .addColumn('mesh_bytes', 'integer', (column) => column.notNull())
      .addColumn('facts', 'text')
      .addColumn('views', 'text')
      .addColumn('placement', 'text')
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .compile(),
    schema
      .createIndex('building_model_own')
      .on('building_model')
      .columns(['account_id', 'created_at', 'id', 'bytes', 'mesh_bytes', 'mesh_sha256'])
      .compile(),
    schema.createIndex('building_model_file').on('building_model').column('sha256').compile(),
    schema.createIndex('building_model_mesh').on('building_model').column('mesh_sha256').compile(),
    schema.createIndex('building_model_state').on('building_model').column('state').compile(),
    schema.alterTable('image').addColumn('building_model_id', 'text').compile(),
    schema.alterTable('image').addColumn('building_view', 'text').compile(),
    schema
      .alterTable('image')
      .addColumn('building_sha256', 'text', (column) => column.references('stored_file.sha256'))
      .compile(),
    schema.createIndex('image_building').on('image').column('building_sha256').compile(),
    schema.createIndex('image_building_own').on('image').columns(['owner_id', 'building_sha256']).compile(),
  ];
}
