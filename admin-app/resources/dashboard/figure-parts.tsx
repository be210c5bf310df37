import { Tooltip } from 'antd';
import { Link } from 'react-router';
import type { FigureList, ReportFigure } from '#shared/contract/report-desk';
import type { StaffPermission } from '#shared/domain/staff-permissions';
import { useStaff } from '../../providers/staff-session.ts';
import { FigureHeads } from '../../ui/figure-heads.tsx';
import { comparedWords, formatFigure, listAddress } from './figure-words.ts';
import type { ReportDays } from './report-range.ts';

const listPermissions: Record<FigureList['resource'], StaffPermission> = {
  accounts: 'account.read',
  orders: 'order.read',
  refunds: 'order.read',
  tasks: 'task.read',
  tickets: 'ticket.read',
};

interface NumberProps {
  figure: ReportFigure;
  value: number | null;
  range: ReportDays;
  /** Whose number it is, for screen readers. */
  what: string;
}

/** A number that leads to the list behind it, for those who may see that. */
export function FigureNumber({ figure: { unit, list }, value, range, what }: NumberProps) {
  const staff = useStaff();
  const words = formatFigure(unit, value);
  if (value === null || !list || !staff?.permissions.includes(listPermissions[list.resource])) return words;
  return (
    <Link className="figure-link" to={listAddress(list, range)} aria-label={`${what} ${words}，查看名单`}>
      {words}
    </Link>
  );
}

interface FigureProps {
  figure: ReportFigure;
  before: ReportFigure | undefined;
  range: ReportDays;
}

/** One number with what it counts and how it compares with the days before. */
export function FigureCard({ figure, before, range }: FigureProps) {
  const { title, unit, total, counts } = figure;
  const compared = comparedWords(unit, total, before?.total ?? null);
  return (
    <div className="figure-card">
      <dt>
        {title}
        <Tooltip title={counts}>
          <button type="button" className="figure-help" aria-label={`${title}的口径：${counts}`}>
            ?
          </button>
        </Tooltip>
      </dt>
      <dd className="figures figure-value">
        <FigureNumber figure={figure} value={total} range={range} what={title} />
      </dd>
      <dd className="quiet figures figure-compared">{compared || ' '}</dd>
    </div>
  );
}

interface BarsProps {
  title: string;
  /** Rows, and further numbers beside the first. */
  rows: ReadonlyArray<readonly ReportFigure[]>;
  heads: readonly string[];
  range: ReportDays;
  empty: string;
}

/** Few rows of numbers, the first drawn as bars too. */
export function FigureBars({ title, rows, heads, range, empty }: BarsProps) {
  const most = Math.max(1, ...rows.map(([first]) => first?.total ?? 0));
  const sorted = [...rows].sort(([one], [other]) => (other?.total ?? 0) - (one?.total ?? 0));
  return (
    <section className="chart" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <table className="figure-table">
          <FigureHeads heads={heads} />
          <tbody>
            {sorted.map(([first, ...others]) =>
              first ? (
                <tr key={first.id}>
                  <th scope="row" title={first.counts}>
                    {first.title}
                    <span
                      className="figure-bar"
                      style={{ width: `${(100 * (first.total ?? 0)) / most}%` }}
                      aria-hidden="true"
                    />
                  </th>
                  {[first, ...others].map((figure) => (
                    <td key={figure.id} className="figures">
                      <FigureNumber figure={figure} value={figure.total} range={range} what={figure.title} />
                    </td>
                  ))}
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}
