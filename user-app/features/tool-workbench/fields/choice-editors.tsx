import { useId } from 'react';
import type { ToolAnswer } from '#shared/contract/task';
import { planLabels } from '#shared/domain/console-words';
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

/** Price, audience and method of an engine, in one line. */
function engineNote({ priceFactor, plans, leaves, algorithm }: ToolAnswer['engines'][number]): string {
  return [
    priceFactor === 1 ? '' : `用券 × ${priceFactor}`,
    plans ? `仅限${plans.map((plan) => planLabels[plan]).join('、')}` : '',
    leaves ?? '',
    algorithm,
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

/** Choice of the engine. Engines that cannot be used now are disabled and say why. */
export function EngineEditor({ engines, closedEngines, ...rest }: FieldEditorProps) {
  const { value } = rest;
  const listed = [...engines, ...closedEngines];
  const isGone = typeof value === 'string' && value !== '' && listed.every(({ name }) => name !== value);
  const options = [
    { value: undefined, label: '自动' },
    ...engines.map((engine) => ({ value: engine.name, label: engine.title, note: engineNote(engine) })),
    ...closedEngines.map(({ name, title, reason }) => ({ value: name, label: title, note: reason, isOff: true })),
    ...(isGone
      ? [{ value, label: `${value}（不可用）`, note: '这个引擎不存在或现在不能运行此工具', isOff: true }]
      : []),
  ];
  const chosen = engines.find(({ name }) => name === value) ?? engines[0];
  return (
    <>
      <Choice {...rest} options={options} className={styles.chips} />
      {listed.length > 1 && (
        <div className={styles.engineNotes}>
          {chosen && <p>{`${chosen.title}：${engineNote(chosen)}`}</p>}
          {closedEngines.map(({ name, title, reason }) => (
            <p key={name}>{`${title}（不可用）：${reason}`}</p>
          ))}
        </div>
      )}
    </>
  );
}
