import type { CompiledQuery, Kysely } from 'kysely';

/** Adds the totals of a provider's daily bill and of our books, and the number of differences by kind. */
export function billSums({ schema }: Kysely<unknown>): CompiledQuery[] {
  const add = (name: string, type: 'bigint' | 'text') => schema.alterTable('bill_day').addColumn(name, type).compile();
  return [
    ...['our_count', 'our_amount', 'their_count', 'their_amount'].map((name) => add(name, 'bigint')),
    add('causes', 'text'),
  ];
}
