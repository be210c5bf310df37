import { CanAccess } from '@refinedev/core';
import { galleryDeskContract, type ReportedAuthor } from '#shared/contract/gallery-desk';
import { reportReasonWords } from '#shared/domain/gallery';
import { AccountLink } from '../../ui/account-link.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/parts.tsx';

const { answerAuthorReports } = galleryDeskContract;
const changes = ['authorReports'];

export default function ReportList() {
  return (
    <ListPage<ReportedAuthor>
      resource="authorReports"
      title="作者举报"
      what="作者"
      note="只列还没有了结的举报。需要停用帐号时，在作者的帐号里处理。"
      filters={(list) => <SearchFilter list={list} label="搜索作者" placeholder="作者" />}
      columns={columns}
      card={(row) => <ReportCard row={row} />}
      emptySentence="没有待处理的举报。有人举报作者后会出现在这里。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<ReportedAuthor>> = [
  { key: 'author', title: '作者', width: 160, render: ({ id, name }) => <AccountLink accountId={id} name={name} /> },
  { key: 'openReports', title: '举报', width: 72, render: ({ openReports }) => `${openReports} 条` },
  { key: 'reports', title: '原因', width: 360, render: (row) => <Said row={row} /> },
  timeColumn('createdAt', '最近一次', { isSortable: true }),
  { key: 'act', title: '', width: 96, render: (row) => <Answer row={row} /> },
];

function Said({ row: { reports } }: { row: ReportedAuthor }) {
  return (
    <>
      {reports.map(({ id, reason, text }) => (
        <div key={id} className="line is-typed">
          {reportReasonWords[reason]}
          {text && `：${text}`}
        </div>
      ))}
    </>
  );
}

function Answer({ row: { id, name } }: { row: ReportedAuthor }) {
  return (
    <CanAccess resource="authorReports" action="edit">
      <ActionButton<{ reason: string }>
        label="了结"
        title={`了结对「${name}」的举报？`}
        intro="这些举报不再列出；以后再有人举报，会重新出现。"
        button={{ size: 'small' }}
        changes={changes}
        onSend={(send, { reason }) => send(answerAuthorReports, { id, reason }, () => '举报已了结')}
      >
        <TextField name="reason" label="处理结果" schema={answerAuthorReports.input.shape.reason} />
      </ActionButton>
    </CanAccess>
  );
}

function ReportCard({ row }: { row: ReportedAuthor }) {
  return (
    <>
      <div className="card-head">
        <AccountLink accountId={row.id} name={row.name} />
        <span className="quiet">{row.openReports} 条举报</span>
      </div>
      <Said row={row} />
      <div className="card-line quiet">
        <Time at={row.createdAt} />
        <Answer row={row} />
      </div>
    </>
  );
}
