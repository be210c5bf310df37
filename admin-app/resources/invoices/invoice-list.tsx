import type { StaffInvoice } from '#shared/contract/order-desk-rows';
import { invoiceTitleLabels } from '#shared/domain/console-words';
import { AccountLink } from '../../ui/account-link.tsx';
import { accountColumn, moneyColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatFen } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { orderColumn } from '../orders/order-link.tsx';
import { invoiceStatus } from './invoice-words.tsx';

export default function InvoiceList() {
  return (
    <ListPage<StaffInvoice>
      resource="invoices"
      title="发票"
      what="发票申请"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索发票" placeholder="抬头、订单号、昵称" />
          <ChoiceFilter list={list} name="status" label="状态" choices={invoiceStatus.choices} isMultiple />
        </>
      )}
      columns={invoiceColumns}
      card={(invoice) => <InvoiceCard invoice={invoice} />}
      emptySentence="还没有发票申请。买家申请后会出现在这里。"
    />
  );
}

export const invoiceColumns: ReadonlyArray<DataColumn<StaffInvoice>> = [
  { key: 'title', title: '抬头', width: 220, pinned: 'left', render: (invoice) => <Title invoice={invoice} /> },
  { key: 'titleKind', title: '类型', width: 56, render: ({ titleKind }) => invoiceTitleLabels[titleKind] },
  moneyColumn('amount', '金额'),
  { key: 'status', title: '状态', width: 96, render: ({ status }) => <invoiceStatus.Dot status={status} /> },
  { key: 'invoiceNo', title: '发票号码', width: 150, render: ({ invoiceNo }) => <Clip text={invoiceNo} /> },
  accountColumn(120),
  orderColumn,
  timeColumn('createdAt', '申请时间', { isSortable: true }),
  timeColumn('doneAt', '处理时间'),
];

function Title({ invoice: { id, title } }: { invoice: StaffInvoice }) {
  return <RowLink resource="invoices" id={id} text={title} />;
}

export function InvoiceCard({ invoice }: { invoice: StaffInvoice }) {
  return (
    <>
      <div className="card-head">
        <Title invoice={invoice} />
        <strong className="figures">{formatFen(invoice.amount)}</strong>
      </div>
      <div className="card-line">
        <invoiceStatus.Dot status={invoice.status} />
        <AccountLink accountId={invoice.accountId} name={invoice.nickName} />
        <Time at={invoice.createdAt} />
      </div>
    </>
  );
}
