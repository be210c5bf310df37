import type { CompiledQuery, Kysely } from 'kysely';

/**
 * Adds the day from which the months of a membership period are counted, and the month of which it is the remainder.
 * Periods bought earlier have neither and keep months of 30 days.
 */
export function membershipAnchors({ schema }: Kysely<unknown>): CompiledQuery[] {
  return ['anchor_at', 'rest_of_at', 'rest_of_ms'].map((column) =>
    schema.alterTable('membership_period').addColumn(column, 'bigint').compile(),
  );
}
