import type { StaffTask, StaffTicketMovement } from '#shared/contract/staff';
import { mayStaff, type StaffPermission } from '#shared/domain/staff-permissions';
import { ProductError } from '#shared/errors';
import { toolById } from '#shared/tools/registry';
import type { StaffCaller } from '../../http/context.ts';
import type { Store } from '../store.ts';
import * as lists from './staff.repository.ts';

/** Query of a list in the dialect of @refinedev/simple-rest. */
export interface ListQuery {
  _start: number;
  _end: number;
  _sort?: string | undefined;
  _order?: string | undefined;
  q?: string | undefined;
  accountId?: string | undefined;
}

type OneOrMany = string | string[] | undefined;

const mostRows = 200;

export type StaffService = ReturnType<typeof createStaffService>;

/** Read-only lists of the console. */
export function createStaffService({ store }: { store: Store }) {
  const { db } = store;

  function require(caller: StaffCaller, permission: StaffPermission): void {
    if (!mayStaff(caller.role, permission)) throw new ProductError('auth.forbidden');
  }

  return {
    async tasks(caller: StaffCaller, query: ListQuery & { status?: OneOrMany; tool?: OneOrMany }) {
      require(caller, 'task.read');
      const filter = { q: query.q, accountId: query.accountId, statuses: many(query.status), tools: many(query.tool) };
      const { rows, total } = await lists.staffTasks(db, filter, windowOf(query, lists.taskSorts));
      const list = rows.map(
        (row): StaffTask => ({
          id: row.id,
          accountId: row.account_id,
          nickName: row.nick_name,
          tool: row.tool,
          toolTitle: toolById(row.tool)?.title ?? row.tool,
          status: row.status,
          engine: row.engine,
          quality: row.quality,
          ticketKind: row.ticket_kind,
          held: row.state === 'held' ? (row.amount ?? 0) : 0,
          spent: row.spent ?? 0,
          returned: row.returned ?? 0,
          errorReason: row.error_reason,
          errorMessage: row.error_message,
          attempts: row.attempt ?? 0,
          ms: row.ms,
          createdAt: row.created_at,
          startedAt: row.started_at,
          finishedAt: row.finished_at,
        }),
      );
      return { list, total };
    },

    async movements(caller: StaffCaller, query: ListQuery & { kind?: OneOrMany; movement?: OneOrMany }) {
      require(caller, 'ticket.read');
      const filter = {
        q: query.q,
        accountId: query.accountId,
        kinds: many(query.kind),
        movements: many(query.movement),
      };
      const { rows, total } = await lists.staffMovements(db, filter, windowOf(query, lists.movementSorts));
      const list = rows.map(
        (row): StaffTicketMovement => ({
          id: row.id,
          accountId: row.account_id,
          nickName: row.nick_name,
          kind: row.kind,
          movement: row.movement,
          delta: row.delta ?? 0,
          balanceAfter: row.balance_after ?? row.balance_now ?? 0,
          reason: row.reason,
          reference: row.reference,
          operator: row.operator,
          createdAt: row.created_at,
        }),
      );
      return { list, total };
    },
  };
}

function many(value: OneOrMany): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** An unknown sort column is refused, never ignored. */
function windowOf(query: ListQuery, sorts: Record<string, string>): lists.Window {
  const name = query._sort?.split(',')[0] ?? 'createdAt';
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (!sort) throw new ProductError('request.invalid', { fields: { _sort: [`不能按 ${name} 排序`] } });
  const order = query._order?.split(',')[0]?.toLowerCase() === 'asc' ? 'asc' : 'desc';
  const limit = Math.min(mostRows, Math.max(1, query._end - query._start));
  return { offset: query._start, limit, sort, order };
}
