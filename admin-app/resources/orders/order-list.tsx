import { Link, Outlet } from 'react-router';
import type { StaffOrder } from '#shared/contract/order-desk';
import { formatMoney } from '#shared/domain/format';
import { AccountLink } from '../../ui/account-link.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, FilterChip, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatNumber, shortId } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';
import { AmountRangeFilter, DateRangeFilter } from '../../ui/range-filters.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { OrderStatusDot, orderStatusChoices, ordersPath, PayWord, payTypeChoices } from './order-words.tsx';

export default function OrderList() {
  usePageTitle('订单');
  const table = useListTable<StaffOrder>('orders');
  const accountId = table.valuesOf('accountId')[0];

  return (
    <div className="page">
      <PageHead title="订单" query={table.tableQuery} />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索订单" placeholder="订单号、手机尾号、昵称" />
        <ChoiceFilter list={table} name="status" label="状态" choices={orderStatusChoices} isMultiple />
        <ChoiceFilter list={table} name="payType" label="支付方式" choices={payTypeChoices} />
        <DateRangeFilter list={table} name="createdAt" label="下单日期" />
        <AmountRangeFilter list={table} name="amount" label="金额" />
        {accountId && (
          <FilterChip onRemove={() => table.setFilter('accountId', [])}>
            只看账号 <Link to={`/accounts/${accountId}`}>{shortId(accountId)}</Link>
          </FilterChip>
        )}
      </search>
      <DataTable
        what="订单"
        table={table}
        rowKey="id"
        columns={columns}
        card={(order) => <OrderCard order={order} />}
        emptySentence="还没有订单。有人下单后会出现在这里。"
      />
      <Outlet />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffOrder>> = [
  { key: 'orderNo', title: '订单号', width: 208, pinned: 'left', render: (order) => <OrderNumber order={order} /> },
  {
    key: 'account',
    title: '账号',
    width: 160,
    render: (order) => <Buyer order={order} />,
  },
  { key: 'title', title: '商品', width: 150, render: (order) => <Bought order={order} /> },
  {
    key: 'amount',
    title: '金额',
    width: 84,
    isFigure: true,
    isSortable: true,
    render: ({ amount }) => formatMoney(amount),
  },
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
  {
    key: 'createdAt',
    title: '下单时间',
    width: 124,
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function OrderNumber({ order }: { order: StaffOrder }) {
  const { linkTo } = useDrawer(ordersPath);
  return (
    <Link className="order-no" to={linkTo(order.id)}>
      {order.orderNo}
    </Link>
  );
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
  return fen > 0 ? <span>{formatMoney(fen)}</span> : <span className="quiet">—</span>;
}

function OrderCard({ order }: { order: StaffOrder }) {
  return (
    <>
      <div className="card-head">
        <Bought order={order} />
        <strong className="figures">{formatMoney(order.amount)}</strong>
      </div>
      <div className="card-line">
        <OrderStatusDot order={order} />
        <PayWord order={order} />
        {order.refundedAmount > 0 && <span className="quiet figures">已退 {formatMoney(order.refundedAmount)}</span>}
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
