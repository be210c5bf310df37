import type { ReactNode } from 'react';
import styles from './filter-row.css';

/** Filters of a list, on a sticky strip. */
export function FilterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={`row sticky z-sticky flex-wrap mb-16 p-8-0 bg-page ${styles.row}`}>
      {children}
    </div>
  );
}
