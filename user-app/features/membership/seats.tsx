import { useId } from 'react';
import { foldDigits } from '#shared/domain/typed';
import { IconButton } from '../../ui/icon-button';
import { MinusIcon, PlusIcon } from '../../ui/icons';
import styles from './plans.css';

interface SeatsProps {
  value: number;
  most: number;
  onChange: (value: number) => void;
}

/** Control for the number of a team's seats. */
export function Seats({ value, most, onChange }: SeatsProps) {
  const id = useId();
  const put = (next: number) => onChange(Math.min(most, Math.max(1, Math.round(next) || 1)));
  return (
    <div>
      <label htmlFor={id} className="visually-hidden">
        席位
      </label>
      <span className={`row justify-between overflow-hidden border rounded-input ${styles.stepper}`}>
        <IconButton size="small" label="减少一个席位" disabled={value <= 1} onClick={() => put(value - 1)}>
          <MinusIcon size={16} />
        </IconButton>
        <input
          id={id}
          inputMode="numeric"
          value={value}
          onChange={(event) => put(Number(foldDigits(event.target.value)))}
          onKeyDown={(event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            put(value + step);
          }}
        />
        <span className="flex-1 text-second" aria-hidden="true">
          席
        </span>
        <IconButton size="small" label="增加一个席位" disabled={value >= most} onClick={() => put(value + 1)}>
          <PlusIcon size={16} />
        </IconButton>
      </span>
    </div>
  );
}
