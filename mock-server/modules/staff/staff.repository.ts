import { sql } from 'kysely';
import type { TaskStatus } from '#shared/domain/task-status';
import type { TicketKind } from '#shared/domain/ticket-kind';
import { isPersonTyped, type Sight } from '../../db/person-search.ts';
import type { Window } from '../list-window.ts';
import type { Db } from '../store.ts';

export const taskSorts = {
  createdAt: 'task.created_at',
  finishedAt: 'task.finished_at',
  ms: 'task.ms',
  tool: 'task.tool',
  status: 'task.status',
} as const;

export async function staffTasks(
  db: Db,
  filter: {
    q?: string | undefined;
    sight: Sight;
    statuses: readonly string[];
    tools: readonly string[];
    accountId?: string | undefined;
  },
  window: Window,
) {
  const { q, sight, statuses, tools, accountId } = filter;
  const matching = db
    .selectFrom('task')
    .innerJoin('account', 'account.id', 'task.account_id')
    .$if(statuses.length > 0, (query) => query.where('task.status', 'in', statuses as TaskStatus[]))
    .$if(tools.length > 0, (query) => query.where('task.tool', 'in', [...tools]))
    .$if(accountId !== undefined, (query) => query.where('task.account_id', '=', accountId as string))
    .$if(Boolean(q), (query) => query.where(sql<boolean>`(task.id = ${q} OR ${isPersonTyped(q ?? '', sight)})`));
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
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
    .select(['task.error_reason', 'task.error_message', 'job.attempt', 'task.ms'])
    .select(['task.created_at', 'task.started_at', 'task.finished_at'])
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('task.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}

export const movementSorts = {
  createdAt: 'ledger_transaction.created_at',
  kind: 'ledger_transaction.kind',
  movement: 'ledger_transaction.movement',
} as const;

/** Ledger transactions with what they changed of the account's spendable balance. */
export async function staffMovements(
  db: Db,
  filter: {
    q?: string | undefined;
    sight: Sight;
    kinds: readonly string[];
    movements: readonly string[];
    accountId?: string | undefined;
  },
  window: Window,
) {
  const { q, sight, kinds, movements, accountId } = filter;
  const matching = db
    .selectFrom('ledger_transaction')
    .innerJoin('account', 'account.id', 'ledger_transaction.account_id')
    .$if(kinds.length > 0, (query) => query.where('ledger_transaction.kind', 'in', kinds as TicketKind[]))
    .$if(movements.length > 0, (query) => query.where('movement', 'in', [...movements]))
    .$if(accountId !== undefined, (query) => query.where('ledger_transaction.account_id', '=', accountId as string))
    .$if(Boolean(q), (query) => query.where(sql<boolean>`(reference = ${q} OR ${isPersonTyped(q ?? '', sight)})`));
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const spendable = sql<string>`ledger_transaction.account_id || ':' || ledger_transaction.kind || ':available'`;
  const rows = await matching
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
    .orderBy(sql.ref(window.sort), window.order)
    .orderBy('ledger_transaction.id', window.order)
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return { rows, total };
}
