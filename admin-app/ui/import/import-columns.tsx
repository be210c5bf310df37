import { Select } from 'antd';
import { type Importable, idHeading } from '#shared/contract/import-desk';
import type { ImportFile } from './import-file.ts';

interface Props {
  file: ImportFile;
  fields: Importable['fields'];
  columns: readonly string[];
  isBusy: boolean;
  onChange: (columns: string[]) => void;
}

const shown = 40;

/** Each column of a file with its first value, and the field it brings. */
export function ImportColumns({ file: { headings, rows }, fields, columns, isBusy, onChange }: Props) {
  const choices = [
    { value: '', label: '不导入' },
    { value: 'id', label: idHeading },
    ...Object.entries(fields).map(([value, { heading }]) => ({ value, label: heading })),
  ];
  const change = (index: number, value: string) =>
    onChange(columns.map((column, at) => (at === index ? value : column === value ? '' : column)));
  const helps = Object.entries(fields).flatMap(([name, { heading, help }]) =>
    help && columns.includes(name) ? [`${heading}：${help}。`] : [],
  );
  return (
    <section aria-label="对应的列">
      <ul className="import-columns">
        {headings.map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other name
          <li key={index}>
            <span className="import-heading">
              <span>{heading || `第 ${index + 1} 列`}</span>
              <span className="quiet">{(rows[0]?.cells[index] ?? '').slice(0, shown) || '（空）'}</span>
            </span>
            <Select
              aria-label={`「${heading || `第 ${index + 1} 列`}」对应`}
              value={columns[index] ?? ''}
              options={choices}
              disabled={isBusy}
              onChange={(value) => change(index, value)}
            />
          </li>
        ))}
      </ul>
      {!columns.includes('id') && <p className="line quiet">没有「编号」列：每一行都当作新建。</p>}
      {helps.map((help) => (
        <p key={help} className="line quiet">
          {help}
        </p>
      ))}
    </section>
  );
}
