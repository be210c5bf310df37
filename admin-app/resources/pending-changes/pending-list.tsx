import { Link } from 'react-router';
import type { PendingChange } from '#shared/contract/pending-change';
import { pendingKindLabels } from '#shared/domain/console-words';
import { Actor } from '../../ui/actor.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { PendingActions } from './pending-actions.tsx';
import { fieldWords, kindChoices, PendingDot, pendingChoices, resourceOfKind } from './pending-words.tsx';

/** List of pending and decided changes: those the staff member may approve, and their own requests. */
export default function PendingList() {
  return (
    <ListPage<PendingChange>
      resource="pendingChanges"
      title="待批准"
      what="修改"
      filters={(list) => (
        <>
          <ChoiceFilter list={list} name="status" label="状态" choices={pendingChoices} />
          <ChoiceFilter list={list} name="kind" label="类型" choices={kindChoices} />
        </>
      )}
      columns={columns}
      card={(change) => <ChangeCard change={change} />}
      emptySentence="没有需要另一人批准的修改。"
    />
  );
}

/** Link to the record that is to change, or to its list where records have no page of their own. */
function Subject({ change }: { change: PendingChange }) {
  const { kind, subject, accountId } = change;
  const resource = resourceOfKind[kind];
  const { record } = useAddresses(resource);
  return (
    <Link to={record(resource === 'account' ? (accountId ?? subject) : subject)}>
      <Clip text={change.title || change.subject} />
    </Link>
  );
}

const columns: ReadonlyArray<DataColumn<PendingChange>> = [
  { key: 'kind', title: '类型', width: 76, render: ({ kind }) => pendingKindLabels[kind] },
  { key: 'subject', title: '对象', width: 150, render: (change) => <Subject change={change} /> },
  { key: 'status', title: '状态', width: 84, render: ({ status }) => <PendingDot status={status} /> },
  { key: 'fields', title: '修改', width: 250, render: (change) => <Clip text={fieldWords(change)} isWide /> },
  {
    key: 'reason',
    title: '理由和答复',
    width: 170,
    render: ({ reason, answer }) => <Clip text={answer ? `${reason}；${answer}` : reason} isWide />,
  },
  { key: 'requestedBy', title: '提出', width: 84, render: ({ requestedBy }) => <Actor actor={requestedBy} /> },
  timeColumn('createdAt', '提出时间', { isSortable: true }),
  { key: 'answeredBy', title: '处理', width: 84, render: ({ answeredBy }) => <Actor actor={answeredBy} /> },
  { key: 'act', title: '操作', width: 130, render: (change) => <PendingActions change={change} /> },
];

function ChangeCard({ change }: { change: PendingChange }) {
  return (
    <>
      <div className="card-head">
        <span>
          <span className="quiet">{pendingKindLabels[change.kind]}</span> <Subject change={change} />
        </span>
        <PendingDot status={change.status} />
      </div>
      <div className="card-line">{fieldWords(change)}</div>
      <div className="card-line quiet">
        <span>{change.answer || change.reason}</span>
        <Time at={change.createdAt} />
      </div>
      <PendingActions change={change} />
    </>
  );
}
