import { IconButton } from '../../../ui/icon-button';
import type { FieldEditorProps } from '../fields/field-editor';
import { CloseIcon } from '../icons';
import { legendOf } from './findings';
import styles from './reassigned-field.css';
import type { Reassigned } from './rows';

/** The regions that were given another class: set on the result, listed and taken back here. */
export function ReassignedField({ tool, value, values, labelId, isDisabled, onChange }: FieldEditorProps) {
  const rows = Array.isArray(value) ? (value as Reassigned[]) : [];
  const legend = legendOf(tool, values);
  if (rows.length === 0) return <p className="m-0 text-second text-13 leading-20">生成后在结果上点区域改类。</p>;
  return (
    <ul className={`flex flex-wrap gap-8 m-0 p-0 ${styles.list}`} aria-labelledby={labelId}>
      {rows.map((row, index) => (
        <li key={`${row.x},${row.y}`}>
          <span
            className={`rounded-input ${styles.swatch}`}
            style={{ background: legend.find(({ name }) => name === row.name)?.color }}
            aria-hidden="true"
          />
          {row.name}
          <IconButton
            size="small"
            disabled={isDisabled}
            label={`删除第 ${index + 1} 处：${row.name}`}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          >
            <CloseIcon size={12} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
