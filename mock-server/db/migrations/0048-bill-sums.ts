import type { CompiledQuery, Kysely } from 'kysely';

/** What a provider's bill of a day and our books say of it in all, and what differed, by cause. */
export function billSums({ schema }: Kysely<unknown>): CompiledQuery[] {
  const add = (name: string, type: 'bigint' | 'text') => schema.alterTable('bill_day').addColumn(name, type).compile();
  return [
    ...['our_count', 'our_amount', 'their_count', 'their_amount'].map((name) => add(name, 'bigint')),
    add('causes', 'text'),
  ];
}
