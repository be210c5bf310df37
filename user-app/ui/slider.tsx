import { type CSSProperties, type ReactNode, useId } from 'react';
import { classNames } from '../lib/class-names';
import styles from './slider.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step?: number | 'any';
  value: number;
  /** A double press on the track goes back to it. */
  start?: number | undefined;
  isDisabled?: boolean;
  /** Says more than the name to a resting pointer. */
  tip?: string | undefined;
  /** The value in words, e.g. with its unit; the number itself where it is left out. */
  said?: string | undefined;
  /** The name is read out only: it stands elsewhere. */
  isNameHidden?: boolean;
  /** Stands where the value would. */
  aside?: ReactNode;
  onChange: (value: number) => void;
  /** The value rests: the pointer was lifted, or a key. */
  onEnd?: (() => void) | undefined;
  className?: string | undefined;
}

/** A name, a track, the value behind it; arrows and Page keys move it. */
export function Slider(props: SliderProps) {
  const {
    label,
    min,
    max,
    step = 1,
    value,
    start,
    said = String(value),
    isNameHidden = false,
    onChange,
    onEnd,
  } = props;
  const id = useId();
  const part = ((value - min) / (max - min)) * 100;
  return (
    <div className={classNames('row gap-8 text-second', styles.slider, props.className)} title={props.tip}>
      <label htmlFor={id} className={isNameHidden ? 'visually-hidden' : 'flex-none'}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={props.isDisabled}
        {...(said === String(value) ? {} : { 'aria-valuetext': said })}
        style={{ '--part': `${part}%` } as CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onDoubleClick={() => start !== undefined && onChange(start)}
        onPointerUp={onEnd}
        onKeyUp={onEnd}
        onBlur={onEnd}
      />
      {props.aside ?? <output htmlFor={id}>{said}</output>}
    </div>
  );
}
