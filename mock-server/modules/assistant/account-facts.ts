import type { Order } from '#shared/contract/order';
import type { Task } from '#shared/contract/task';
import { orderStatusLabels } from '#shared/domain/order-status';
import type { TaskStatus } from '#shared/domain/task-status';
import type { AccountFacts, OrderFact, TaskFact } from '../../adapters/chat/port.ts';
import type { UserCaller } from '../base/caller.ts';
import type { Store } from '../base/store.ts';
import type { MembershipService } from '../shop/membership/membership.service.ts';
import type { OrderService } from '../shop/order/order.service.ts';
import type { TicketService } from '../shop/ticket/ticket.service.ts';
import type { TaskService } from '../studio/task/task.service.ts';

export interface FactDeps {
  store: Store;
  tickets: Pick<TicketService, 'spendable'>;
  memberships: Pick<MembershipService, 'overview'>;
  tasks: Pick<TaskService, 'list'>;
  orders: Pick<OrderService, 'list'>;
}

/** Rows that one look gives at most. */
const most = 50;

const statusWords: Record<TaskStatus, string> = {
  queued: '排队中',
  running: '生成中',
  succeeded: '已完成',
  failed: '失败',
  canceled: '已取消',
};
const states = {
  queued: 'running',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'canceled',
} as const;
const statusesOf = { running: ['running', 'queued'], failed: ['failed'], done: ['succeeded'] } as const;

/** Facts of the asker's account for an assistant, read from the services as the asker. */
export function createAccountFacts({ store: { db }, tickets, memberships, tasks, orders }: FactDeps) {
  return (caller: UserCaller): AccountFacts => ({
    tickets: () => tickets.spendable(db, caller.accountId),

    async membership() {
      const { plan, title, expiresAt } = await memberships.overview(caller.accountId);
      return plan === 'free' ? null : { title, endsAt: expiresAt };
    },

    async tasks({ tool, state, limit }) {
      const size = Math.min(limit, most);
      const found: Task[] = [];
      for (const status of state ? statusesOf[state] : [undefined])
        found.push(
          ...(await tasks.list(caller, { page: 1, size, ...(tool && { tool }), ...(status && { status }) })).list,
        );
      return found
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .slice(0, size)
        .map(toTaskFact);
    },

    async orders(limit) {
      const { list } = await orders.list(caller, { size: Math.min(limit, most) });
      return list.map(toOrderFact);
    },
  });
}

function toTaskFact(task: Task): TaskFact {
  return {
    taskId: task.taskId,
    tool: task.tool,
    status: statusWords[task.status],
    state: states[task.status],
    failure: task.error?.message ?? '',
    cost: task.ticket.spent + task.ticket.held,
    createdAt: task.createdAt,
    imageIds: task.images.map(({ imageId }) => imageId),
  };
}

function toOrderFact({ orderNo, title, amount, status, createdAt }: Order): OrderFact {
  return { orderNo, title, amount, status: orderStatusLabels[status], createdAt };
}
