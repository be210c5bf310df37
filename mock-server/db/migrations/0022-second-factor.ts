import type { CompiledQuery, Kysely } from 'kysely';

/** Second factors of staff, when passwords have to be changed, and which roles need a second factor. */
export function secondFactor(db: Kysely<unknown>): CompiledQuery[] {
  const { schema } = db;
  const roles = [
    { id: 'admin', is_factor_needed: 1 },
    { id: 'operator', is_factor_needed: 0 },
    { id: 'support', is_factor_needed: 0 },
    { id: 'finance', is_factor_needed: 1 },
    { id: 'reviewer', is_factor_needed: 0 },
    { id: 'viewer', is_factor_needed: 0 },
  ];
  const withRoles = db as Kysely<{ staff_role: { id: string; is_factor_needed: number; version: number } }>;
  return [
    schema
      .createTable('staff_factor')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('staff_recovery_code')
      .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('staff_recovery_code_key', ['account_id', 'code_hash'])
      .compile(),
    schema
      .createTable('staff_password')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('must_change', 'integer', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .compile(),
    schema
      .createTable('staff_role')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('is_factor_needed', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .compile(),
    ...roles.map((role) =>
      withRoles
        .insertInto('staff_role')
        .values({ ...role, version: 1 })
        .compile(),
    ),
  ];
}
