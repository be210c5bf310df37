import { useId } from 'react';
import { classNames } from '../lib/class-names';
import styles from './segments.css';

interface SegmentsProps<T extends string> {
  /** Name of the choice, for screen readers. */
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  value: T;
  onChange: (value: T) => void;
  /** Fills its parent, all parts equally wide. */
  isWide?: boolean;
}

/** One of a few, side by side; arrow keys move between them. */
export function Segments<T extends string>({ label, options, value, onChange, isWide = false }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset
      className={classNames('inline-flex gap-2 m-0 p-4 border-0 rounded-input', styles.segments, isWide && styles.wide)}
    >
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option} className={`relative cursor-pointer ${styles.segment}`}>
          <input
            type="radio"
            className={`absolute inset-0 m-0 cursor-pointer ${styles.radio}`}
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
