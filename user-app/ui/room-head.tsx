import type { ReactNode } from 'react';
import styles from './room-head.css';

interface RoomHeadProps {
  title: string;
  description?: string;
  /** Whose it is, under the title. */
  author?: ReactNode;
  /** Counts and dates in one line. */
  figures: ReactNode;
  /** What can be done, at the side. */
  acts?: ReactNode;
  /** What stands above the acts. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** Head of a page about one collection: its large title, what there is to know of it, and what can be done with it. */
export function RoomHead({ title, description, author, figures, acts, aside, children }: RoomHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1>{title}</h1>
        {author}
        {description && <p className={styles.description}>{description}</p>}
        <div className={styles.figures}>{figures}</div>
        {children}
      </div>
      {(aside || acts) && (
        <div className={styles.side}>
          {aside}
          {acts && <div className={styles.acts}>{acts}</div>}
        </div>
      )}
    </header>
  );
}
