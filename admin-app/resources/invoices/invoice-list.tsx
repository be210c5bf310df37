import { Link, Outlet } from 'react-router';
import type { StaffInvoice } from '#shared/contract/order-desk';
import { formatMoney } from '#shared/domain/format';
import { AccountLink } from '../../ui/account-link.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { listedRows } from '../../ui/listed-row.ts';
import { Clip, Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { InvoiceStatusDot, invoiceStatusChoices, invoicesPath, titleKindLabels } from './invoice-words.tsx';

export default function InvoiceList() {
  usePageTitle('发票');
  const table = useListTable<StaffInvoice>('invoices');
  return (
    <div className="page">
      <PageHead title="发票" query={table.tableQuery} />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索发票" placeholder="抬头、订单号、昵称" />
        <ChoiceFilter list={table} name="status" label="状态" choices={invoiceStatusChoices} isMultiple />
      </search>
      <DataTable
        what="发票申请"
        table={table}
        rowKey="id"
        columns={columns}
        card={(invoice) => <InvoiceCard invoice={invoice} />}
        emptySentence="还没有发票申请。"
      />
      <Outlet context={listedRows(table)} />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffInvoice>> = [
  { key: 'title', title: '抬头', width: 220, pinned: 'left', render: (invoice) => <Title invoice={invoice} /> },
  { key: 'titleKind', title: '类型', width: 64, render: ({ titleKind }) => titleKindLabels[titleKind] },
  { key: 'amount', title: '金额', width: 88, isFigure: true, render: ({ amount }) => formatMoney(amount) },
  { key: 'status', title: '状态', width: 96, render: ({ status }) => <InvoiceStatusDot status={status} /> },
  { key: 'invoiceNo', title: '发票号码', width: 150, render: ({ invoiceNo }) => <Clip text={invoiceNo} /> },
  {
    key: 'account',
    title: '账号',
    width: 150,
    render: ({ accountId, nickName }) => <AccountLink accountId={accountId} name={nickName} />,
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
  { key: 'doneAt', title: '处理时间', width: 124, render: ({ doneAt }) => <Time at={doneAt} /> },
];

function Title({ invoice: { id, title } }: { invoice: StaffInvoice }) {
  const { linkTo } = useDrawer(invoicesPath);
  return (
    <Link className="clip wide-clip" to={linkTo(id)} title={title}>
      {title}
    </Link>
  );
}

function InvoiceCard({ invoice }: { invoice: StaffInvoice }) {
  return (
    <>
      <div className="card-head">
        <Title invoice={invoice} />
        <strong className="figures">{formatMoney(invoice.amount)}</strong>
      </div>
      <div className="card-line">
        <InvoiceStatusDot status={invoice.status} />
        <AccountLink accountId={invoice.accountId} name={invoice.nickName} />
        <Time at={invoice.createdAt} />
      </div>
    </>
  );
}
