import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './checkbox.css';

interface CheckboxProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Its name. */
  children: ReactNode;
  /** The key that does the same, told to a resting pointer. */
  tip?: string;
  className?: string | undefined;
}

/** A box to tick, with its name at the right. */
export function Checkbox({ isChecked, onChange, children, tip, className }: CheckboxProps) {
  return (
    <label className={classNames('row flex-none gap-8 text-13 cursor-pointer', styles.checkbox, className)} title={tip}>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
