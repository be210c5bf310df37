import { type CompiledQuery, type Kysely, sql } from 'kysely';

/**
 * Replaces the indexes of the users' own lists with ones that contain every filter of their list: pages and totals of an
 * account are read from the index alone, whatever filters are combined.
 */
export function ownLists({ schema }: Kysely<unknown>): CompiledQuery[] {
  const drop = (...names: string[]) => names.map((name) => schema.dropIndex(name).compile());
  const index = (name: string, table: string, columns: string[]) => schema.createIndex(name).on(table).columns(columns);
  const filters = ['status', 'tool', 'starred_at'];
  return [
    ...drop('task_works', 'task_works_project', 'task_works_status', 'task_works_tool', 'task_works_starred'),
    ...drop('task_bin'),
    index('task_own', 'task', ['account_id', 'deleted_at', 'created_at', 'id', 'project_id', ...filters]).compile(),
    index('task_own_project', 'task', [
      ...['account_id', 'project_id', 'deleted_at', 'created_at', 'id'],
      ...filters,
    ]).compile(),
    index('task_bin', 'task', [
      ...['account_id', 'deleted_at', 'id', 'purged_at', 'created_at', 'project_id'],
      ...filters,
    ])
      .where(sql.ref('deleted_at'), 'is not', null)
      .where(sql.ref('purged_at'), 'is', null)
      .compile(),
    ...drop('account_erasure_account'),
    index('account_erasure_account', 'account_erasure', ['account_id', 'created_at', 'id']).compile(),
    index('redeem_use_account', 'redeem_use', ['account_id']).compile(),
    // `purchase_order_standing` begins with the same columns.
    ...drop('purchase_order_account', 'purchase_order_refunds'),
    index('purchase_order_refunds', 'purchase_order', ['account_id', 'created_at', 'id', 'status', 'first_refund_at'])
      .where(sql.ref('first_refund_at'), 'is not', null)
      .compile(),
    ...drop('ledger_transaction_statement'),
    index('ledger_transaction_statement', 'ledger_transaction', [
      ...['account_id', 'created_at', 'number', 'kind'],
    ]).compile(),
    ...drop('download_record_account'),
    index('download_record_account', 'download_record', [
      ...['account_id', 'created_at', 'id', 'origin', 'tool'],
    ]).compile(),
    ...drop('share_link_account'),
    index('share_link_account', 'share_link', [
      ...['account_id', 'ended_at', 'created_at', 'token', 'expires_at'],
    ]).compile(),
    ...drop('conversation_account'),
    schema
      .createIndex('conversation_account')
      .on('conversation')
      .columns(['account_id', 'deleted_at'])
      .expression(sql`(pinned_at is not null)`)
      .columns(['updated_at', 'id'])
      .compile(),
  ];
}
