import type { StaffTask, StaffTicketMovement } from '#shared/contract/staff';
import { toolById } from '#shared/tools/registry';
import type { ConsoleList } from '../../base/console-list.ts';
import * as lists from './staff.repository.ts';

/** Tasks as staff read them. @param isConnected true for engines outside of this program */
export const taskList = (isConnected: (engine: string) => boolean): ConsoleList<StaffTask> => ({
  source: lists.taskSource,
  rows: async (db, ids) =>
    (await lists.staffTasks(db, ids)).map((row) => ({ ...toStaffTask(row), isConnected: isConnected(row.engine) })),
  idOf: ({ id }) => id,
});

export const movementList: ConsoleList<StaffTicketMovement> = {
  source: lists.movementSource,
  rows: async (db, ids) => (await lists.staffMovements(db, ids)).map(toMovement),
  idOf: ({ id }) => id,
};

type TaskRow = Awaited<ReturnType<typeof lists.staffTasks>>[number];
type MovementRow = Awaited<ReturnType<typeof lists.staffMovements>>[number];

function toStaffTask(row: TaskRow): Omit<StaffTask, 'isConnected'> {
  return {
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
    score: row.score,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

function toMovement(row: MovementRow): StaffTicketMovement {
  return {
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
  };
}
