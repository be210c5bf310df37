import type { CompiledQuery, Kysely } from 'kysely';

/** A hold that went back whole can be held once more: each time is booked under keys of its own. */
export function heldAgain({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .alterTable('ticket_hold')
      .addColumn('round', 'bigint', (column) => column.notNull().defaultTo(1))
      .compile(),
  ];
}
