import type { CompiledQuery, Kysely } from 'kysely';

/** Texts of image sets and cases have versions: their author and staff change the same ones. */
export function shelfTexts({ schema }: Kysely<unknown>): CompiledQuery[] {
  return (['picture_set', 'design_case'] as const).map((table) =>
    schema
      .alterTable(table)
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .compile(),
  );
}
