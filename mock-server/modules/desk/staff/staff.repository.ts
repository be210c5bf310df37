import { sql } from 'kysely';
import type { ListSource } from '../../../db/list.ts';
import { belongsToTyped } from '../../../db/person-search.ts';
import { preparedByIds } from '../../base/store.ts';

export const taskSource: ListSource<'task'> = {
  table: 'task',
  columns: {
    id: 'id',
    accountId: 'account_id',
    tool: 'tool',
    status: 'status',
    engine: 'engine',
    quality: 'quality',
    ticketKind: 'ticket_kind',
    errorReason: 'error_reason',
    errorMessage: 'error_message',
    ms: 'ms',
    score: 'score',
    createdAt: 'created_at',
    startedAt: 'started_at',
    finishedAt: 'finished_at',
  },
  search: async (typed, db, sight) =>
    sql`(task.id = ${typed} OR ${await belongsToTyped(db, 'task.account_id', typed, sight)})`,
};

export const staffTasks = preparedByIds((db, ids: readonly string[]) =>
  db
    .selectFrom('task')
    .innerJoin('account', 'account.id', 'task.account_id')
    .leftJoin('ticket_hold', 'ticket_hold.reference', 'task.id')
    .leftJoin('job', 'job.task_id', 'task.id')
    .select([
      'task.id',
      'task.account_id',
      'account.nick_name',
      'task.tool',
      'task.status',
      'task.engine',
      'task.quality',
    ])
    .select([
      'task.ticket_kind',
      'ticket_hold.amount',
      'ticket_hold.spent',
      'ticket_hold.returned',
      'ticket_hold.state',
    ])
    .select(['task.error_reason', 'task.error_message', 'job.attempt', 'task.ms', 'task.score'])
    .select(['task.created_at', 'task.started_at', 'task.finished_at'])
    .where('task.id', 'in', ids),
);

export const movementSource: ListSource<'ledger_transaction'> = {
  table: 'ledger_transaction',
  columns: {
    id: 'id',
    accountId: 'account_id',
    kind: 'kind',
    movement: 'movement',
    reason: 'reason',
    reference: 'reference',
    operator: 'operator',
    createdAt: 'created_at',
  },
  fewTexts: ['reason'],
  search: async (typed, db, sight) =>
    sql`(ledger_transaction.reference = ${typed} OR ${await belongsToTyped(db, 'ledger_transaction.account_id', typed, sight)})`,
};

/** Ledger transactions with what they changed of the account's spendable balance. */
export const staffMovements = preparedByIds((db, ids: readonly string[]) => {
  const spendable = sql<string>`ledger_transaction.account_id || ':' || ledger_transaction.kind || ':available'`;
  return db
    .selectFrom('ledger_transaction')
    .innerJoin('account', 'account.id', 'ledger_transaction.account_id')
    .leftJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.transaction_id', '=', 'ledger_transaction.id')
        .on('ledger_entry.ledger_account', '=', spendable),
    )
    .select(['ledger_transaction.id', 'ledger_transaction.account_id', 'account.nick_name', 'ledger_transaction.kind'])
    .select(['movement', 'reason', 'reference', 'operator', 'ledger_transaction.created_at', 'delta', 'balance_after'])
    .select((select) =>
      select
        .selectFrom('ledger_account')
        .select('balance')
        .where('ledger_account.id', '=', spendable)
        .as('balance_now'),
    )
    .where('ledger_transaction.id', 'in', ids);
});
