import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Records of downloads keep no copy of what another person's picture is called and looks like; rows of the audit can be
 * emptied so that their hashes tell nothing of what they said; an erasure is carried out in steps that outlive a restart.
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
