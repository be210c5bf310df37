import { Link, Outlet } from 'react-router';
import type { StaffRefund } from '#shared/contract/order-desk';
import { formatMoney } from '#shared/domain/format';
import { AccountLink } from '../../ui/account-link.tsx';
import { Actor } from '../../ui/actor.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { listedRows } from '../../ui/listed-row.ts';
import { Clip, Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { RefundStatusDot, refundStatusChoices, refundsPath } from './refund-words.tsx';

export default function RefundList() {
  usePageTitle('退款');
  const table = useListTable<StaffRefund>('refunds');
  return (
    <div className="page">
      <PageHead title="退款" query={table.tableQuery} />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索退款" placeholder="订单号、手机尾号、昵称" />
        <ChoiceFilter list={table} name="status" label="状态" choices={refundStatusChoices} isMultiple />
      </search>
      <DataTable
        what="退款"
        table={table}
        rowKey="id"
        columns={columns}
        card={(refund) => <RefundCard refund={refund} />}
        emptySentence="还没有退款。买家申请或员工发起后会出现在这里。"
      />
      <Outlet context={listedRows(table)} />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffRefund>> = [
  { key: 'title', title: '商品', width: 180, pinned: 'left', render: (refund) => <Refunded refund={refund} /> },
  {
    key: 'account',
    title: '账号',
    width: 150,
    render: ({ accountId, nickName }) => <AccountLink accountId={accountId} name={nickName} />,
  },
  { key: 'amount', title: '退款金额', width: 88, isFigure: true, render: ({ amount }) => formatMoney(amount) },
  {
    key: 'orderAmount',
    title: '订单金额',
    width: 88,
    isFigure: true,
    render: ({ orderAmount }) => <span className="quiet">{formatMoney(orderAmount)}</span>,
  },
  { key: 'status', title: '状态', width: 96, render: ({ status }) => <RefundStatusDot status={status} /> },
  { key: 'reason', title: '理由', width: 200, render: ({ reason }) => <Clip text={reason} isWide /> },
  {
    key: 'requestedBy',
    title: '发起',
    width: 96,
    render: ({ requestedBy }) => <Actor actor={requestedBy} />,
  },
  {
    key: 'approvedBy',
    title: '审核',
    width: 96,
    render: ({ approvedBy }) => <Actor actor={approvedBy} />,
  },
  {
    key: 'orderNo',
    title: '订单号',
    width: 208,
    render: ({ orderId, orderNo }) => <OrderLink orderId={orderId} orderNo={orderNo} />,
  },
  {
    key: 'createdAt',
    title: '申请时间',
    width: 124,
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function Refunded({ refund: { id, title } }: { refund: StaffRefund }) {
  const { linkTo } = useDrawer(refundsPath);
  return (
    <Link className="clip wide-clip" to={linkTo(id)} title={title}>
      {title}
    </Link>
  );
}

function RefundCard({ refund }: { refund: StaffRefund }) {
  return (
    <>
      <div className="card-head">
        <Refunded refund={refund} />
        <strong className="figures">{formatMoney(refund.amount)}</strong>
      </div>
      <div className="card-line">
        <RefundStatusDot status={refund.status} />
        <AccountLink accountId={refund.accountId} name={refund.nickName} />
        <Time at={refund.createdAt} />
      </div>
      <div className="card-line quiet">{refund.reason}</div>
    </>
  );
}
