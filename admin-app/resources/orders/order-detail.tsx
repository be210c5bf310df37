import { type HttpError, useOne } from '@refinedev/core';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { z } from 'zod';
import type { orderDeskContract } from '#shared/contract/order-desk';
import type { OrderEvent, StaffRefund } from '#shared/contract/order-desk-rows';
import { AccountLink } from '../../ui/account-link.tsx';
import { useActorName } from '../../ui/actor.tsx';
import { formatFen, formatNumber } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { RefundStatusDot } from '../refunds/refund-words.tsx';
import { OrderActions } from './order-actions.tsx';
import { eventWords, OrderStatusDot, PayWord } from './order-words.tsx';

type OrderRecord = z.output<typeof orderDeskContract.staffOrder.output>;

export default function OrderDetail() {
  const { id = '' } = useParams();
  const { query, result: order } = useOne<OrderRecord, HttpError>({
    resource: 'orders',
    id,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });

  return (
    <ListDrawer
      resource="orders"
      isWaiting={!order}
      title={order ? `订单「${order.title}」` : '订单'}
      footer={order && <OrderActions order={order} />}
    >
      {query.error && !order && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
      {order && (
        <>
          {order.grantError && (
            <Alert
              className="drawer-alert"
              type="error"
              role="alert"
              message="已收到付款，到账失败，系统正在重试。"
              description={order.grantError}
            />
          )}
          <Facts facts={orderFacts(order)} />
          <Section title="到账内容">
            {order.gives.map((line) => (
              <p className="line" key={line}>
                {line}
              </p>
            ))}
          </Section>
          {order.refunds.length > 0 && (
            <Section title="退款">
              <ul className="recent">
                {order.refunds.map((refund) => (
                  <RefundLine key={refund.id} refund={refund} />
                ))}
              </ul>
            </Section>
          )}
          <Section title="经过">
            <Events events={order.events} />
          </Section>
        </>
      )}
    </ListDrawer>
  );
}

function orderFacts(order: OrderRecord): Array<readonly [string, ReactNode]> {
  const { amount, refundedAmount, quantity, tradeNo, note } = order;
  return [
    ['状态', <OrderStatusDot key="status" order={order} />],
    [
      '金额',
      <span key="amount" className="figures">
        <strong>{formatFen(amount)}</strong>
        {refundedAmount > 0 && <span className="quiet">，已退 {formatFen(refundedAmount)}</span>}
      </span>,
    ],
    ...(quantity > 1 ? [['数量', formatNumber(quantity)] as const] : []),
    ['支付方式', <PayWord key="pay" order={order} />],
    ['渠道单号', tradeNo ? <CopyableId key="trade" id={tradeNo} what="渠道单号" /> : '—'],
    [
      '账号',
      <span key="account" className="buyer">
        <AccountLink accountId={order.accountId} name={order.nickName} />
        {order.phoneNo && <span className="quiet figures">{order.phoneNo}</span>}
        {order.isTestUser && <span className="tag">测试账号</span>}
      </span>,
    ],
    ['订单号', <CopyableId key="no" id={order.orderNo} what="订单号" isWhole />],
    ['下单时间', <Time key="created" at={order.createdAt} />],
    ...(order.status === 'created' || order.status === 'paying'
      ? [['支付期限', <Time key="expire" at={order.expireAt} />] as const]
      : []),
    ['支付时间', <Time key="paid" at={order.paidAt} />],
    ...(order.completedAt === null ? [] : [['到账时间', <Time key="completed" at={order.completedAt} />] as const]),
    ...(order.closedAt === null ? [] : [['关闭时间', <Time key="closed" at={order.closedAt} />] as const]),
    ...(order.nextCheckAt === null ? [] : [['下次查询', <Time key="check" at={order.nextCheckAt} />] as const]),
    ...(note === '' ? [] : [['备注', note] as const]),
  ];
}

function RefundLine({ refund }: { refund: StaffRefund }) {
  const { record } = useAddresses('refunds');
  return (
    <li>
      <Link className="recent-main" to={record(refund.id)}>
        <span className="figures">{formatFen(refund.amount)}</span> <span className="quiet">{refund.reason}</span>
      </Link>
      <RefundStatusDot status={refund.status} />
      <Time at={refund.createdAt} />
    </li>
  );
}

function Events({ events }: { events: readonly OrderEvent[] }) {
  const nameOf = useActorName();
  return (
    <ol className="timeline">
      {events.map((event) => {
        const { title, detail } = eventWords(event);
        return (
          <li key={event.id}>
            <div className="timeline-head">
              <span>
                {title} <span className="quiet">{nameOf(event.actor)}</span>
              </span>
              <Time at={event.createdAt} isExact />
            </div>
            {detail && <div className="quiet">{detail}</div>}
          </li>
        );
      })}
    </ol>
  );
}
