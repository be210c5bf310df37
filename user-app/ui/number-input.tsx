import { type KeyboardEvent, useState } from 'react';
import { classNames } from '../lib/class-names';
import { ChevronDownIcon } from './icons';
import styles from './number-input.css';
import { numberIn } from './typed-number';

interface NumberInputProps {
  /** Name, where no element gives it. */
  label?: string;
  labelId?: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** Decimals that are kept and shown. */
  digits?: number;
  unit?: string | undefined;
  isSmall?: boolean;
  /** Shows two buttons to a resting mouse. */
  hasSteps?: boolean;
  isDisabled?: boolean;
  /** Reports every number within the limits while it is typed; another one is put right when the field is left. */
  onChange: (value: number) => void;
  onEmpty?: () => void;
  className?: string | undefined;
}

/** A number to type in; arrows step, with Shift by ten. */
export function NumberInput(props: NumberInputProps) {
  const { value, min, max, step = 1, digits = 0, unit, isSmall, hasSteps, isDisabled, onChange, onEmpty } = props;
  const [typed, setTyped] = useState<string>();
  const limits = { min, max, digits };

  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === '') onEmpty?.();
    const number = numberIn(text, limits);
    if (number?.isWithin) onChange(number.nearest);
  };
  const finish = () => {
    const number = typed === undefined ? undefined : numberIn(typed, limits);
    if (number && !number.isWithin) onChange(number.nearest);
    setTyped(undefined);
  };
  const move = (by: number) => {
    const from = (typed === undefined ? undefined : numberIn(typed, limits)?.nearest) ?? value;
    const number = numberIn(String(from + by), limits);
    setTyped(undefined);
    if (number) onChange(number.nearest);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') finish();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move((event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1));
  };

  return (
    <span
      className={classNames(
        'inline-flex relative items-center border rounded-input bg-surface text-ink',
        styles.box,
        props.className,
      )}
      data-small={isSmall || undefined}
      data-disabled={isDisabled || undefined}
    >
      <input
        type="text"
        role="spinbutton"
        inputMode={digits > 0 ? 'decimal' : min < 0 ? 'text' : 'numeric'}
        autoComplete="off"
        value={typed ?? value.toFixed(digits)}
        disabled={isDisabled}
        aria-label={props.label}
        aria-labelledby={props.labelId}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        {...(unit ? { 'aria-valuetext': `${value} ${unit}` } : {})}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
        onBlur={finish}
      />
      {unit && <span className={`flex-none ${styles.unit}`}>{unit}</span>}
      {hasSteps && !isDisabled && (
        <span className={`hidden absolute overflow-hidden bg-surface ${styles.steps}`} aria-hidden="true">
          {[step, -step].map((by) => (
            <button
              key={by}
              type="button"
              tabIndex={-1}
              disabled={by > 0 ? value >= max : value <= min}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => move(by)}
            >
              <ChevronDownIcon size={12} />
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
