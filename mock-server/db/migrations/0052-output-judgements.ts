import type { CompiledQuery, Kysely } from 'kysely';

/** Every output has a label of its own and what was measured of it, with a picture of its broken lines. */
export function outputJudgements({ schema }: Kysely<unknown>): CompiledQuery[] {
  const add = (name: string, type: 'text' | 'real' | 'integer') =>
    schema.alterTable('task_image').addColumn(name, type).compile();
  return [
    add('quality', 'text'),
    add('is_unjudged', 'integer'),
    add('score', 'real'),
    add('judgement', 'text'),
    schema
      .alterTable('task_image')
      .addColumn('heat_image_id', 'text', (column) => column.references('image.id'))
      .compile(),
    schema.createIndex('task_image_heat').on('task_image').column('heat_image_id').compile(),
  ];
}
