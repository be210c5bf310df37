import type { CompiledQuery, Kysely } from 'kysely';

/** Adds to tasks the id of the request that started them, under which the log can be followed. */
export function taskRequests({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [schema.alterTable('task').addColumn('request_id', 'text').compile()];
}
