import type { ReportFigure } from '#shared/contract/report-desk';
import { FigureNumber } from './figure-parts.tsx';
import { axisUnits, axisValue, formatFigure } from './figure-words.ts';
import { Plot } from './plot.tsx';

interface Props {
  title: string;
  days: readonly string[];
  figures: readonly ReportFigure[];
  kind: 'line' | 'column';
}

/** Numbers by day as a picture, and as a table with a link at every number. */
export function DayChart({ title, days, figures, kind }: Props) {
  const unit = figures[0]?.unit ?? 'count';
  const series = figures.map((figure) => ({
    title: figure.title,
    values: figure.days.map((value) => (value === null ? null : axisValue(unit, value))),
  }));
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  return (
    <section className="chart" aria-label={title}>
      <h2>
        {title}
        {axisUnits[unit] && <span className="quiet">（{axisUnits[unit]}）</span>}
      </h2>
      {isEmpty ? (
        <p className="quiet">这段时间没有数据。</p>
      ) : (
        <>
          <Plot title={title} kind={kind} days={days} series={series} unit={axisUnits[unit]} />
          <details className="more">
            <summary>看每天的数字</summary>
            <div className="chart-table">
              <table className="figure-table" aria-label={`${title}，每天的数字`}>
                <thead>
                  <tr>
                    <th scope="col">日期</th>
                    {figures.map(({ id, title: name }) => (
                      <th key={id} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days.map((day, place) => (
                    <tr key={day}>
                      <th scope="row" className="figures">
                        {day}
                      </th>
                      {figures.map((figure) => (
                        <td key={figure.id} className="figures">
                          {figure.list ? (
                            <FigureNumber
                              figure={figure}
                              value={figure.days[place] ?? null}
                              range={{ from: day, to: day }}
                              what={`${day} ${figure.title}`}
                            />
                          ) : (
                            formatFigure(figure.unit, figure.days[place] ?? null)
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}
