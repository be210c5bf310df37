import { type HttpError, useList } from '@refinedev/core';
import type { StaffAgreement } from '#shared/contract/agreement-desk';
import { timeColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { ListFrame } from '../../ui/list-page.tsx';
import { Empty, StatusDot } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';

export default function AgreementList() {
  const { query } = useList<StaffAgreement, HttpError>({
    resource: 'agreements',
    pagination: { currentPage: 1, pageSize: 20 },
    errorNotification: false,
  });
  return (
    <ListFrame title="协议" query={query} note="用户在协议页看到的四份文本。发布之后旧版本仍可查看，同意按版本记录。">
      <Loaded what="协议" query={query}>
        {({ data }) => (
          <DataRows
            what="协议"
            rows={data}
            columns={columns}
            card={(row) => (
              <>
                <div className="card-head">
                  <RowLink resource="agreements" id={row.id} text={row.title} />
                  <Standing row={row} />
                </div>
                <div className="card-line quiet figures">
                  版本 {row.edition} · {row.effectiveOn} 起生效
                </div>
              </>
            )}
            empty={<Empty sentence="没有协议。" />}
            isFetching={query.isFetching}
          />
        )}
      </Loaded>
    </ListFrame>
  );
}

const columns: ReadonlyArray<DataColumn<StaffAgreement>> = [
  {
    key: 'title',
    title: '协议',
    width: 220,
    render: ({ id, title }) => <RowLink resource="agreements" id={id} text={title} />,
  },
  { key: 'standing', title: '状态', width: 110, render: (row) => <Standing row={row} /> },
  { key: 'edition', title: '现行版本', width: 90, isFigure: true, render: ({ edition }) => edition },
  { key: 'effectiveOn', title: '生效日期', width: 110, render: ({ effectiveOn }) => effectiveOn },
  {
    key: 'needsConsent',
    title: '重新征求同意',
    width: 120,
    render: ({ needsConsent }) => (needsConsent ? '是' : <span className="quiet">否</span>),
  },
  timeColumn('publishedAt', '发布时间'),
];

function Standing({ row: { hasDraft } }: { row: StaffAgreement }) {
  return hasDraft ? <StatusDot tone="warning">有草稿</StatusDot> : <StatusDot tone="success">已发布</StatusDot>;
}
