import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './icon-button.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  /** Its name, and what a resting pointer is told. */
  label: string;
  /** Says more than the name to a resting pointer, e.g. the key that does the same. */
  tip?: string | undefined;
  /** Side of the square: 28, 36 or 44 px. */
  size?: 'small' | 'normal' | 'large';
  isRound?: boolean;
  /** The icon. */
  children: ReactNode;
}

/** Classes of an icon button, for what opens a panel. */
export function iconButtonLook(size: 'small' | 'normal' | 'large' = 'normal', isRound = false): string {
  return classNames('flex-none rounded-input text-second', styles.button, styles[size], isRound && styles.round);
}

/** A press with an icon for its face. One that stays down says so with `aria-pressed`. */
export function IconButton(props: IconButtonProps) {
  const { label, tip = label, size = 'normal', isRound = false, className, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={tip}
      {...rest}
      className={classNames(iconButtonLook(size, isRound), className)}
    />
  );
}
