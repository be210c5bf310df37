import type { ReactNode } from 'react';
import styles from './ui-parts.css';

/** A part by its name, in its states. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{name}</h3>
      <div className={styles.states}>{children}</div>
    </div>
  );
}
