import type { StaffRefund } from '#shared/contract/order-desk-rows';
import { AccountLink } from '../../ui/account-link.tsx';
import { Actor } from '../../ui/actor.tsx';
import { accountColumn, moneyColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatFen } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { orderColumn } from '../orders/order-link.tsx';
import { RefundStatusDot, refundStatusChoices } from './refund-words.tsx';

export default function RefundList() {
  return (
    <ListPage<StaffRefund>
      resource="refunds"
      title="退款"
      what="退款"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索退款" placeholder="订单号、手机尾号、昵称" />
          <ChoiceFilter list={list} name="status" label="状态" choices={refundStatusChoices} isMultiple />
        </>
      )}
      columns={refundColumns}
      card={(refund) => <RefundCard refund={refund} />}
      emptySentence="还没有退款。买家申请或员工发起后会出现在这里。"
    />
  );
}

export const refundColumns: ReadonlyArray<DataColumn<StaffRefund>> = [
  { key: 'title', title: '商品', width: 140, pinned: 'left', render: (refund) => <Refunded refund={refund} /> },
  accountColumn(120),
  moneyColumn('amount', '退款金额'),
  {
    key: 'orderAmount',
    title: '订单金额',
    width: 88,
    isFigure: true,
    render: ({ orderAmount }) => <span className="quiet">{formatFen(orderAmount)}</span>,
  },
  { key: 'status', title: '状态', width: 96, render: ({ status }) => <RefundStatusDot status={status} /> },
  { key: 'reason', title: '理由', width: 150, render: ({ reason }) => <Clip text={reason} /> },
  { key: 'requestedBy', title: '发起', width: 72, render: ({ requestedBy }) => <Actor actor={requestedBy} /> },
  { key: 'approvedBy', title: '审核', width: 72, render: ({ approvedBy }) => <Actor actor={approvedBy} /> },
  orderColumn,
  timeColumn('createdAt', '申请时间', { isSortable: true }),
];

function Refunded({ refund: { id, title } }: { refund: StaffRefund }) {
  return <RowLink resource="refunds" id={id} text={title} />;
}

export function RefundCard({ refund }: { refund: StaffRefund }) {
  return (
    <>
      <div className="card-head">
        <Refunded refund={refund} />
        <strong className="figures">{formatFen(refund.amount)}</strong>
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
