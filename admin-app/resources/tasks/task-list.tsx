import { Link } from 'react-router';
import type { StaffTask } from '#shared/contract/staff';
import { qualityLabel } from '#shared/domain/quality';
import { isFinal } from '#shared/domain/task-status';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { AccountLink } from '../../ui/account-link.tsx';
import { accountColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { AccountChip, ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import type { BulkVerb } from '../../ui/list/bulk.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, CopyableId, Time } from '../../ui/parts.tsx';
import { DateRangeFilter } from '../../ui/range-filters.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { EngineName } from './engine-name.tsx';
import { deadJobs, failureChoices, failureSentence, taskStatus } from './task-words.tsx';
import { useEngineChoices, useToolChoices } from './use-tools.ts';

export default function TaskList() {
  const tools = useToolChoices();
  const engines = useEngineChoices();
  return (
    <ListPage<StaffTask>
      resource="tasks"
      title="任务"
      what="任务"
      note={<Link to={deadJobs}>看失败的任务</Link>}
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索任务" placeholder="任务编号、昵称、手机尾号" />
          <ChoiceFilter list={list} name="status" label="状态" choices={taskStatus.choices} isMultiple />
          <ChoiceFilter list={list} name="tool" label="工具" choices={tools} isMultiple />
          <ChoiceFilter list={list} name="engine" label="引擎" choices={engines} isMultiple />
          <ChoiceFilter list={list} name="errorReason" label="失败原因" choices={failureChoices} isMultiple />
          <DateRangeFilter list={list} name="createdAt" label="提交日期" />
          <AccountChip list={list} />
        </>
      )}
      columns={taskColumns}
      card={(task) => <TaskCard task={task} />}
      emptySentence="还没有任务。有人开始生成后会出现在这里。"
      nameOf={({ toolTitle, id }) => `${toolTitle} ${id}`}
      bulk={taskVerbs}
    />
  );
}

const why = '理由';

/** Acts on many tasks at once, in the list of tasks. */
const taskVerbs: ReadonlyArray<BulkVerb<StaffTask>> = [
  {
    verb: 'redrive',
    label: '重新运行',
    title: (count) => `让 ${formatNumber(count)} 个任务重新运行？`,
    intro: '同一个任务回到队列，三次机会重新算起，不收券。适合引擎修好之后。',
    action: 'edit',
    isFor: ({ status }) => status === 'failed',
    reason: why,
  },
  {
    verb: 'moveFront',
    label: '移到队首',
    title: (count) => `把 ${formatNumber(count)} 个任务移到队首？`,
    intro: '它们之间的先后不变，其他人的排队位置会随之变化。',
    action: 'edit',
    isFor: ({ status }) => status === 'queued',
    reason: why,
  },
  {
    verb: 'moveBack',
    label: '移到队尾',
    title: (count) => `把 ${formatNumber(count)} 个任务移到队尾？`,
    action: 'edit',
    isFor: ({ status }) => status === 'queued',
    reason: why,
  },
  {
    verb: 'cancel',
    label: '取消任务',
    title: (count) => `取消 ${formatNumber(count)} 个任务？`,
    intro: '占用的券会退回，已经画的不保留。',
    isDanger: true,
    action: 'edit',
    isFor: ({ status }) => !isFinal(status),
    reason: why,
  },
];

export const taskColumns: ReadonlyArray<DataColumn<StaffTask>> = [
  timeColumn('createdAt', '提交时间', { pinned: 'left', isSortable: true }),
  {
    key: 'tool',
    title: '工具',
    width: 110,
    render: ({ id, toolTitle }) => <RowLink resource="tasks" id={id} text={toolTitle} />,
  },
  { key: 'status', title: '状态', width: 80, render: ({ status }) => <taskStatus.Dot status={status} /> },
  accountColumn(120),
  { key: 'ms', title: '用时', width: 88, isFigure: true, isSortable: true, render: ({ ms }) => formatDuration(ms) },
  {
    key: 'score',
    title: '结构分',
    width: 88,
    isFigure: true,
    isSortable: true,
    render: ({ score }) => score ?? <span className="quiet">–</span>,
  },
  { key: 'attempts', title: '尝试', width: 52, isFigure: true, render: ({ attempts }) => attempts },
  { key: 'tickets', title: '券', width: 140, render: (task) => <Settlement task={task} /> },
  { key: 'engine', title: '引擎', width: 150, render: (task) => <EngineWord task={task} /> },
  { key: 'error', title: '失败原因', width: 200, render: (task) => <Clip text={failureSentence(task)} isWide /> },
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

function EngineWord({ task: { engine, quality, isConnected } }: { task: StaffTask }) {
  return (
    <span>
      <EngineName id={engine} />
      {quality !== null && <span className="quiet"> {qualityLabel(quality, isConnected)}</span>}
    </span>
  );
}

export function TaskCard({ task }: { task: StaffTask }) {
  const failure = failureSentence(task);
  return (
    <>
      <div className="card-head">
        <RowLink resource="tasks" id={task.id} text={task.toolTitle} />
        <taskStatus.Dot status={task.status} />
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
