import { type HttpError, useList } from '@refinedev/core';
import type { ShownEngine } from '#shared/contract/connected-engine-desk';
import { engineAdapterLabels } from '#shared/domain/console-words';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { CreateButton, ListFrame } from '../../ui/list-page.tsx';
import { Clip, Empty, StatusDot } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { engineState } from '../engines/engine-words.tsx';
import { budgetWords, checkWord } from './connected-words.ts';
import { OwnGraphs } from './own-graphs.tsx';

const allEngines = { currentPage: 1, pageSize: 200 };

export default function ConnectedList() {
  const { query } = useList<ShownEngine, HttpError>({
    resource: 'connectedEngines',
    pagination: allEngines,
    errorNotification: false,
  });
  return (
    <ListFrame
      title="外接引擎"
      query={query}
      tools={<ExportButton resource="connectedEngines" title="外接引擎" />}
      action={<CreateButton resource="connectedEngines" label="接入引擎" />}
      note="新任务按新的设置，运行中的按原来的结束。成本和失败在「引擎与服务」。"
    >
      <Loaded what="外接引擎" query={query}>
        {({ data }) => (
          <DataRows
            what="外接引擎"
            rows={data}
            columns={columns}
            card={(row) => <EngineCard row={row} />}
            empty={<Empty sentence="还没有外接引擎。有显卡的机器运行 ComfyUI，或有图片服务的密钥，就可以接入。" />}
            isFetching={query.isFetching}
          />
        )}
      </Loaded>
      <OwnGraphs />
    </ListFrame>
  );
}

function Name({ row: { id, title } }: { row: ShownEngine }) {
  return <RowLink resource="connectedEngines" id={id} text={title} />;
}

function State({ row: { isEnabled, state } }: { row: ShownEngine }) {
  return isEnabled ? <engineState.Dot status={state} /> : <StatusDot tone="quiet">停用</StatusDot>;
}

const sourceWord = ({ source }: ShownEngine) => (source === 'file' ? '文件（只读）' : '控制台');

const columns: ReadonlyArray<DataColumn<ShownEngine>> = [
  { key: 'title', title: '名称', width: 150, render: (row) => <Name row={row} /> },
  { key: 'state', title: '状态', width: 96, render: (row) => <State row={row} /> },
  { key: 'detail', title: '原因', width: 180, render: ({ detail }) => <Clip text={detail || '—'} isWide /> },
  { key: 'untested', title: '实测', width: 130, render: checkWord },
  { key: 'adapter', title: '适配器', width: 120, render: ({ adapter }) => engineAdapterLabels[adapter] },
  { key: 'source', title: '设置在', width: 110, render: sourceWord },
  { key: 'address', title: '地址', width: 220, render: ({ address }) => <Clip text={address} isWide /> },
  { key: 'priceFactor', title: '倍数', width: 72, isFigure: true, render: ({ priceFactor }) => `× ${priceFactor}` },
  { key: 'budget', title: '预算', width: 220, render: ({ budget }) => <Clip text={budgetWords(budget)} isWide /> },
  { key: 'leavesHouse', title: '图片', width: 100, render: ({ leavesHouse }) => (leavesHouse ? '会离开' : '不离开') },
  { key: 'hasKey', title: '密钥', width: 72, render: ({ hasKey }) => (hasKey ? '有' : '无') },
];

function EngineCard({ row }: { row: ShownEngine }) {
  return (
    <>
      <div className="card-head">
        <Name row={row} />
        <State row={row} />
      </div>
      <div className="card-line">
        <span className="quiet">
          {engineAdapterLabels[row.adapter]} · {sourceWord(row)}
        </span>
        <Clip text={row.address} />
        <span className="figures">× {row.priceFactor}</span>
      </div>
      {row.detail !== '' && (
        <div className="card-line">
          <Clip text={row.detail} />
        </div>
      )}
      <div className="card-line quiet">{checkWord(row)}</div>
    </>
  );
}
