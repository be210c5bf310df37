import type { AuditEntry } from '#shared/contract/audit-desk';
import { auditActionWords } from '#shared/domain/console-words';
import { eventTimeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { actorWords, fieldWords, forgottenWords, resourceChoices } from './audit-words.ts';

export type AuditRow = Omit<AuditEntry, 'id'> & { id: string };

export default function AuditList() {
  return (
    <ListPage<AuditRow>
      resource="audit"
      title="审计"
      what="审计记录"
      note="谁在何时、何处、为何改了什么。记录前后相接，是否被改动或删除，由系统管理员核对。"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索审计" placeholder="员工、理由、记录或请求编号" />
          <ChoiceFilter list={list} name="resource" label="对象" choices={resourceChoices} isMultiple />
        </>
      )}
      columns={auditColumns}
      card={(row) => <AuditCard row={row} />}
      emptySentence="还没有审计记录。员工的每次改动都会记在这里。"
    />
  );
}

export const auditColumns: ReadonlyArray<DataColumn<AuditRow>> = [
  { key: 'action', title: '操作', width: 170, pinned: 'left', render: (row) => <Action row={row} /> },
  { key: 'actorName', title: '员工', width: 120, render: (row) => <Clip text={actorWords(row)} /> },
  { key: 'subject', title: '记录编号', width: 190, render: ({ subject }) => <Clip text={subject} isWide /> },
  { key: 'changes', title: '变化', width: 220, render: (row) => <Clip text={changedWords(row)} isWide /> },
  { key: 'reason', title: '理由', width: 180, render: ({ reason }) => <Clip text={reason} isWide /> },
  eventTimeColumn('createdAt', '时间', { isSortable: true }),
];

function Action({ row }: { row: AuditRow }) {
  return <RowLink resource="audit" id={row.id} text={auditActionWords(row)} />;
}

function changedWords(row: AuditRow): string {
  const { changes, isForgotten } = row;
  if (isForgotten) return forgottenWords(row);
  return changes.map(({ field }) => fieldWords(field)).join('、');
}

export function AuditCard({ row }: { row: AuditRow }) {
  return (
    <>
      <div className="card-head">
        <Action row={row} />
        <span className="quiet">{actorWords(row)}</span>
      </div>
      <div className="card-line">
        <Clip text={row.reason || changedWords(row)} isWide />
      </div>
      <div className="card-line quiet">
        <Time at={row.createdAt} isExact />
      </div>
    </>
  );
}
