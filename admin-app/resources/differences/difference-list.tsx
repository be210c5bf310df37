import { Link, Outlet } from 'react-router';
import type { PaymentDifference } from '#shared/contract/order-desk';
import { formatMoney } from '#shared/domain/format';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { listedRows } from '../../ui/listed-row.ts';
import { Clip, Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { providerLabel } from '../orders/order-words.tsx';
import { DifferenceStatusDot, differenceLabel, differencesPath, resolvedChoices } from './difference-words.tsx';

export default function DifferenceList() {
  usePageTitle('对账差异');
  const table = useListTable<PaymentDifference>('paymentDifferences');
  return (
    <div className="page">
      <PageHead title="对账差异" query={table.tableQuery} />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索差异" placeholder="订单号" />
        <ChoiceFilter list={table} name="isResolved" label="状态" choices={resolvedChoices} />
      </search>
      <DataTable
        what="对账差异"
        table={table}
        rowKey="id"
        columns={columns}
        card={(difference) => <DifferenceCard difference={difference} />}
        emptySentence="没有差异，我方账目和支付渠道一致。"
      />
      <Outlet context={listedRows(table)} />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<PaymentDifference>> = [
  { key: 'kind', title: '差异', width: 150, pinned: 'left', render: (difference) => <Kind difference={difference} /> },
  {
    key: 'resolvedBy',
    title: '状态',
    width: 84,
    render: ({ resolvedBy }) => <DifferenceStatusDot resolvedBy={resolvedBy} />,
  },
  { key: 'provider', title: '渠道', width: 88, render: ({ provider }) => providerLabel(provider) },
  {
    key: 'ourAmount',
    title: '我方金额',
    width: 88,
    isFigure: true,
    render: ({ ourAmount }) => <Amount fen={ourAmount} />,
  },
  {
    key: 'theirAmount',
    title: '渠道金额',
    width: 88,
    isFigure: true,
    render: ({ theirAmount }) => <Amount fen={theirAmount} />,
  },
  { key: 'orderNo', title: '订单号', width: 208, render: (difference) => <OrderNumber difference={difference} /> },
  { key: 'detail', title: '说明', width: 220, render: ({ detail }) => <Clip text={detail} isWide /> },
  {
    key: 'createdAt',
    title: '发现时间',
    width: 124,
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function Kind({ difference: { id, kind } }: { difference: PaymentDifference }) {
  const { linkTo } = useDrawer(differencesPath);
  return (
    <Link className="clip" to={linkTo(id)}>
      {differenceLabel(kind)}
    </Link>
  );
}

function Amount({ fen }: { fen: number | null }) {
  return fen === null ? <span className="quiet">—</span> : <span>{formatMoney(fen)}</span>;
}

function OrderNumber({ difference: { orderId, orderNo } }: { difference: PaymentDifference }) {
  return orderId === null ? <Clip text={orderNo} isWide /> : <OrderLink orderId={orderId} orderNo={orderNo} />;
}

function DifferenceCard({ difference }: { difference: PaymentDifference }) {
  return (
    <>
      <div className="card-head">
        <Kind difference={difference} />
        <DifferenceStatusDot resolvedBy={difference.resolvedBy} />
      </div>
      <div className="card-line figures">
        <span>
          我方 <Amount fen={difference.ourAmount} />
        </span>
        <span>
          {providerLabel(difference.provider)} <Amount fen={difference.theirAmount} />
        </span>
        <Time at={difference.createdAt} />
      </div>
      <div className="card-line">
        <OrderNumber difference={difference} />
      </div>
    </>
  );
}
