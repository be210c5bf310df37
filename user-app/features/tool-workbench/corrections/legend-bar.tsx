import { Button } from '../../../ui/button';
import styles from './legend-bar.css';
import type { Corrections } from './use-corrections';

interface LegendBarProps {
  corrections: Corrections;
  /** Price of starting again, e.g. 1 券. */
  price: string;
  canStart: boolean;
  onAgain: () => void;
}

/** Legend of the colours with their amounts, and the button that colours again with the corrections. */
export function LegendBar({ corrections, price, canStart, onAgain }: LegendBarProps) {
  const { legend, pins, isChanged, kind, again } = corrections;
  const hint = kind === 'regions' ? '点图上的区域改类' : '点房间改名称和地面';
  return (
    <section
      className={`row flex-wrap gap-8-16 border-t bg-page text-12 ${styles.bar}`}
      aria-label={kind === 'regions' ? '图例' : '房间'}
    >
      {legend.length > 0 && (
        <ul className={`flex flex-wrap m-0 p-0 ${styles.legend}`}>
          {legend.map(({ name, color, figure }) => (
            <li key={name}>
              <span className={`flex-none rounded-input ${styles.swatch}`} style={{ background: color }} />
              {name}
              {figure && <span className="text-second tabular">{figure}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className={`flex-1 min-w-0 m-0 text-second nowrap ${styles.hint}`} aria-live="polite">
        {pins.length === 0 ? hint : `已改 ${pins.length} 处${isChanged ? `，${again}后生效` : ''}`}
        {pins.length === 0 && isChanged && `，${again}后恢复`}
      </p>
      <Button size="small" disabled={!isChanged || !canStart} title="同样的种子，按改过的再出一次" onClick={onAgain}>
        {again} · {price}
      </Button>
    </section>
  );
}
