import type { CompiledQuery, Kysely } from 'kysely';

/** Agreements with their published versions, and notices with theirs. */
export function agreements({ schema }: Kysely<unknown>): CompiledQuery[] {
  return [
    schema
      .createTable('agreement')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('draft', 'text')
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('agreement_edition')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('agreement_id', 'text', (column) => column.notNull().references('agreement.id'))
      .addColumn('edition', 'integer', (column) => column.notNull())
      .addColumn('effective_on', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('needs_consent', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('published_at', 'bigint', (column) => column.notNull())
      .addColumn('published_by', 'text', (column) => column.references('account.id'))
      .compile(),
    schema
      .createIndex('agreement_edition_order')
      .on('agreement_edition')
      .columns(['agreement_id', 'edition'])
      .unique()
      .compile(),
    schema.createIndex('consent_account_version').on('consent').columns(['account_id', 'agreement_version']).compile(),
    schema.createIndex('consent_version').on('consent').column('agreement_version').compile(),
    schema
      .createTable('notice')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('is_dismissible', 'integer', (column) => column.notNull())
      .addColumn('standing', 'text', (column) => column.notNull())
      .addColumn('edition', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema.createIndex('notice_created').on('notice').columns(['created_at', 'id']).compile(),
    schema
      .createTable('notice_edition')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('notice_id', 'text', (column) => column.notNull().references('notice.id'))
      .addColumn('edition', 'integer', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('is_dismissible', 'integer', (column) => column.notNull())
      .addColumn('published_at', 'bigint', (column) => column.notNull())
      .addColumn('published_by', 'text', (column) => column.notNull().references('account.id'))
      .compile(),
    schema
      .createTable('notice_dismissal')
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('edition_id', 'text', (column) => column.notNull().references('notice_edition.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('notice_dismissal_key', ['account_id', 'edition_id'])
      .compile(),
    schema.createIndex('notice_dismissal_edition').on('notice_dismissal').column('edition_id').compile(),
  ];
}
