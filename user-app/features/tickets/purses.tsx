import type { Purse } from '#shared/contract/membership';
import { formatDateTime, formatNumber } from '#shared/domain/format';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { useCatalogue } from '../../data/order';
import { usePurses } from '../../data/ticket';
import { openOffer } from '../../lib/shop-store';
import { expiryLine, pieceUnit } from '../../lib/ticket-words';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Waiting } from '../../ui/waiting';
import styles from './tickets.css';

/** The three purses, each with its lots in the order they are spent. */
export function Purses() {
  const { data, error, refresh } = usePurses(true);
  const usable = useCatalogue(true).data?.usableTickets;
  if (!data)
    return error ? (
      <EmptyState drawing="broken" title="券没有读到" text={error.message}>
        <Button onClick={refresh}>重试</Button>
      </EmptyState>
    ) : (
      <Waiting label="正在读取券" rows={1} height={132} />
    );
  return (
    <div className={`grid border-y ${styles.purses}`}>
      {data.purses.map((purse) => (
        <PurseColumn key={purse.kind} purse={purse} isOnSale={usable?.includes(purse.kind)} />
      ))}
    </div>
  );
}

/** `isOnSale` is undefined until the catalogue has come; the head keeps its height meanwhile. */
function PurseColumn({ purse, isOnSale }: { purse: Purse; isOnSale: boolean | undefined }) {
  const { kind, left, held } = purse;
  const lots = purse.lots.filter((lot) => lot.left > 0);
  return (
    <section className={styles.purse} aria-label={ticketLabels[kind]}>
      <div className={`row justify-between ${styles.purseHead}`}>
        <h2>{ticketLabels[kind]}</h2>
        {isOnSale && (
          <Button size="small" onClick={() => openOffer({ want: { tickets: kind } })}>
            充值
          </Button>
        )}
        {isOnSale === false && <span className="text-second">暂不出售</span>}
      </div>
      <p className={`text-second ${styles.left}`}>
        <strong className="tabular">{formatNumber(left)}</strong> {pieceUnit(kind)}
        {held > 0 && <span className="tabular">，使用中 {formatNumber(held)}</span>}
      </p>
      <p className={`text-13 ${styles.expiring}`}>{expiryLine(purse)}</p>
      {lots.length > 0 && (
        <details className={`mt-8 text-13 ${styles.lots}`}>
          <summary>共 {lots.length} 批，按此顺序扣除</summary>
          <ul>
            {lots.map((lot, index) => (
              // Lots have no name of their own; their order is the order of spending.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index}>
                <span>{lot.reason}</span>
                <span className="tabular">
                  {formatNumber(lot.left)}/{formatNumber(lot.amount)}
                </span>
                <span className="tabular">{lot.expiresAt ? `${formatDateTime(lot.expiresAt)} 到期` : '长期'}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
