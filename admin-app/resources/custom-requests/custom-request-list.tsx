import { Link, Outlet } from 'react-router';
import type { StaffCustomRequest } from '#shared/contract/order-desk';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { listedRows } from '../../ui/listed-row.ts';
import { Clip, Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { needLabels, RequestStatusDot, requestStatusChoices, requestsPath } from './request-words.tsx';

export default function CustomRequestList() {
  usePageTitle('定制采购');
  const table = useListTable<StaffCustomRequest>('customRequests');
  return (
    <div className="page">
      <PageHead title="定制采购" query={table.tableQuery} />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索需求" placeholder="公司、联系人、受理编号" />
        <ChoiceFilter list={table} name="status" label="状态" choices={requestStatusChoices} isMultiple />
      </search>
      <DataTable
        what="需求"
        table={table}
        rowKey="id"
        columns={columns}
        card={(request) => <RequestCard request={request} />}
        emptySentence="还没有定制采购需求。"
      />
      <Outlet context={listedRows(table)} />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffCustomRequest>> = [
  { key: 'company', title: '公司', width: 220, pinned: 'left', render: (request) => <Company request={request} /> },
  { key: 'status', title: '状态', width: 88, render: ({ status }) => <RequestStatusDot status={status} /> },
  { key: 'need', title: '需求', width: 108, render: ({ need }) => needLabels[need] },
  { key: 'seats', title: '席位', width: 64, isFigure: true, render: ({ seats }) => formatNumber(seats) },
  { key: 'contact', title: '联系人', width: 110, render: ({ contact }) => <Clip text={contact} /> },
  { key: 'phoneNo', title: '手机', width: 108, render: ({ phoneNo }) => <span className="figures">{phoneNo}</span> },
  { key: 'budget', title: '预算', width: 110, render: ({ budget }) => <Clip text={budget} /> },
  {
    key: 'receiptNo',
    title: '受理编号',
    width: 150,
    render: ({ receiptNo }) => <span className="order-no">{receiptNo}</span>,
  },
  {
    key: 'createdAt',
    title: '提交时间',
    width: 124,
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  { key: 'updatedAt', title: '更新时间', width: 124, render: ({ updatedAt }) => <Time at={updatedAt} /> },
];

function Company({ request: { id, company } }: { request: StaffCustomRequest }) {
  const { linkTo } = useDrawer(requestsPath);
  return (
    <Link className="clip wide-clip" to={linkTo(id)} title={company}>
      {company}
    </Link>
  );
}

function RequestCard({ request }: { request: StaffCustomRequest }) {
  return (
    <>
      <div className="card-head">
        <Company request={request} />
        <RequestStatusDot status={request.status} />
      </div>
      <div className="card-line">
        <span>
          {needLabels[request.need]} <span className="quiet figures">{formatNumber(request.seats)} 席</span>
        </span>
        <span>
          {request.contact} <span className="quiet figures">{request.phoneNo}</span>
        </span>
      </div>
      <div className="card-line quiet">
        <Time at={request.createdAt} />
      </div>
    </>
  );
}
