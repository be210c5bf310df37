import { Alert, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { type ImportAnswer, type Importable, type ImportRow, mostRefusedRows } from '#shared/contract/import-desk';
import { formatNumber } from '../format.ts';

interface Props {
  answer: ImportAnswer & { isDone: boolean };
  fields: Importable['fields'];
  what: string;
}

const stateWords = { new: '新建', changed: '修改', refused: '不导入' } as const;
const pageSize = 20;

/** Report of an import: number of rows of each kind, and each row with its changes or the reason of its refusal. */
export function ImportReport({ answer: { rows, counts, isDone, changeId }, fields, what }: Props) {
  const [state, setState] = useState<ImportRow['state'] | 'all'>('all');
  const [page, setPage] = useState(1);
  const chosen = state === 'all' ? rows : rows.filter((row) => row.state === state);
  const written = counts.new + counts.changed;
  const states = (['new', 'changed', 'refused'] as const).filter((each) => counts[each] > 0);
  const facts = [
    ...states.map((each) => `${stateWords[each]} ${formatNumber(counts[each])} 条`),
    ...(counts.unchanged > 0 ? [`没有变化 ${formatNumber(counts.unchanged)} 条`] : []),
  ].join('，');
  const headline = isDone
    ? `已写入 ${formatNumber(written)} 条${what}`
    : written > 0
      ? `将写入 ${formatNumber(written)} 条${what}`
      : '没有可以写入的内容';
  return (
    <section aria-label={isDone ? '导入结果' : '试算结果'} className="import-report">
      <Alert
        role="status"
        type={counts.refused > 0 ? 'warning' : written > 0 ? 'success' : 'info'}
        message={headline}
        description={
          <>
            {facts && <p className="line">{facts}。</p>}
            {isDone && changeId && <p className="line">10 分钟内可以整批撤销。</p>}
            {!isDone && <p className="line">还没有写入任何内容。</p>}
          </>
        }
      />
      {states.length > 1 && (
        <Segmented
          aria-label="只看"
          value={state}
          options={[
            { value: 'all', label: '全部' },
            ...states.map((each) => ({ value: each, label: stateWords[each] })),
          ]}
          onChange={(next) => {
            setState(next as typeof state);
            setPage(1);
          }}
        />
      )}
      {chosen.length > 0 && (
        <ul className="import-rows">
          {chosen.slice((page - 1) * pageSize, page * pageSize).map((row) => (
            <li key={row.line}>
              <Row row={row} fields={fields} />
            </li>
          ))}
        </ul>
      )}
      {chosen.length > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={chosen.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {counts.refused > mostRefusedRows && (
        <p className="line quiet">不导入的只列出前 {formatNumber(mostRefusedRows)} 行。</p>
      )}
    </section>
  );
}

function Row({
  row: { line, name, state, changes, message },
  fields,
}: {
  row: ImportRow;
  fields: Importable['fields'];
}) {
  return (
    <>
      <div className="import-row-head">
        <span className="figures quiet">第 {formatNumber(line)} 行</span>
        <span className={`import-state import-${state}`}>{stateWords[state]}</span>
        <span className="import-name">{name}</span>
      </div>
      {state === 'refused' ? (
        <p className="line">{message}</p>
      ) : (
        <dl className="import-changes">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fields[field]?.heading ?? field}</dt>
              <dd>
                {state === 'changed' && (
                  <>
                    <del>{before || '（空）'}</del>
                    <span aria-hidden> → </span>
                  </>
                )}
                <ins>{after || '（空）'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
