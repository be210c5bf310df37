import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './facts.css';

interface FactsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[];
  className?: string | undefined;
}

/** Names and values, a row each: names in the second ink, figures under figures. */
export function Facts({ rows, className }: FactsProps) {
  return (
    <dl className={classNames(styles.facts, className)}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
