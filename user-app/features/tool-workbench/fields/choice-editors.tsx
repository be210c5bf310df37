import { useId } from 'react';
import type { ToolAnswer } from '#shared/contract/task';
import { planLabels } from '#shared/domain/console-words';
import { formatDuration } from '#shared/domain/format';
import { type TicketKind, ticketLabels } from '#shared/domain/ticket-kind';
import type { FieldOption } from '#shared/tools/field';
import { ticketsOf } from '#shared/tools/ticket-count';
import { useCurrentUser } from '@/data/user';
import { engineFor, mayUseEngine } from '../engine-choice';
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

type OfferedEngine = ToolAnswer['engines'][number];

const audienceOf = ({ plans }: OfferedEngine): string =>
  plans ? `仅限${plans.map((plan) => planLabels[plan]).join('、')}` : '';

/** An engine's title, with the mark of one on which the tool was never tried whole. */
const titleOf = ({ title, isUntested }: OfferedEngine): string => (isUntested ? `${title}（未实测）` : title);

/** Speed, price, audience, what leaves the house, and method of an engine, in one line. */
function engineNote(engine: OfferedEngine, kind: TicketKind, cost: number): string {
  const { priceFactor, hasFreeOutputs, usualMs, leaves, algorithm } = engine;
  const tickets = ticketsOf(cost, priceFactor);
  return [
    usualMs === undefined ? '' : `每张约 ${formatDuration(usualMs)}`,
    tickets === cost ? '' : `每张 ${tickets} ${ticketLabels[kind]}起`,
    hasFreeOutputs ? '' : '不计每日免费',
    audienceOf(engine),
    leaves ?? '',
    engine.isUntested ? '未实测：管理员还没有在它上面完整试过这项工具，请先少量试用' : '',
    algorithm,
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

/** Choice of the engine. Engines that cannot be used now are disabled and say why. */
export function EngineEditor({ engines, closedEngines, ...rest }: FieldEditorProps) {
  const { value, tool } = rest;
  const plan = useCurrentUser().vip?.plan ?? 'free';
  const noteOf = (engine: OfferedEngine) => engineNote(engine, tool.ticket.kind, tool.ticket.cost);
  const listed = [...engines, ...closedEngines];
  const isGone = typeof value === 'string' && value !== '' && listed.every(({ name }) => name !== value);
  const options = [
    { value: undefined, label: '自动' },
    ...engines.map((engine) => ({
      ...{ value: engine.name, label: titleOf(engine), note: noteOf(engine) },
      isOff: !mayUseEngine(engine, plan),
    })),
    ...closedEngines.map(({ name, title, reason }) => ({ value: name, label: title, note: reason, isOff: true })),
    ...(isGone
      ? [{ value, label: `${value}（不可用）`, note: '这个引擎不存在或现在不能运行此工具', isOff: true }]
      : []),
  ];
  const chosen = engineFor(engines, { engine: value }, plan);
  const excluded = engines.filter((engine) => !mayUseEngine(engine, plan) && engine !== chosen);
  return (
    <>
      <Choice {...rest} options={options} className={styles.chips} />
      {listed.length > 1 && (
        <div className={styles.engineNotes}>
          {chosen && <p>{`${chosen.title}：${noteOf(chosen)}`}</p>}
          {excluded.map((engine) => (
            <p key={engine.name}>{`${engine.title}：${audienceOf(engine)}`}</p>
          ))}
          {closedEngines.map(({ name, title, reason }) => (
            <p key={name}>{`${title}（不可用）：${reason}`}</p>
          ))}
        </div>
      )}
    </>
  );
}
