import type { CSSProperties } from 'react';
import styles from './range.css';

interface RangeProps {
  label: string;
  min: number;
  max: number;
  value: number;
  title?: string | undefined;
  onChange: (value: number) => void;
}

/** A narrow slider with its name before and its number behind it. */
export function Range({ label, min, max, value, title, onChange }: RangeProps) {
  const part = ((value - min) / (max - min)) * 100;
  return (
    <label className={styles.range} title={title}>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        value={value}
        style={{ '--part': `${part}%` } as CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output>{value}</output>
    </label>
  );
}
