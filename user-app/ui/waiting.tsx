import type { CSSProperties } from 'react';
import styles from './waiting.css';

const places = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Holds the place of rows that are being read. At most 8. */
export function Waiting({ label, rows = 3, height = 64 }: { label: string; rows?: number; height?: number }) {
  return (
    <div
      role="status"
      data-holds-place
      aria-label={label}
      className={`grid gap-8 ${styles.waiting}`}
      style={{ '--height': `${height}px` } as CSSProperties}
    >
      {places.slice(0, rows).map((place) => (
        <span key={place} />
      ))}
    </div>
  );
}
