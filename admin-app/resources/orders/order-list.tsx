import { orderDeskContract } from '#shared/contract/order-desk';
import type { StaffOrder } from '#shared/contract/order-desk-rows';
import { AccountLink } from '../../ui/account-link.tsx';
import { moneyColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { AccountChip, ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatFen, formatNumber } from '../../ui/format.ts';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { AmountRangeFilter, DateRangeFilter } from '../../ui/range-filters.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { OrderStatusDot, orderStatusChoices, PayWord, payTypeChoices } from './order-words.tsx';

export default function OrderList() {
  return (
    <ListPage<StaffOrder>
      resource="orders"
      title="订单"
      what="订单"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索订单" placeholder="订单号、手机尾号、昵称" />
          <ChoiceFilter list={list} name="status" label="状态" choices={orderStatusChoices} isMultiple />
          <ChoiceFilter list={list} name="payType" label="支付方式" choices={payTypeChoices} />
          <DateRangeFilter list={list} name="createdAt" label="下单日期" />
          <AmountRangeFilter list={list} name="amount" label="金额" />
          <AccountChip list={list} />
        </>
      )}
      columns={orderColumns}
      card={(order) => <OrderCard order={order} />}
      emptySentence="还没有订单。有人下单后会出现在这里。"
    />
  );
}

export const orderColumns: ReadonlyArray<DataColumn<StaffOrder>> = [
  { key: 'orderNo', title: '订单号', width: 208, pinned: 'left', render: (order) => <OrderNumber order={order} /> },
  { key: 'account', title: '账号', width: 160, render: (order) => <Buyer order={order} /> },
  { key: 'title', title: '商品', width: 150, render: (order) => <Bought order={order} /> },
  moneyColumn('amount', '金额', { width: 84, isSortable: true }),
  { key: 'status', title: '状态', width: 150, render: (order) => <OrderStatusDot order={order} /> },
  {
    key: 'refundedAmount',
    title: '已退',
    width: 76,
    isFigure: true,
    render: ({ refundedAmount }) => <Refunded fen={refundedAmount} />,
  },
  { key: 'payType', title: '支付方式', width: 116, render: (order) => <PayWord order={order} /> },
  {
    key: 'phoneNo',
    title: '手机',
    width: 100,
    render: ({ phoneNo }) => <span className="figures">{phoneNo ?? '—'}</span>,
  },
  timeColumn('createdAt', '下单时间', { isSortable: true }),
  { key: 'note', title: '备注', width: 200, render: (order) => <Note order={order} /> },
];

/** Note of staff, editable here with the permission. */
function Note({ order: { id, orderNo, note } }: { order: StaffOrder }) {
  return (
    <InlineEdit
      resource="orders"
      label={`${orderNo} 备注`}
      value={note}
      changes={['orders']}
      most={500}
      onSave={(send, text) => send(orderDeskContract.noteOrder, { id, note: text, was: note }, () => '已保存备注')}
    >
      <Clip text={note} isWide />
    </InlineEdit>
  );
}

function OrderNumber({ order: { id, orderNo } }: { order: StaffOrder }) {
  return <RowLink resource="orders" id={id} text={orderNo} className="order-no" />;
}

function Buyer({ order: { accountId, nickName, isTestUser } }: { order: StaffOrder }) {
  return (
    <span className="buyer">
      <AccountLink accountId={accountId} name={nickName} />
      {isTestUser && <span className="tag">测试</span>}
    </span>
  );
}

function Bought({ order: { title, quantity } }: { order: StaffOrder }) {
  return (
    <span className="clip wide-clip" title={title}>
      {title}
      {quantity > 1 && <span className="quiet figures"> × {formatNumber(quantity)}</span>}
    </span>
  );
}

function Refunded({ fen }: { fen: number }) {
  return fen > 0 ? <span>{formatFen(fen)}</span> : <span className="quiet">—</span>;
}

export function OrderCard({ order }: { order: StaffOrder }) {
  return (
    <>
      <div className="card-head">
        <Bought order={order} />
        <strong className="figures">{formatFen(order.amount)}</strong>
      </div>
      <div className="card-line">
        <OrderStatusDot order={order} />
        <PayWord order={order} />
        {order.refundedAmount > 0 && <span className="quiet figures">已退 {formatFen(order.refundedAmount)}</span>}
      </div>
      <div className="card-line">
        <Buyer order={order} />
        <Time at={order.createdAt} />
      </div>
      <div className="card-line">
        <OrderNumber order={order} />
      </div>
    </>
  );
}
