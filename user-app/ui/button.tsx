import { Link } from '@umijs/max';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './button.css';

export type ButtonLook = 'primary' | 'plain' | 'quiet';

interface Common {
  look?: ButtonLook;
  size?: 'normal' | 'large' | 'small';
  children: ReactNode;
  className?: string | undefined;
}

function lookOf({ look = 'plain', size = 'normal', className }: Omit<Common, 'children'>): string {
  return classNames(styles.button, styles[look], styles[size], className);
}

/** A light button for pages that need no antd form. At most one `primary` in a view. */
export function Button({ look, size, className, ...rest }: Common & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={lookOf({ ...(look && { look }), ...(size && { size }), className })} />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look, size, className, to, children }: Common & { to: string }) {
  return (
    <Link to={to} className={lookOf({ ...(look && { look }), ...(size && { size }), className })}>
      {children}
    </Link>
  );
}
