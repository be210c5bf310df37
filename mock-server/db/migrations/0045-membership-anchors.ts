import type { CompiledQuery, Kysely } from 'kysely';

/**
 * From which day the months of a stretch are counted, and of which month it is a rest. What was bought before has
 * neither and keeps what was promised: 30 days at a time.
 */
export function membershipAnchors({ schema }: Kysely<unknown>): CompiledQuery[] {
  return ['anchor_at', 'rest_of_at', 'rest_of_ms'].map((column) =>
    schema.alterTable('membership_period').addColumn(column, 'bigint').compile(),
  );
}
