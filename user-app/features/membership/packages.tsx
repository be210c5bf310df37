import { formatMoney } from '#shared/domain/format';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import type { Catalogue } from '../../data/order';
import { pieceUnit, priceOfPiece } from '../../lib/ticket-words';
import { Button } from '../../ui/button';
import styles from './packages.css';

const uses = {
  normal: '出图和视频',
  live: '实时渲染，1 张 1 分钟',
  gpt: 'AI 助手的回答',
} as const;

/** Tickets without a plan, by kind. */
export function Packages({ catalogue, onBuy }: { catalogue: Catalogue; onBuy: (productId: string) => void }) {
  return (
    <div className={`grid border-y ${styles.kinds}`}>
      {ticketKinds.map((kind) => {
        const products = catalogue.products
          .filter((product) => product.kind === 'package' && product.ticketKind === kind)
          .sort((a, b) => a.price - b.price);
        if (products.length === 0) return null;
        return (
          <section key={kind} className={styles.kind} aria-label={ticketLabels[kind]}>
            <h3>{ticketLabels[kind]}</h3>
            <p>{uses[kind]}</p>
            <ul>
              {products.map(({ productId, tickets, price, title, isAvailable, refusal }) => (
                <li key={productId}>
                  <span className={styles.amount}>
                    <strong className="tabular">{tickets}</strong> {pieceUnit(kind)}
                  </span>
                  <span className="text-second text-13 tabular">
                    {tickets ? priceOfPiece(kind, price, tickets) : ''}
                  </span>
                  <Button
                    size="small"
                    disabled={!isAvailable}
                    title={refusal ?? undefined}
                    aria-label={`购买 ${title}，${formatMoney(price)}`}
                    onClick={() => onBuy(productId)}
                  >
                    <span className="tabular">{formatMoney(price)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
