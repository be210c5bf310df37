import { type HttpError, useCustom } from '@refinedev/core';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { type QueuedJob, type QueueState, queueDeskContract } from '#shared/contract/queue-desk';
import { AccountLink } from '../../ui/account-link.tsx';
import { accountColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { AccountChip, ChoiceFilter } from '../../ui/filter-bar.tsx';
import { formatDuration } from '../../ui/format.ts';
import { ListFrame } from '../../ui/list-page.tsx';
import { Clip, StatusDot, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { EngineName } from '../tasks/engine-name.tsx';
import { deadJobs } from '../tasks/task-words.tsx';
import { useToolChoices } from '../tasks/use-tools.ts';
import { Pause, Resume } from './queue-actions.tsx';

/** The page asks again this often. */
const refreshMs = 3000;

type Row = Omit<QueuedJob, 'id'> & { id: string };

export default function QueuePage() {
  const tools = useToolChoices();
  const tasks = useAddresses('tasks');
  const table = useListTable<Row>('queue', refreshMs);
  const { result, query } = useCustom<QueueState, HttpError>({
    url: queueDeskContract.queueState.path,
    method: 'get',
    errorNotification: false,
    queryOptions: { queryKey: ['queue', 'state'], refetchInterval: refreshMs },
  });
  const state = query.data ? (result.data as QueueState) : undefined;
  const renew = () => void query.refetch();
  return (
    <ListFrame
      title="队列"
      query={table.tableQuery}
      note={
        <>
          每 3 秒自动刷新。<Link to={`${tasks.list}${deadJobs}`}>三次都没有成功、已离开队列的任务</Link>
        </>
      }
      action={state && (state.pause ? <Resume onDone={renew} /> : <Pause onDone={renew} />)}
    >
      {state && <Summary state={state} />}
      <search className="filters">
        <ChoiceFilter list={table} name="state" label="状态" choices={stateChoices} />
        <ChoiceFilter list={table} name="tool" label="工具" choices={tools} isMultiple />
        <AccountChip list={table} />
      </search>
      <DataTable
        table={table}
        what="任务"
        columns={columns}
        card={(job) => <JobCard job={job} />}
        emptySentence="没有任务在排队或运行。"
      />
    </ListFrame>
  );
}

const stateChoices = [
  { value: 'running', label: '生成中' },
  { value: 'ready', label: '排队中' },
];

function Summary({ state }: { state: QueueState }) {
  const { pause, waiting, running, oldestSince, workers } = state;
  const busy = workers.filter(({ taskId }) => taskId !== null).length;
  return (
    <>
      {pause && (
        <Alert
          className="drawer-alert"
          type="warning"
          role="alert"
          message={`已暂停开始新任务：${pause.reason}`}
          description={
            <>
              {pause.byName}，<Time at={pause.since} />
              。等候的用户看到：「{pause.notice}」
            </>
          }
        />
      )}
      <dl className="queue-summary">
        <div>
          <dt>排队</dt>
          <dd className="figures">{waiting}</dd>
        </div>
        <div>
          <dt>运行</dt>
          <dd className="figures">{running}</dd>
        </div>
        <div>
          <dt>处理线程</dt>
          <dd className="figures">
            {busy} / {workers.length}
          </dd>
        </div>
        <div>
          <dt>最早排队</dt>
          <dd>
            <Time at={oldestSince} />
          </dd>
        </div>
      </dl>
      <ul className="queue-workers" aria-label="处理线程">
        {workers.map(({ place, taskId, toolTitle }) => (
          <li key={place}>
            <span className="quiet">处理线程 {place}</span>{' '}
            {taskId ? (
              <RowLink resource="tasks" id={taskId} text={toolTitle ?? taskId} className="" />
            ) : (
              <span className="quiet">空闲</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const columns: ReadonlyArray<DataColumn<Row>> = [
  { key: 'place', title: '位次', width: 72, render: (job) => <Place job={job} /> },
  {
    key: 'tool',
    title: '工具',
    width: 120,
    render: ({ taskId, toolTitle }) => <RowLink resource="tasks" id={taskId} text={toolTitle} />,
  },
  accountColumn(140),
  { key: 'progress', title: '进度', width: 130, render: (job) => <Progress job={job} /> },
  {
    key: 'age',
    title: '已等',
    width: 88,
    isFigure: true,
    render: ({ createdAt }) => formatDuration(Math.max(0, Date.now() - createdAt)),
  },
  { key: 'engine', title: '引擎', width: 110, render: ({ engine }) => <EngineName id={engine} /> },
  { key: 'attempt', title: '尝试', width: 56, isFigure: true, render: ({ attempt }) => attempt },
  { key: 'leaseOwner', title: '租约', width: 140, render: ({ leaseOwner }) => <Clip text={leaseOwner ?? ''} /> },
  timeColumn('createdAt', '提交时间', { isSortable: true }),
];

function Place({ job: { state, place } }: { job: Row }) {
  return state === 'running' ? <StatusDot tone="accent">运行</StatusDot> : <span className="figures">{place}</span>;
}

function Progress({ job: { state, progress, step } }: { job: Row }) {
  if (state !== 'running') return <span className="quiet">—</span>;
  return (
    <span className="figures">
      {Math.floor(progress * 100)}%{step && <span className="quiet"> {step}</span>}
    </span>
  );
}

function JobCard({ job }: { job: Row }) {
  return (
    <>
      <div className="card-head">
        <RowLink resource="tasks" id={job.taskId} text={job.toolTitle} />
        <Place job={job} />
      </div>
      <div className="card-line">
        <AccountLink accountId={job.accountId} name={job.nickName} />
        <Progress job={job} />
      </div>
      <div className="card-line quiet">
        <Time at={job.createdAt} />
      </div>
    </>
  );
}
