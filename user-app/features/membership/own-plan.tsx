import { formatDate, formatNumber } from '#shared/domain/format';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { useMembership } from '../../data/membership';
import { usePurses } from '../../data/ticket';
import { Link } from '../../lib/router';
import { expiryLine } from '../../lib/ticket-words';
import { Button } from '../../ui/button';
import { Waiting } from '../../ui/waiting';
import styles from './own-plan.css';

/** One's own membership: the plan, its end, the next plan, and the remaining tickets. */
export function OwnPlan() {
  const membership = useMembership(true);
  const purses = usePurses(true);
  const { data } = membership;
  if (!data || !purses.data) {
    const error = membership.error ?? purses.error;
    if (!error) return <Waiting label="正在读取我的会员" rows={1} height={120} />;
    return (
      <p className={`row gap-12 border-y ${styles.broken}`} role="alert">
        {error.message}
        <Button
          size="small"
          onClick={() => {
            membership.refresh();
            purses.refresh();
          }}
        >
          重试
        </Button>
      </p>
    );
  }
  const later = data.periods.slice(1);
  return (
    <section className={`grid border-y ${styles.own}`} aria-label="我的会员">
      <div className={styles.now}>
        <h2>
          {data.title}
          {data.seats > 1 && <span className="tabular"> {data.seats} 席</span>}
        </h2>
        <ul>
          <li>{endOf(data)}</li>
          {later.map(({ title, startsAt, endsAt }) => (
            <li key={startsAt}>
              之后 {title}，{formatDate(startsAt)} 至 {endsAt ? formatDate(endsAt) : '长期'}
            </li>
          ))}
          {data.nextGrantAt && <li>下次发券 {formatDate(data.nextGrantAt)}</li>}
        </ul>
        <p className={`flex gap-16 mt-8 text-13 ${styles.links}`}>
          <Link to="/tickets">券明细</Link>
          <Link to="/orders">我的订单</Link>
        </p>
      </div>
      <dl className={`grid ${styles.purses}`}>
        {purses.data.purses.map((purse) => (
          <div key={purse.kind}>
            <dt>{ticketLabels[purse.kind]}</dt>
            <dd>
              <strong className="tabular">{formatNumber(purse.left)}</strong>
              {purse.held > 0 && <span className="tabular">使用中 {formatNumber(purse.held)}</span>}
              <span className={styles.expiring}>{expiryLine(purse)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function endOf({
  plan,
  expiresAt,
  periods,
}: {
  plan: string;
  expiresAt: number | null;
  periods: { endsAt: number | null }[];
}) {
  if (plan === 'free') return '每天有赠券，当天有效';
  const end = periods[0]?.endsAt ?? expiresAt;
  return end ? `${formatDate(end)} 到期，不自动续费` : '长期有效';
}
