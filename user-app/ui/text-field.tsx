import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names';
import { inputLook } from './input';
import styles from './text-field.css';
import { textLimit } from './text-limit';

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it, said at the field. */
  fault?: string | undefined;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Stands at the right of the input, e.g. a button. */
  aside?: ReactNode;
  /** With a number of lines it is a text area. */
  lines?: number;
  /** Characters: the count shows near the end, and what is longer stays and is told. */
  maxLength?: number;
  className?: string | undefined;
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement>,
  'autoComplete' | 'inputMode' | 'placeholder' | 'autoFocus' | 'onFocus'
>;

/** One line or several, with its label and its fault. */
export function TextField(props: FieldProps & InputProps) {
  const {
    label,
    value,
    onChange,
    fault: given,
    hint,
    isRequired = false,
    aside,
    lines,
    maxLength,
    className,
    ...rest
  } = props;
  const id = useId();
  const limit = textLimit(value, maxLength);
  const fault = given ?? limit.fault;
  const note = fault ?? hint;
  const common = {
    ...rest,
    id,
    className: inputLook,
    value,
    required: isRequired,
    'aria-invalid': fault !== undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  };
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <div className={styles.row}>
        {lines === undefined ? (
          <input type="text" {...common} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <textarea {...common} rows={lines} onChange={(event) => onChange(event.target.value)} />
        )}
        {aside}
      </div>
      {limit.count && (
        <span className={classNames(styles.count, 'tabular')} aria-hidden="true">
          {limit.count}
        </span>
      )}
      {note && (
        <p id={`${id}-note`} className={fault ? styles.fault : styles.hint} role={fault ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
