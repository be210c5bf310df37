import type { StaffCustomRequest } from '#shared/contract/order-desk-rows';
import { requestNeedLabels } from '#shared/domain/console-words';
import { countColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { requestStatus } from './request-words.tsx';

export default function CustomRequestList() {
  return (
    <ListPage<StaffCustomRequest>
      resource="customRequests"
      title="定制采购"
      what="需求"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索需求" placeholder="公司、联系人、受理编号" />
          <ChoiceFilter list={list} name="status" label="状态" choices={requestStatus.choices} isMultiple />
        </>
      )}
      columns={columns}
      card={(request) => <RequestCard request={request} />}
      emptySentence="还没有定制采购需求。有人提交后会出现在这里。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<StaffCustomRequest>> = [
  { key: 'company', title: '公司', width: 220, pinned: 'left', render: (request) => <Company request={request} /> },
  { key: 'status', title: '状态', width: 88, render: ({ status }) => <requestStatus.Dot status={status} /> },
  { key: 'need', title: '需求', width: 108, render: ({ need }) => requestNeedLabels[need] },
  countColumn('seats', '席位', 64),
  { key: 'contact', title: '联系人', width: 110, render: ({ contact }) => <Clip text={contact} /> },
  { key: 'phoneNo', title: '手机', width: 108, render: ({ phoneNo }) => <span className="figures">{phoneNo}</span> },
  { key: 'budget', title: '预算', width: 110, render: ({ budget }) => <Clip text={budget} /> },
  {
    key: 'receiptNo',
    title: '受理编号',
    width: 150,
    render: ({ receiptNo }) => <span className="order-no">{receiptNo}</span>,
  },
  timeColumn('createdAt', '提交时间', { isSortable: true }),
  timeColumn('updatedAt', '更新时间'),
];

function Company({ request: { id, company } }: { request: StaffCustomRequest }) {
  return <RowLink resource="customRequests" id={id} text={company} />;
}

function RequestCard({ request }: { request: StaffCustomRequest }) {
  return (
    <>
      <div className="card-head">
        <Company request={request} />
        <requestStatus.Dot status={request.status} />
      </div>
      <div className="card-line">
        <span>
          {requestNeedLabels[request.need]} <span className="quiet figures">{formatNumber(request.seats)} 席</span>
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
