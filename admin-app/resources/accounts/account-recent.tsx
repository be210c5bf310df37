import { type HttpError, useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StaffOrder } from '#shared/contract/order-desk-rows';
import type { StaffTask, StaffTicketMovement } from '#shared/contract/staff';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { formatDelta, formatFen, formatNumber } from '../../ui/format.ts';
import { LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { OrderStatusDot } from '../orders/order-words.tsx';
import { failureSentence, taskStatus } from '../tasks/task-words.tsx';
import { movementLabel } from '../tickets/ticket-words.ts';

const recentRows = 5;

export function RecentOrders({ accountId }: { accountId: string }) {
  const { query, result } = useList<StaffOrder, HttpError>({ ...recent(accountId), resource: 'orders' });
  const { data, total = 0 } = result;
  const { list, record } = useAddresses('orders');
  return (
    <Section
      title="最近订单"
      more={total > 0 && <Link to={`${list}?accountId=${accountId}`}>全部 {formatNumber(total)} 笔</Link>}
    >
      <Recent query={query} isEmpty={data.length === 0} emptySentence="还没有订单。">
        {data.map((order) => (
          <li key={order.id}>
            <Link className="recent-main" to={record(order.id)}>
              {order.title}
            </Link>
            <span className="figures">{formatFen(order.amount)}</span>
            <OrderStatusDot order={order} />
            <Time at={order.createdAt} />
          </li>
        ))}
      </Recent>
    </Section>
  );
}

export function RecentTasks({ accountId, total }: { accountId: string; total: number }) {
  const { query, result } = useList<StaffTask, HttpError>({ ...recent(accountId), resource: 'tasks' });
  const { list } = useAddresses('tasks');
  return (
    <Section
      title="最近任务"
      more={total > 0 && <Link to={`${list}?accountId=${accountId}`}>全部 {formatNumber(total)} 个</Link>}
    >
      <Recent query={query} isEmpty={result.data.length === 0} emptySentence="还没有任务。">
        {result.data.map((task) => (
          <li key={task.id}>
            <span className="recent-main">
              {task.toolTitle}
              {task.status === 'failed' && <span className="quiet"> {failureSentence(task)}</span>}
            </span>
            <taskStatus.Dot status={task.status} />
            <Time at={task.createdAt} />
          </li>
        ))}
      </Recent>
    </Section>
  );
}

export function RecentMovements({ accountId }: { accountId: string }) {
  const { query, result } = useList<StaffTicketMovement, HttpError>({ ...recent(accountId), resource: 'tickets' });
  const { list } = useAddresses('tickets');
  return (
    <Section title="最近券流水" more={<Link to={`${list}?accountId=${accountId}`}>全部</Link>}>
      <Recent query={query} isEmpty={result.data.length === 0} emptySentence="还没有券流水。">
        {result.data.map((row) => (
          <li key={row.id}>
            <span className="recent-main">
              {movementLabel(row.movement)} <span className="quiet">{row.reason}</span>
            </span>
            <span className="figures">
              {ticketLabels[row.kind]} {formatDelta(row.delta)}
            </span>
            <Time at={row.createdAt} />
          </li>
        ))}
      </Recent>
    </Section>
  );
}

function recent(accountId: string) {
  return {
    pagination: { currentPage: 1, pageSize: recentRows },
    filters: [{ field: 'accountId', operator: 'eq' as const, value: accountId }],
    sorters: [{ field: 'createdAt', order: 'desc' as const }],
    errorNotification: false as const,
  };
}

function Recent({
  query,
  isEmpty,
  emptySentence,
  children,
}: {
  query: { isLoading: boolean; error: HttpError | null; refetch: () => unknown };
  isEmpty: boolean;
  emptySentence: string;
  children: ReactNode;
}) {
  if (query.error) return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isLoading) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (isEmpty) return <p className="quiet">{emptySentence}</p>;
  return <ul className="recent">{children}</ul>;
}
