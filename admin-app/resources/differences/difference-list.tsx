import type { PaymentDifference } from '#shared/contract/order-desk-rows';
import { Money, moneyColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { providerLabel } from '../orders/order-words.tsx';
import { BillDays, useNoDifferenceSentence } from './bill-days.tsx';
import { DifferenceStatusDot, differenceLabel, resolvedChoices } from './difference-words.tsx';

export default function DifferenceList() {
  const sentence = useNoDifferenceSentence();
  return (
    <ListPage<PaymentDifference>
      resource="paymentDifferences"
      title="对账差异"
      what="对账差异"
      note={<BillDays />}
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索差异" placeholder="订单号" />
          <ChoiceFilter list={list} name="isResolved" label="状态" choices={resolvedChoices} />
        </>
      )}
      columns={columns}
      card={(difference) => <DifferenceCard difference={difference} />}
      emptySentence={sentence}
    />
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
  moneyColumn('ourAmount', '我方金额'),
  moneyColumn('theirAmount', '渠道金额'),
  { key: 'orderNo', title: '订单号', width: 208, render: (difference) => <OrderNumber difference={difference} /> },
  { key: 'detail', title: '说明', width: 220, render: ({ detail }) => <Clip text={detail} isWide /> },
  timeColumn('createdAt', '发现时间', { isSortable: true }),
];

function Kind({ difference: { id, kind } }: { difference: PaymentDifference }) {
  return <RowLink resource="paymentDifferences" id={id} text={differenceLabel(kind)} />;
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
          我方 <Money fen={difference.ourAmount} />
        </span>
        <span>
          {providerLabel(difference.provider)} <Money fen={difference.theirAmount} />
        </span>
        <Time at={difference.createdAt} />
      </div>
      <div className="card-line">
        <OrderNumber difference={difference} />
      </div>
    </>
  );
}
