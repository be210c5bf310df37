import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names';
import { Link } from '../lib/router';
import styles from './button.css';

export type ButtonLook = 'primary' | 'danger' | 'plain' | 'quiet' | 'text';

interface Common {
  look?: ButtonLook | undefined;
  size?: 'normal' | 'large' | 'small' | undefined;
  children: ReactNode;
  className?: string | undefined;
}

type NativeButton = ButtonHTMLAttributes<HTMLButtonElement>;

/** Classes of a button, for what opens a panel. */
export function buttonLook({ look = 'plain', size = 'normal', className }: Omit<Common, 'children'> = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-8 rounded-input font-medium nowrap',
    styles.button,
    styles[look],
    look !== 'text' && styles[size],
    className,
  );
}

/** At most one `primary` in a view; `text` stands in a sentence. Pressed ones say so with `aria-pressed`. */
export function Button({ look, size, className, ...rest }: Common & NativeButton) {
  return <button type="button" {...rest} className={buttonLook({ look, size, className })} />;
}

/** A link that looks like a button. */
export function ButtonLink({ look, size, className, to, children }: Common & { to: string }) {
  return (
    <Link to={to} className={buttonLook({ look, size, className })}>
      {children}
    </Link>
  );
}

/**
 * A press whose look is its feature's own: marks on a canvas, cards, rows of a list. All others are a `Button`, an
 * `IconButton`, a `Chip` or a `ThumbButton`.
 */
export function BareButton({ inner, ...rest }: NativeButton & { inner?: Ref<HTMLButtonElement> | undefined }) {
  return <button ref={inner} type="button" {...rest} />;
}
