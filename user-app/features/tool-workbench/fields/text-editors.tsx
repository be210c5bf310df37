import { type Ref, useId } from 'react';
import { textLimit } from '../../../ui/text-limit';
import type { FieldEditorProps } from './field-editor';
import styles from './fields.css';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A few lines of text with a counter. What is too long is not cut: it stays, is told, and cannot be started. */
export function PromptBox({
  field,
  value,
  isDisabled,
  labelId,
  onChange,
  inner,
  describedBy,
}: FieldEditorProps & { inner?: Ref<HTMLTextAreaElement>; describedBy?: string }) {
  const text = textOf(value);
  const counterId = useId();
  const max = field.max ?? 500;
  const { fault } = textLimit(text, max);
  return (
    <div className={`border rounded-input bg-surface ${styles.promptBox}`} data-disabled={isDisabled || undefined}>
      <textarea
        ref={inner}
        className={`block w-full border-0 rounded-input bg-none text-ink ${styles.prompt}`}
        rows={max > 200 ? 4 : 2}
        value={text}
        disabled={isDisabled}
        placeholder={field.placeholder}
        aria-labelledby={labelId}
        aria-invalid={fault !== undefined}
        aria-describedby={describedBy ? `${counterId} ${describedBy}` : counterId}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={counterId} className={styles.counter} data-fault={fault !== undefined || undefined}>
        {fault ?? (
          <>
            <span aria-hidden="true">
              {text.length} / {max}
            </span>
            <span className="visually-hidden">
              已写 {text.length} 字，最多 {max} 字
            </span>
          </>
        )}
      </span>
    </div>
  );
}

export function TextEditor({ field, value, isDisabled, labelId, onChange }: FieldEditorProps) {
  const { count, fault } = textLimit(textOf(value), field.max);
  const noteId = useId();
  const note = fault ?? count;
  return (
    <>
      <input
        className={styles.text}
        type="text"
        value={textOf(value)}
        disabled={isDisabled}
        placeholder={field.placeholder}
        aria-labelledby={labelId}
        aria-invalid={fault !== undefined}
        aria-describedby={note ? noteId : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {note && (
        <span id={noteId} className={styles.counter} data-fault={fault !== undefined || undefined}>
          {note}
        </span>
      )}
    </>
  );
}

/** A colour by eye or by its `#RRGGBB` text. */
export function ColorEditor({ field, value, isDisabled, labelId, onChange }: FieldEditorProps) {
  const text = textOf(value) || textOf(field.default);
  const isWhole = /^#[0-9a-fA-F]{6}$/.test(text);
  return (
    <div className={`grid gap-8 ${styles.color}`}>
      <input
        type="color"
        className={`p-4 border rounded-input bg-surface cursor-pointer ${styles.swatch}`}
        value={isWhole ? text : textOf(field.default)}
        disabled={isDisabled}
        aria-labelledby={labelId}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <input
        type="text"
        className={styles.text}
        value={text}
        maxLength={7}
        disabled={isDisabled}
        spellCheck={false}
        aria-label={`${field.label}色值`}
        aria-invalid={!isWhole}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          if (!isWhole) onChange(field.default);
        }}
      />
    </div>
  );
}
