import { type HttpError, useCustom } from '@refinedev/core';
import { type SlowState, type SlowStatement, type SlowTool, slowDeskContract } from '#shared/contract/slow-desk';
import { type DataColumn, DataRows } from '../../ui/data-table.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Empty, LoadFailure, Time } from '../../ui/parts.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import './slow.css';

/** The page asks again this often. */
const refreshMs = 5000;
const title = '慢语句与慢任务';

export default function SlowPage() {
  usePageTitle(title);
  const { result, query } = useCustom<SlowState, HttpError>({
    url: slowDeskContract.slowState.path,
    method: 'get',
    errorNotification: false,
    queryOptions: { queryKey: ['slow', 'state'], refetchInterval: refreshMs },
  });
  const state = query.data ? (result.data as SlowState) : undefined;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="page-actions">
          <RefreshButton query={query} />
        </div>
      </header>
      {state && (
        <p className="page-note quiet">
          从 <Time at={state.since} /> 启动算起，只在内存里，重启后重新开始。每 5 秒自动刷新。
        </p>
      )}
      {query.error && !state && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {state && <Statements state={state} />}
      {state && <Tools state={state} />}
    </div>
  );
}

type StatementRow = SlowStatement & { id: string };

function Statements({ state: { statements, boundMs } }: { state: SlowState }) {
  return (
    <section aria-label="慢语句" className="slow-part">
      <h2>慢语句</h2>
      <p className="quiet">
        超过 {formatNumber(boundMs)} 毫秒的数据库语句，按总用时排列；只留形状，不含数值。界限由 SLOW_STATEMENT_MS 设置。
      </p>
      <DataRows<StatementRow>
        what="慢语句"
        columns={statementColumns}
        rows={statements.map((statement) => ({ ...statement, id: statement.shape }))}
        card={(statement) => <StatementCard statement={statement} />}
        empty={<Empty sentence="还没有慢的语句。" />}
        isFetching={false}
      />
    </section>
  );
}

/** The name, and the whole statement below it once it is opened. */
function Shape({ statement: { name, shape } }: { statement: SlowStatement }) {
  return (
    <details className="slow-shape">
      <summary>
        <code>{name}</code>
      </summary>
      <code>{shape}</code>
    </details>
  );
}

const statementColumns: ReadonlyArray<DataColumn<StatementRow>> = [
  { key: 'name', title: '语句', width: 320, render: (statement) => <Shape statement={statement} /> },
  { key: 'count', title: '次数', width: 80, isFigure: true, render: ({ count }) => formatNumber(count) },
  { key: 'totalMs', title: '合计', width: 100, isFigure: true, render: ({ totalMs }) => formatDuration(totalMs) },
  { key: 'longestMs', title: '最长', width: 100, isFigure: true, render: ({ longestMs }) => formatDuration(longestMs) },
  { key: 'lastMs', title: '最近', width: 100, isFigure: true, render: ({ lastMs }) => formatDuration(lastMs) },
  { key: 'lastAt', title: '最近时间', width: 150, render: ({ lastAt }) => <Time at={lastAt} /> },
];

function StatementCard({ statement }: { statement: StatementRow }) {
  const { count, longestMs, lastAt } = statement;
  return (
    <>
      <Shape statement={statement} />
      <div className="card-line">
        <span className="figures">
          {formatNumber(count)} 次，最长 {formatDuration(longestMs)}
        </span>
        <span className="quiet">
          <Time at={lastAt} />
        </span>
      </div>
    </>
  );
}

type ToolRow = SlowTool & { id: string };

function Tools({ state: { tools, factor, leastRuns } }: { state: SlowState }) {
  return (
    <section aria-label="慢任务" className="slow-part">
      <h2>慢任务</h2>
      <p className="quiet">
        用时超过同一工具以往 p95 的 {factor} 倍的任务；一个工具成功运行满 {leastRuns} 次才开始比较。
      </p>
      <DataRows<ToolRow>
        what="慢任务"
        columns={toolColumns}
        rows={tools.map((tool) => ({ ...tool, id: tool.tool }))}
        card={(tool) => <ToolCard tool={tool} />}
        empty={<Empty sentence="还没有明显慢的任务。" />}
        isFetching={false}
      />
    </section>
  );
}

const RunLink = ({ run: { taskId, ms } }: { run: SlowTool['last'] }) => (
  <RowLink resource="tasks" id={taskId} text={formatDuration(ms)} className="slow-run" />
);

const toolColumns: ReadonlyArray<DataColumn<ToolRow>> = [
  { key: 'tool', title: '工具', width: 160, render: ({ toolTitle }) => toolTitle },
  { key: 'slow', title: '慢的次数', width: 90, isFigure: true, render: ({ slow }) => formatNumber(slow) },
  { key: 'runs', title: '比较的次数', width: 100, isFigure: true, render: ({ runs }) => formatNumber(runs) },
  { key: 'p95Ms', title: 'p95', width: 100, isFigure: true, render: ({ p95Ms }) => formatDuration(p95Ms) },
  { key: 'longest', title: '最长', width: 100, isFigure: true, render: ({ longest }) => <RunLink run={longest} /> },
  { key: 'last', title: '最近', width: 100, isFigure: true, render: ({ last }) => <RunLink run={last} /> },
  { key: 'lastAt', title: '最近时间', width: 150, render: ({ last }) => <Time at={last.at} /> },
];

function ToolCard({ tool: { toolTitle, slow, p95Ms, longest, last } }: { tool: ToolRow }) {
  return (
    <>
      <div className="card-head">
        <span>{toolTitle}</span>
        <span className="figures">{formatNumber(slow)} 次</span>
      </div>
      <div className="card-line">
        <span className="figures">
          最长 <RunLink run={longest} />
          ，p95 {formatDuration(p95Ms)}
        </span>
        <span className="quiet">
          <Time at={last.at} />
        </span>
      </div>
    </>
  );
}
