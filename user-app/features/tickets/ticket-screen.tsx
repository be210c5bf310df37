import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { useSearchParams } from '../../lib/router';
import { Segments } from '../../ui/segments';
import { Purses } from './purses';
import { Statement } from './statement';
import styles from './tickets.css';

const filters = [['all', '全部'], ...ticketKinds.map((kind) => [kind, ticketLabels[kind]] as const)] as const;

/** Balances of tickets, and all their movements. */
export function TicketScreen() {
  const [query, setQuery] = useSearchParams();
  const filter = filters.find(([value]) => value === query.get('kind'))?.[0] ?? 'all';
  return (
    <>
      <Purses />
      <section className={styles.statement} aria-label="券流水">
        <div className={`row flex-wrap justify-between gap-8-16 mb-12 ${styles.head}`}>
          <h2>流水</h2>
          <Segments
            label="券的种类"
            options={filters}
            value={filter}
            onChange={(kind) => setQuery(kind === 'all' ? {} : { kind }, { replace: true })}
          />
        </div>
        <Statement key={filter} kind={filter === 'all' ? undefined : filter} />
      </section>
    </>
  );
}
