import type { ReactNode } from 'react';
import styles from './room-head.css';

interface RoomHeadProps {
  title: string;
  description?: string;
  /** Whose it is, under the title. */
  author?: ReactNode;
  /** Counts and dates in one line. */
  figures: ReactNode;
  /** Acts at the side. */
  acts?: ReactNode;
  /** Content above the acts. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** Head of a page about one collection: its large title, what there is to know of it, and what can be done with it. */
export function RoomHead({ title, description, author, figures, acts, aside, children }: RoomHeadProps) {
  return (
    <header className={`grid mb-24 border-b ${styles.head}`}>
      <div>
        <h1>{title}</h1>
        {author}
        {description && <p className={`mt-8 ${styles.description}`}>{description}</p>}
        <div className={`row flex-wrap mt-12 text-second text-13 tabular ${styles.figures}`}>{figures}</div>
        {children}
      </div>
      {(aside || acts) && (
        <div className={`grid gap-16 ${styles.side}`}>
          {aside}
          {acts && <div className="flex flex-wrap gap-8">{acts}</div>}
        </div>
      )}
    </header>
  );
}
