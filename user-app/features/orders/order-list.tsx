import { useState } from 'react';
import type { Order } from '#shared/contract/order';
import { type OrderFilter, useOrders } from '../../data/order';
import { useCurrentUser } from '../../data/user';
import { useSearchParams } from '../../lib/router';
import { announceArrival, openCheckout } from '../../lib/shop-store';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { ListStates } from '../../ui/list-states';
import { Segments } from '../../ui/segments';
import { CancelDialog } from './cancel-dialog';
import { InvoiceDialog } from './invoice-dialog';
import { OrderRow } from './order-row';
import { RefundDialog } from './refund-dialog';

const filters = [
  ['all', '全部'],
  ['open', '待支付'],
  ['paid', '已完成'],
  ['refund', '退款'],
] as const satisfies readonly (readonly [OrderFilter | 'all', string])[];

type Filter = (typeof filters)[number][0];

const emptyWords: Record<Filter, readonly [title: string, text: string]> = {
  all: ['还没有订单', '开通会员或买券以后，订单和发票都在这里。'],
  open: ['没有待支付的订单', '没付完的订单会在这里保留 15 分钟。'],
  paid: ['没有已完成的订单', '付款到账的订单会显示在这里。'],
  refund: ['没有退款', '申请过退款的订单会显示在这里。'],
};

interface Asked {
  what: 'cancel' | 'refund' | 'invoice';
  order: Order;
}

/** My orders, newest first, and everything that can be done with one. */
export function OrderList() {
  const [query, setQuery] = useSearchParams();
  const filter = filters.find(([value]) => value === query.get('status'))?.[0] ?? 'all';
  return (
    <>
      <Segments
        label="订单状态"
        options={filters}
        value={filter}
        onChange={(status) => setQuery(status === 'all' ? {} : { status }, { replace: true })}
      />
      <FilteredOrders key={filter} filter={filter} />
    </>
  );
}

function FilteredOrders({ filter }: { filter: Filter }) {
  const { refresh } = useCurrentUser();
  const orders = useOrders(filter === 'all' ? undefined : filter);
  const [asked, setAsked] = useState<Asked>();
  const { change } = orders;
  const close = () => setAsked(undefined);

  /** Changes from other windows are applied like those made here. */
  const accept = (next: Order) => {
    change((row) => (row.orderId === next.orderId ? next : row));
    if (next.status === 'completed' || next.status === 'refunded') void refresh().then(announceArrival);
  };
  const done = (next: Order) => {
    close();
    change((row) => (row.orderId === next.orderId ? next : row));
    announceArrival();
  };

  const [title, text] = emptyWords[filter];
  const empty = (
    <EmptyState drawing="order" title={title} text={text}>
      <ButtonLink to="/membership" look="primary">
        看会员与券
      </ButtonLink>
    </EmptyState>
  );
  return (
    <div className="mt-16">
      <ListStates list={orders} noun="单" name="订单" waiting={{ rows: 4, height: 96 }} empty={empty}>
        {(rows) => (
          <ul className="border-t">
            {rows.map((order) => (
              <OrderRow
                key={order.orderId}
                order={order}
                onNews={accept}
                onPay={() => openCheckout({ subject: { orderId: order.orderId } })}
                onAsk={(what) => setAsked({ what, order })}
              />
            ))}
          </ul>
        )}
      </ListStates>
      {asked?.what === 'cancel' && <CancelDialog order={asked.order} onDone={done} onClose={close} />}
      {asked?.what === 'refund' && <RefundDialog order={asked.order} onDone={done} onClose={close} />}
      {asked?.what === 'invoice' && <InvoiceDialog order={asked.order} onDone={done} onClose={close} />}
    </div>
  );
}
