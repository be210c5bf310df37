import type { EngineHealth } from '#shared/contract/engine-desk';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter-bar.tsx';
import { formatDuration } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { EngineAlarms } from './engine-alarms.tsx';
import { engineState, kindChoices, kindWord, shareWords } from './engine-words.tsx';

export default function EngineList() {
  return (
    <ListPage<EngineHealth>
      resource="engines"
      title="引擎与服务"
      what="引擎或服务"
      note={
        <>
          <EngineAlarms />
          错误率和耗时取最近一小时；取消的不计。
        </>
      }
      filters={(list) => (
        <>
          <ChoiceFilter list={list} name="kind" label="种类" choices={kindChoices} isMultiple />
          <ChoiceFilter list={list} name="state" label="状态" choices={engineState.choices} isMultiple />
        </>
      )}
      columns={columns}
      card={(row) => <EngineCard row={row} />}
      emptySentence="没有符合条件的引擎或服务。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<EngineHealth>> = [
  {
    key: 'title',
    title: '名称',
    width: 140,
    pinned: 'left',
    render: ({ id, title }) => <RowLink resource="engines" id={id} text={title} />,
  },
  { key: 'kind', title: '种类', width: 96, isSortable: true, render: ({ kind }) => kindWord(kind) },
  {
    key: 'state',
    title: '状态',
    width: 100,
    isSortable: true,
    render: ({ state }) => <engineState.Dot status={state} />,
  },
  { key: 'provider', title: '由谁提供', width: 130, isSortable: true, render: (row) => <Provider row={row} /> },
  { key: 'calls', title: '调用', width: 72, isFigure: true, isSortable: true, render: ({ calls }) => calls },
  {
    key: 'errorRate',
    title: '错误率',
    width: 80,
    isFigure: true,
    isSortable: true,
    render: ({ errorRate }) => shareWords(errorRate),
  },
  { key: 'p50', title: 'p50', width: 84, isFigure: true, isSortable: true, render: ({ p50 }) => formatDuration(p50) },
  { key: 'p90', title: 'p90', width: 84, isFigure: true, isSortable: true, render: ({ p90 }) => formatDuration(p90) },
  timeColumn('lastSuccessAt', '最近成功', { isSortable: true }),
  timeColumn('lastFailureAt', '最近失败', { isSortable: true }),
];

function Provider({ row: { provider, isSimulated } }: { row: EngineHealth }) {
  if (provider === '') return <span className="quiet">—</span>;
  return (
    <span>
      {provider} {isSimulated && <span className="tag">模拟</span>}
    </span>
  );
}

function EngineCard({ row }: { row: EngineHealth }) {
  return (
    <>
      <div className="card-head">
        <RowLink resource="engines" id={row.id} text={row.title} />
        <engineState.Dot status={row.state} />
      </div>
      <div className="card-line">
        <span className="quiet">{kindWord(row.kind)}</span>
        <Provider row={row} />
        {row.errorRate !== null && <span className="figures">错误率 {shareWords(row.errorRate)}</span>}
      </div>
    </>
  );
}
