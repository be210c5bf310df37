import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** What staff change of categories, materials and hot words: versions, thumbnails, what is hidden or removed. */
export function catalogue(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  const words = db as Kysely<{
    hot_word: { word: string; place: number };
    hot_word_before: { word: string; place: number };
  }>;
  return [
    schema.alterTable('category').addColumn('thumbnail_picture_id', 'integer').compile(),
    schema
      .alterTable('category')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .compile(),
    schema
      .alterTable('category')
      .addColumn('updated_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .compile(),
    schema.alterTable('category').addColumn('deleted_at', 'bigint').compile(),
    schema.createIndex('category_level').on('category').columns(['level', 'place', 'id']).compile(),
    schema
      .alterTable('material')
      .addColumn('is_hidden', 'integer', (column) => column.notNull().defaultTo(0))
      .compile(),
    schema
      .alterTable('material')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .compile(),
    schema.alterTable('hot_word').renameTo('hot_word_before').compile(),
    schema
      .createTable('hot_word')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('word', 'text', (column) => column.notNull().unique())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .compile(),
    words
      .insertInto('hot_word')
      .columns(['word', 'place'])
      .expression(words.selectFrom('hot_word_before').select(['word', 'place']).orderBy('place').orderBy(sql`word`))
      .compile(),
    schema.dropTable('hot_word_before').compile(),
  ];
}
