import type { StaffTask, StaffTicketMovement } from '#shared/contract/staff';
import { toolById } from '#shared/tools/registry';
import type { Sight } from '../caller.ts';
import { type ListQuery, many, type OneOrMany, windowOf } from '../list-window.ts';
import type { Store } from '../store.ts';
import * as lists from './staff.repository.ts';

export type StaffService = ReturnType<typeof createStaffService>;

/** Read-only lists of the console. */
export function createStaffService({ store }: { store: Store }) {
  const { db } = store;

  return {
    async tasks(
      query: ListQuery & { sight: Sight; accountId?: string | undefined; status?: OneOrMany; tool?: OneOrMany },
    ) {
      const filter = {
        q: query.q,
        sight: query.sight,
        accountId: query.accountId,
        statuses: many(query.status),
        tools: many(query.tool),
      };
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

    async movements(
      query: ListQuery & { sight: Sight; accountId?: string | undefined; kind?: OneOrMany; movement?: OneOrMany },
    ) {
      const filter = {
        q: query.q,
        sight: query.sight,
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
