import type { ToolCard } from '../../lib/tool-card';
import { ToolTile } from './tool-tile';
import styles from './tool-wall.css';

export function ToolGrid({ cards }: { cards: readonly ToolCard[] }) {
  return (
    <ul className={styles.grid}>
      {cards.map((card) => (
        <li key={card.id}>
          <ToolTile card={card} />
        </li>
      ))}
    </ul>
  );
}
