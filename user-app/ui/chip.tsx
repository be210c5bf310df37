import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './chip.css';

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Number of results behind it. */
  count?: ReactNode;
}

/** Classes of a chip, for what opens a panel. */
export function chipLook(isOn = false): string {
  return classNames(
    'inline-flex items-center gap-4 p-0-12 border rounded-chip bg-surface text-ink text-13 nowrap',
    styles.chip,
    isOn && styles.on,
  );
}

/** A round-ended filter or choice; one that is chosen says so with `aria-pressed` or `aria-current`. */
export function Chip({ count, children, className, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={classNames(chipLook(), className)}>
      {children}
      {count !== undefined && <span className={classNames(styles.count, 'tabular')}>{count}</span>}
    </button>
  );
}
