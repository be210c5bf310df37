import type { CompiledQuery, Kysely } from 'kysely';

/**
 * Adds to jobs the key of a start whose operation is not yet known, so that after a crash the engine can be asked for
 * it, and to attempts what the engine's service charged.
 */
export function engineStarts({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema.alterTable('job').addColumn('start_key', 'text').compile(),
    schema.alterTable('job_attempt').addColumn('cost_fen', 'integer').compile(),
  ];
}
