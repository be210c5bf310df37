import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './bar.css';

interface BarProps {
  /** Accessible name of its acts. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Classes of a bar, for what is not a toolbar. */
export const barLook = styles.bar;

/** Acts side by side on a strip of their own that floats over what they act on. */
export function Bar({ label, children, className }: BarProps) {
  return (
    <div role="toolbar" aria-label={label} className={classNames(styles.bar, className)}>
      {children}
    </div>
  );
}

/** A line between groups of a bar. */
export function BarRule() {
  return <span className={`flex-none ${styles.rule}`} aria-hidden="true" />;
}
