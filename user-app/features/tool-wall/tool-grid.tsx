import type { ToolCard } from '../../lib/tool-card';
import { ToolTile } from './tool-tile';
import styles from './tool-wall.css';

interface ToolGridProps {
  cards: readonly ToolCard[];
  /** By id of the card they begin with: names of parts of the grid. */
  parts?: ReadonlyMap<string, { id: string; title: string }>;
  /** Level of the parts' headings. */
  level?: 2 | 3;
}

/** Cards without a gap; a part of it is named on its first card. */
export function ToolGrid({ cards, parts, level = 3 }: ToolGridProps) {
  const Heading = `h${level}` as const;
  return (
    <ul className={`grid gap-16 ${styles.grid}`}>
      {cards.map((card) => {
        const part = parts?.get(card.id);
        return (
          <li key={card.id} id={part?.id}>
            {part && (
              <Heading className={`text-12 font-medium pointer-events-none ${styles.part}`}>{part.title}</Heading>
            )}
            <ToolTile card={card} />
          </li>
        );
      })}
    </ul>
  );
}
