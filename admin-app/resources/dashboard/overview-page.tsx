import { Button } from 'antd';
import type { FigureGroup, OverviewReport, ReportFigure } from '#shared/contract/report-desk';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { Empty } from '../../ui/parts.tsx';
import { EngineAlarms } from '../engines/engine-alarms.tsx';
import { DayChart } from './day-chart.tsx';
import { FigureBars, FigureCard } from './figure-parts.tsx';
import { useReportRange } from './range-picker.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReport, useReportBefore } from './use-report.ts';

/** Groups of figures shown as single numbers, by heading. */
const cards: ReadonlyArray<readonly [title: string, groups: readonly FigureGroup[]]> = [
  ['收入与订单', ['money', 'orders']],
  ['用户', ['people']],
  ['出图', ['works', 'waits', 'queue']],
];

const charts = [
  ['净收入', ['revenue'], 'column'],
  ['订单', ['ordersMade', 'ordersPaid'], 'line'],
  ['用户', ['activePeople', 'newPeople'], 'line'],
  ['任务', ['tasksSucceeded', 'tasksFailed'], 'line'],
  ['等待', ['waitP50', 'waitP90'], 'line'],
  ['消耗的券', ['tickets.normal.spent', 'tickets.live.spent', 'tickets.gpt.spent'], 'column'],
] as const;

export default function OverviewPage() {
  const days = useReportRange();
  const query = useReport<OverviewReport>('overviewReport', days.range);
  const before = useReportBefore<OverviewReport>('overviewReport', days.range).data?.data.figures ?? [];
  return (
    <ReportFrame title="概览" days={days} query={query} notice={<EngineAlarms />}>
      {({ from, to, days: dates, figures }) => {
        const range = { from, to };
        const ofGroup = (group: FigureGroup) => figures.filter((figure) => figure.group === group);
        const byId = (id: string) => figures.filter((figure) => figure.id === id);
        const rowsOf = (groups: readonly FigureGroup[]): ReportFigure[][] =>
          ofGroup(groups[0] as FigureGroup).map((first) => [
            first,
            ...groups.slice(1).flatMap((group) => ofGroup(group).filter(({ title }) => title === first.title)),
          ]);
        if (figures.every(({ total }) => !total))
          return (
            <Empty
              sentence="这段时间没有订单、用户和任务。"
              action={<Button onClick={() => days.choose(90)}>看近 90 天</Button>}
            />
          );
        return (
          <>
            {cards.map(([title, groups]) => (
              <section key={title} className="figure-section" aria-label={title}>
                <h2>{title}</h2>
                <dl className="figure-cards">
                  {groups.flatMap(ofGroup).map((figure) => (
                    <FigureCard
                      key={figure.id}
                      figure={figure}
                      before={figure.group === 'queue' ? undefined : before.find(({ id }) => id === figure.id)}
                      range={range}
                    />
                  ))}
                </dl>
              </section>
            ))}
            <div className="charts">
              {charts.map(([title, ids, kind]) => (
                <DayChart key={title} title={title} days={dates} figures={ids.flatMap(byId)} kind={kind} />
              ))}
              <FigureBars
                title="失败原因"
                heads={['原因', '任务']}
                rows={rowsOf(['failures'])}
                range={range}
                empty="这段时间没有失败的任务。"
              />
              <FigureBars
                title="引擎用时"
                heads={['引擎', '用时', '运行次数']}
                rows={rowsOf(['engineTime', 'engineRuns'])}
                range={range}
                empty="这段时间引擎没有运行。"
              />
              <FigureBars
                title="券"
                heads={['券', '消耗', '售出', '退回']}
                rows={ticketKinds.map((kind) =>
                  ['spent', 'sold', 'returned']
                    .flatMap((what) => byId(`tickets.${kind}.${what}`))
                    .map((figure) => ({ ...figure, title: ticketLabels[kind] })),
                )}
                range={range}
                empty=""
              />
            </div>
          </>
        );
      }}
    </ReportFrame>
  );
}
