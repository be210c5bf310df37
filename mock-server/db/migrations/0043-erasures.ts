import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Clears copies of other people's picture titles and colours in download records, adds a salt to audit rows so that the
 * hash of an emptied row reveals nothing of its content, and adds the progress of an erasure, which continues after a
 * restart.
 */
export function erasures(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  const text = (table: string, name: string) => schema.alterTable(table).addColumn(name, 'text').compile();
  return [
    sql`UPDATE download_record SET title = '', main_color = '', thumb_hash = '' WHERE origin = 'gallery'`.compile(db),
    text('audit', 'salt'),
    schema.alterTable('account_erasure').addColumn('started_at', 'bigint').compile(),
    ...['step', 'cursor', 'files'].map((name) => text('account_erasure', name)),
  ];
}
