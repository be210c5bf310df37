import type { ReactNode } from 'react';
import styles from './ui-parts.css';

/** A part by its name, in its states. */
export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`border-b ${styles.part}`}>
      <h3>{name}</h3>
      <div className="row flex-wrap gap-12">{children}</div>
    </div>
  );
}
