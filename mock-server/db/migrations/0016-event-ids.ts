import type { CompiledQuery, Kysely } from 'kysely';

/** What pages call their events, so that one that comes twice is stored once. */
export function eventIds({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema.alterTable('page_event').addColumn('event_id', 'text').compile(),
    schema.createIndex('page_event_event').on('page_event').column('event_id').unique().compile(),
  ];
}
