import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../lib/class-names';
import styles from './input.css';

/** Classes of an input, for what is not a plain one. */
export const inputLook = styles.input;

/** One line to type in: the border, height and ground that inputs have everywhere. */
export function Input({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  return <input {...rest} className={classNames(styles.input, className)} />;
}
