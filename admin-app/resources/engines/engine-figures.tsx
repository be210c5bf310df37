import { type HttpError, useCustom } from '@refinedev/core';
import { Alert, Skeleton } from 'antd';
import { Link } from 'react-router';
import { type EngineFigures, engineDeskContract, engineFigureDays } from '#shared/contract/engine-desk';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { FigureHeads } from '../../ui/figure-heads.tsx';
import { formatDuration, formatFen, formatNumber } from '../../ui/format.ts';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';

const useFigures = (id: string) =>
  useCustom<EngineFigures, HttpError>({
    url: engineDeskContract.staffEngineFigures.path.replace(':id', encodeURIComponent(id)),
    method: 'get',
    errorNotification: false,
  }).query;

/** Runs of an engine that may have cost money without a result, and a budget that is used up. */
export function EngineMoneyNotice({ id }: { id: string }) {
  const figures = useFigures(id).data?.data;
  const { record } = useAddresses('tasks');
  if (!figures) return null;
  const { uncertain, budget } = figures;
  return (
    <>
      {budget?.closedBy && (
        <Alert className="drawer-alert" type="warning" role="status" message={`引擎已关闭：${budget.closedBy}`} />
      )}
      {uncertain.length > 0 && (
        <Alert
          className="drawer-alert"
          type="warning"
          role="status"
          message={`近 ${engineFigureDays} 天有 ${uncertain.length} 次运行无法确认是否已开始，可能已被收费`}
          description={
            <ul className="test-parts">
              {uncertain.map(({ taskId, at, costFen }) => (
                <li key={`${taskId} ${at}`}>
                  <Link to={record(taskId)}>任务详情</Link> <CopyableId id={taskId} what="任务编号" /> <Time at={at} />{' '}
                  {costFen !== null && <span className="figures">已预留 {formatFen(costFen)}</span>}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}

/** Cost, income, failures and times of an engine over the last days. */
export function EngineFigureSections({ id }: { id: string }) {
  const { data, error, refetch } = useFigures(id);
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const { succeeded, costFen, incomeFen, tickets, failures, tools, lane, budget } = data.data;
  return (
    <>
      <Section title={`近 ${engineFigureDays} 天`}>
        <Facts
          facts={[
            ['完成的运行', <Figure key="runs" words={formatNumber(succeeded)} />],
            ['成本', <Figure key="cost" words={formatFen(costFen)} />],
            ['折算收入', <Figure key="income" words={formatFen(incomeFen)} />],
            ['用掉的券', <Figure key="tickets" words={ticketWords(tickets)} />],
            ['同时运行', <Figure key="lane" words={`${lane.running} / ${lane.size}`} />],
            ['排队', <Figure key="waiting" words={formatNumber(lane.waiting)} />],
          ]}
        />
        <p className="quiet foot-note">收入按会员券的单价折算，赠送的券也计入；成本含运行中预留的。</p>
      </Section>
      {budget && (
        <Section title={`预算（每次预留 ${formatFen(budget.perRunFen)}）`}>
          <BudgetUse title="今天" {...budget.day} />
          <BudgetUse title="本月" {...budget.month} />
        </Section>
      )}
      {tools.length > 0 && (
        <Section title="等待与用时（中位数）">
          <FigureTable
            heads={['工具', '次数', '等待', '用时']}
            rows={tools.map(({ title, runs, waitMs, runMs }) => [
              title,
              formatNumber(runs),
              formatDuration(waitMs),
              formatDuration(runMs),
            ])}
          />
        </Section>
      )}
      <Section title="失败的原因">
        {failures.length === 0 ? (
          <p className="quiet">没有失败。</p>
        ) : (
          <FigureTable
            heads={['原因', '次数']}
            rows={failures.map(({ title, attempts }) => [title, formatNumber(attempts)])}
          />
        )}
      </Section>
    </>
  );
}

const Figure = ({ words }: { words: string }) => <span className="figures">{words}</span>;

function ticketWords(tickets: EngineFigures['tickets']): string {
  const spent = tickets.filter(({ amount }) => amount > 0);
  if (spent.length === 0) return '—';
  return spent.map(({ kind, amount }) => `${ticketLabels[kind]} ${formatNumber(amount)}`).join('，');
}

function BudgetUse({ title, usedFen, limitFen }: { title: string; usedFen: number; limitFen: number | null }) {
  const share = limitFen === null ? 0 : Math.min(1, usedFen / limitFen);
  return (
    <div>
      <span className="figures">
        {title}已用 {formatFen(usedFen)}，{limitFen === null ? '不限' : `上限 ${formatFen(limitFen)}`}
      </span>
      {limitFen !== null && (
        <div className="budget-bar" aria-hidden="true">
          <span className={share >= 1 ? 'is-used-up' : undefined} style={{ width: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function FigureTable({ heads, rows }: { heads: readonly string[]; rows: ReadonlyArray<readonly string[]> }) {
  return (
    <table className="figure-table">
      <FigureHeads heads={heads} />
      <tbody>
        {rows.map(([name = '', ...figures]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {figures.map((figure, place) => (
              <td key={heads[place + 1]} className="figures">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
