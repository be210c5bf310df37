import { Link } from 'react-router';
import type { StaffTask } from '#shared/contract/staff';
import { resultQualityLabels } from '#shared/domain/quality';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { AccountLink } from '../../ui/account-link.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, FilterChip, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatDuration, formatNumber, shortId } from '../../ui/format.ts';
import { CopyableId, Time } from '../../ui/parts.tsx';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { failureSentence, TaskStatusDot, taskStatusChoices } from './task-words.tsx';
import { useToolChoices } from './use-tools.ts';

const embeddedEngine = 'embedded';

export default function TaskList() {
  usePageTitle('任务');
  const table = useListTable<StaffTask>('tasks');
  const tools = useToolChoices();
  const accountId = table.valuesOf('accountId')[0];

  return (
    <div className="page">
      <PageHead title="任务" query={table.tableQuery} />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索任务" placeholder="任务编号、昵称、手机尾号" />
        <ChoiceFilter list={table} name="status" label="状态" choices={taskStatusChoices} isMultiple />
        <ChoiceFilter list={table} name="tool" label="工具" choices={tools} isMultiple />
        {accountId && (
          <FilterChip onRemove={() => table.setFilter('accountId', [])}>
            只看账号 <Link to={`/accounts/${accountId}`}>{shortId(accountId)}</Link>
          </FilterChip>
        )}
      </search>
      <DataTable
        what="任务"
        table={table}
        rowKey="id"
        columns={columns}
        card={(task) => <TaskCard task={task} />}
        emptySentence="还没有任务。有人开始生成后会出现在这里。"
      />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffTask>> = [
  {
    key: 'createdAt',
    title: '提交时间',
    width: 124,
    pinned: 'left',
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  { key: 'tool', title: '工具', width: 110, render: ({ toolTitle, tool }) => <span title={tool}>{toolTitle}</span> },
  { key: 'status', title: '状态', width: 80, render: ({ status }) => <TaskStatusDot status={status} /> },
  {
    key: 'account',
    title: '账号',
    width: 120,
    render: ({ accountId, nickName }) => <AccountLink accountId={accountId} name={nickName} />,
  },
  { key: 'ms', title: '用时', width: 88, isFigure: true, isSortable: true, render: ({ ms }) => formatDuration(ms) },
  { key: 'attempts', title: '尝试', width: 52, isFigure: true, render: ({ attempts }) => attempts },
  { key: 'tickets', title: '券', width: 140, render: (task) => <Settlement task={task} /> },
  { key: 'engine', title: '引擎', width: 150, render: (task) => <EngineWord task={task} /> },
  {
    key: 'error',
    title: '失败原因',
    width: 200,
    render: (task) => (
      <span className="clip wide-clip" title={failureSentence(task)}>
        {failureSentence(task) || <span className="quiet">—</span>}
      </span>
    ),
  },
  { key: 'id', title: '编号', width: 140, render: ({ id }) => <CopyableId id={id} what="任务编号" /> },
];

/** Held, spent and returned tickets in words; zeros are left out. */
function Settlement({ task: { ticketKind, held, spent, returned } }: { task: StaffTask }) {
  const parts = [
    held > 0 && `占用 ${formatNumber(held)}`,
    spent > 0 && `消耗 ${formatNumber(spent)}`,
    returned > 0 && `退回 ${formatNumber(returned)}`,
  ].filter(Boolean);
  if (parts.length === 0) return <span className="quiet">免费</span>;
  return (
    <span className="figures">
      {ticketLabels[ticketKind]} {parts.join(' · ')}
    </span>
  );
}

function EngineWord({ task: { engine, quality } }: { task: StaffTask }) {
  const known = quality !== null && quality in resultQualityLabels;
  return (
    <span>
      {engine === embeddedEngine ? '内置引擎' : engine}
      {known && <span className="quiet"> {resultQualityLabels[quality as keyof typeof resultQualityLabels]}</span>}
    </span>
  );
}

function TaskCard({ task }: { task: StaffTask }) {
  const failure = failureSentence(task);
  return (
    <>
      <div className="card-head">
        <span>{task.toolTitle}</span>
        <TaskStatusDot status={task.status} />
      </div>
      <div className="card-line">
        <AccountLink accountId={task.accountId} name={task.nickName} />
        <span className="figures">{formatDuration(task.ms)}</span>
        <Settlement task={task} />
      </div>
      {failure && <div className="card-line">{failure}</div>}
      <div className="card-line quiet">
        <Time at={task.createdAt} />
      </div>
    </>
  );
}
