import { useId } from 'react';
import { imageUrl } from '@/data/image';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { freshRow } from '../field-rules';
import { CloseIcon } from '../icons';
import type { FieldEditorProps } from './field-editor';
import styles from './fields.css';

type Row = Readonly<Record<string, unknown>>;

/** An editable list; where its rows belong to pictures there is one row for each picture. */
export function RowsEditor(props: FieldEditorProps) {
  const { field, value, values, isDisabled, labelId, onChange } = props;
  const columns = field.columns ?? {};
  const given = Array.isArray(value) ? (value as Row[]) : [];
  const pictures = field.rowsOf ? values[field.rowsOf] : undefined;
  const ids = Array.isArray(pictures) ? (pictures as string[]) : [];
  const rows = field.rowsOf ? ids.map((_id, index) => given[index] ?? freshRow(field)) : given;
  const change = (index: number, name: string, next: unknown) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, [name]: next } : row)));

  if (field.rowsOf && rows.length === 0) return <p className={styles.note}>上传图片后可逐张设置。</p>;
  return (
    <div className="grid gap-8" role="group" aria-labelledby={labelId}>
      {rows.map((row, index) => (
        <div key={ids[index] ?? index} className="row gap-8">
          {ids[index] && (
            <img
              className={`flex-none rounded-input ${styles.rowPicture}`}
              src={imageUrl(ids[index], 120)}
              alt={`第 ${index + 1} 张`}
            />
          )}
          <div className="row flex-1 flex-wrap gap-8 min-w-0">
            {Object.entries(columns).map(([name, column]) => (
              <Cell
                key={name}
                {...props}
                name={name}
                field={column}
                value={row[name]}
                onChange={(next) => change(index, name, next)}
              />
            ))}
          </div>
          {!field.rowsOf && (
            <IconButton
              size="small"
              label={`删除第 ${index + 1} 行`}
              disabled={isDisabled}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            >
              <CloseIcon size={14} />
            </IconButton>
          )}
        </div>
      ))}
      {!field.rowsOf && rows.length < (field.max ?? 20) && (
        <Button look="text" disabled={isDisabled} onClick={() => onChange([...rows, freshRow(field)])}>
          添加一行
        </Button>
      )}
    </div>
  );
}

function Cell(props: FieldEditorProps) {
  const labelId = useId();
  const { field, value, isDisabled, onChange } = props;
  const Editor = props.editors[field.editor];
  const options = field.options ?? [];
  return (
    <div className={`min-w-0 ${styles.cell}`} data-editor={field.editor}>
      <span id={labelId} className="visually-hidden">
        {field.label}
      </span>
      {options.length > 0 && field.editor !== 'multiChips' ? (
        <select
          className={styles.text}
          value={String(value ?? field.default)}
          disabled={isDisabled}
          aria-labelledby={labelId}
          onChange={(event) => onChange(options.find((option) => String(option.value) === event.target.value)?.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <Editor {...props} labelId={labelId} />
      )}
    </div>
  );
}
