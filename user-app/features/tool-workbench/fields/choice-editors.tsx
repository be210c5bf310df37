import { useId } from 'react';
import type { FieldOption } from '#shared/tools/field';
import styles from './choices.css';
import type { FieldEditorProps } from './field-editor';

interface ChoiceProps {
  options: readonly { value: FieldOption['value'] | undefined; label: string; note?: string; isOff?: boolean }[];
  value: unknown;
  isDisabled: boolean;
  labelId: string;
  className: string | undefined;
  onChange: (value: unknown) => void;
}

/** One of a few, as real radio buttons under the look. */
function Choice({ options, value, isDisabled, labelId, className, onChange }: ChoiceProps) {
  const group = useId();
  return (
    <div className={className} role="radiogroup" aria-labelledby={labelId}>
      {options.map((option) => (
        <label key={String(option.value)} title={option.note}>
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            disabled={isDisabled || option.isOff}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

export function ChipsEditor({ field, ...rest }: FieldEditorProps) {
  return <Choice {...rest} options={field.options ?? []} className={styles.chips} />;
}

export function SegmentedEditor({ field, ...rest }: FieldEditorProps) {
  return <Choice {...rest} options={field.options ?? []} className={styles.segmented} />;
}

export function MultiChipsEditor({ field, value, isDisabled, labelId, onChange }: FieldEditorProps) {
  const chosen = Array.isArray(value) ? (value as FieldOption['value'][]) : [];
  const options = field.options ?? [];
  const toggle = (option: FieldOption['value'], isOn: boolean) => {
    const wanted = new Set(isOn ? [...chosen, option] : chosen.filter((item) => item !== option));
    onChange(options.flatMap((item) => (wanted.has(item.value) ? [item.value] : [])));
  };
  return (
    <div className={styles.chips} role="group" aria-labelledby={labelId}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            disabled={isDisabled}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** Choice of the engine. A selected engine that cannot run the tool any more stays listed, but is disabled. */
export function EngineEditor({ engines, ...rest }: FieldEditorProps) {
  const { value } = rest;
  const isGone = typeof value === 'string' && value !== '' && engines.every(({ name }) => name !== value);
  const options = [
    { value: undefined, label: '自动' },
    ...engines.map((engine) => ({ value: engine.name, label: engine.title, note: engine.algorithm })),
    ...(isGone
      ? [{ value, label: `${value}（不可用）`, note: '这个引擎不存在或现在不能运行此工具', isOff: true }]
      : []),
  ];
  return <Choice {...rest} options={options} className={styles.chips} />;
}
