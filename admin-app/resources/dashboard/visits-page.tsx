import { Button } from 'antd';
import type { ReportFigure, VisitReport } from '#shared/contract/report-desk';
import { pageTitles } from '#shared/domain/page-label';
import { FigureHeads } from '../../ui/figure-heads.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Empty } from '../../ui/parts.tsx';
import { DayChart } from './day-chart.tsx';
import { comparedWords } from './figure-words.ts';
import { useReportRange } from './range-picker.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport, useReportBefore } from './use-report.ts';

const nowhere = '直接打开或站外';
const titleOf = (label: string) => pageTitles[label] ?? label;
const sourceTitle = (label: string) => (label === '' ? nowhere : titleOf(label));

export default function VisitsPage() {
  const days = useReportRange();
  const query = useReport<VisitReport>('visitReport', days.range);
  const before = useReportBefore<VisitReport>('visitReport', days.range).data?.data.total ?? null;
  return (
    <ReportFrame title="访问统计" days={days} query={query}>
      {(report) =>
        report.total === 0 ? (
          <Empty
            sentence="这段时间没有访问记录。"
            action={<Button onClick={() => days.choose(90)}>看近 90 天</Button>}
          />
        ) : (
          <>
            <p className="page-note quiet">
              共 <strong className="figures">{formatNumber(report.total)}</strong> 次访问，
              {comparedWords('count', report.total, before) || '上期没有数据'}。{report.counts}。
            </p>
            <div className="charts">
              <DayChart title="每天的访问" days={report.days} figures={[asFigure(report)]} kind="column" />
              <VisitTable
                title="页面"
                heads={['页面', '访问', '设备']}
                rows={report.labels.map(({ label, visits, devices }) => [
                  label === '' ? '未标明的页面' : titleOf(label),
                  visits,
                  devices,
                ])}
              />
              <VisitTable
                title="来源"
                heads={['上一个页面', '访问', '设备']}
                rows={report.sources.map(({ label, visits, devices }) => [sourceTitle(label), visits, devices])}
              />
              <VisitTable
                title="从哪里到哪里"
                heads={['路径', '访问']}
                rows={report.ways.map(({ source, label, visits }) => [
                  `${sourceTitle(source)} → ${label === '' ? '未标明的页面' : titleOf(label)}`,
                  visits,
                ])}
              />
            </div>
          </>
        )
      }
    </ReportFrame>
  );
}

function asFigure({ daily, total, counts }: VisitReport): ReportFigure {
  const plain = { id: 'visits', group: 'people', title: '访问', unit: 'count', list: null, isAdditive: true } as const;
  return { ...plain, counts, total, days: daily };
}

interface TableProps {
  title: string;
  heads: readonly string[];
  rows: ReadonlyArray<readonly [name: string, ...counts: number[]]>;
}

function VisitTable({ title, heads, rows }: TableProps) {
  const most = Math.max(1, ...rows.map(([, visits = 0]) => visits));
  return (
    <section className="chart" aria-label={title}>
      <h2>{title}</h2>
      <table className="figure-table">
        <FigureHeads heads={heads} />
        <tbody>
          {rows.map(([name, ...counts]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <span
                  className="figure-bar"
                  style={{ width: `${(100 * (counts[0] ?? 0)) / most}%` }}
                  aria-hidden="true"
                />
              </th>
              {heads.slice(1).map((head, place) => (
                <td key={head} className="figures">
                  {formatNumber(counts[place] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
