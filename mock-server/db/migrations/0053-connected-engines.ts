import type { CompiledQuery, Kysely } from 'kysely';

/** Engines that staff connect; their keys are sealed. */
export function connectedEngines({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('connected_engine')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('adapter', 'text', (column) => column.notNull().defaultTo('comfyui'))
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('graphs', 'text', (column) => column.notNull())
      .addColumn('models', 'text', (column) => column.notNull())
      .addColumn('tools', 'text', (column) => column.notNull())
      .addColumn('price_factor', 'real', (column) => column.notNull())
      .addColumn('lane_size', 'integer', (column) => column.notNull())
      .addColumn('time_limit_seconds', 'integer', (column) => column.notNull())
      .addColumn('budget', 'text', (column) => column.notNull())
      .addColumn('plans', 'text', (column) => column.notNull())
      .addColumn('leaves_house', 'integer', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('key_header', 'text', (column) => column.notNull().defaultTo('Authorization'))
      .addColumn('sealed_key', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
  ];
}
