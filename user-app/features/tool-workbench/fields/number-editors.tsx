import { NumberInput } from '@/ui/number-input';
import { Slider } from '@/ui/slider';
import { Switch } from '@/ui/switch';
import { BareButton } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { DiceIcon, MinusIcon, PlusIcon } from '../icons';
import choices from './choices.css';
import type { FieldEditorProps } from './field-editor';
import styles from './fields.css';

const numberOf = (value: unknown, start: unknown) => (typeof value === 'number' ? value : Number(start ?? 0));

/** A slider with its number beside it; named stops stand below as buttons. */
export function SliderEditor({ field, value, isDisabled, onChange }: FieldEditorProps) {
  const { min = 0, max = 100, step = 1, stops, unit } = field;
  const number = numberOf(value, field.default);
  const digits = step < 1 ? 2 : 0;
  return (
    <div className={styles.slider}>
      <Slider
        label={field.label}
        isNameHidden
        min={min}
        max={max}
        step={step}
        value={number}
        start={typeof field.default === 'number' ? field.default : undefined}
        isDisabled={isDisabled}
        onChange={onChange}
        aside={
          <NumberInput
            className={`flex-none ${styles.sliderNumber}`}
            isSmall
            min={min}
            max={max}
            step={step}
            digits={digits}
            value={number}
            isDisabled={isDisabled}
            label={`${field.label}数值`}
            unit={unit}
            onChange={onChange}
          />
        }
      />
      {stops && (
        <div className="flex gap-4 mt-4" role="group" aria-label={`${field.label}常用值`}>
          {stops.map((stop) => (
            <BareButton
              key={stop.value}
              className={`flex-1 rounded-input bg-none text-second cursor-pointer ${styles.stop}`}
              aria-pressed={Math.abs(stop.value - number) < step / 2}
              disabled={isDisabled}
              onClick={() => onChange(stop.value)}
            >
              {stop.label}
              <span className={`text-second text-12 tabular ${styles.stopValue}`}>{stop.value.toFixed(digits)}</span>
            </BareButton>
          ))}
        </div>
      )}
    </div>
  );
}

export function NumberEditor({ field, value, isDisabled, labelId, onChange }: FieldEditorProps) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, unit } = field;
  return (
    <NumberInput
      className={styles.number}
      hasSteps
      min={min}
      max={max}
      value={numberOf(value, field.default)}
      isDisabled={isDisabled}
      labelId={labelId}
      unit={unit}
      onChange={onChange}
      onEmpty={() => onChange(field.default)}
    />
  );
}

/** A small whole number by plus and minus. */
export function StepperEditor({ field, value, isDisabled, labelId, onChange }: FieldEditorProps) {
  const { min = 1, max = 4 } = field;
  const number = numberOf(value, field.default);
  const to = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <div
      className={`items-center border rounded-input bg-surface ${styles.stepper}`}
      role="group"
      aria-labelledby={labelId}
    >
      <IconButton
        size="small"
        label={`减少${field.label}`}
        disabled={isDisabled || number <= min}
        onClick={() => to(number - 1)}
      >
        <MinusIcon size={16} />
      </IconButton>
      <output aria-live="polite">{number}</output>
      <IconButton
        size="small"
        label={`增加${field.label}`}
        disabled={isDisabled || number >= max}
        onClick={() => to(number + 1)}
      >
        <PlusIcon size={16} />
      </IconButton>
    </div>
  );
}

export function SwitchEditor({ value, isDisabled, labelId, onChange }: FieldEditorProps) {
  return <Switch isOn={value === true} isDisabled={isDisabled} labelId={labelId} onChange={onChange} />;
}

const largestSeed = 999_999;

/** Random, decided by the server, or a number that makes a run repeatable. */
export function SeedEditor({ field, name, value, isDisabled, labelId, onChange }: FieldEditorProps) {
  const isFixed = typeof value === 'number';
  const dice = () => onChange(Math.floor(Math.random() * (largestSeed + 1)));
  return (
    <div className="row gap-8">
      <div className={choices.segmented} role="radiogroup" aria-labelledby={labelId}>
        <label>
          <input
            type="radio"
            name={`${name}-kind`}
            checked={!isFixed}
            disabled={isDisabled}
            onChange={() => onChange(undefined)}
          />
          <span>随机</span>
        </label>
        <label>
          <input type="radio" name={`${name}-kind`} checked={isFixed} disabled={isDisabled} onChange={dice} />
          <span>固定</span>
        </label>
      </div>
      {isFixed && (
        <>
          <NumberInput
            className={styles.seedNumber}
            min={0}
            max={field.max ?? largestSeed}
            value={value}
            isDisabled={isDisabled}
            label="种子数值"
            onChange={onChange}
          />
          <IconButton label="换一个种子" disabled={isDisabled} onClick={dice}>
            <DiceIcon />
          </IconButton>
        </>
      )}
    </div>
  );
}
