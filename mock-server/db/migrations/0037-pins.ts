import type { CompiledQuery, Kysely } from 'kysely';

/** Pictures, image sets and cases that staff put before the recommended ones: at which place, and until when. */
export function pins({ schema }: Kysely<unknown>): CompiledQuery[] {
  return (['gallery_picture', 'picture_set', 'design_case'] as const).flatMap((table) =>
    (['pin_place', 'pinned_until'] as const).map((column) =>
      schema.alterTable(table).addColumn(column, 'bigint').compile(),
    ),
  );
}
