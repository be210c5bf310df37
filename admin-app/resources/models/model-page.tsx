import { CanAccess, type HttpError, useCustom } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ModelFileView, type ModelOverview, modelDeskContract } from '#shared/contract/model-desk';
import { modelUseLabels } from '#shared/domain/console-words';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter-bar.tsx';
import { formatDuration } from '../../ui/format.ts';
import { ListFrame } from '../../ui/list-page.tsx';
import { Clip, Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useListTable } from '../../ui/use-list-table.ts';
import { useWriteMessage } from '../../ui/use-write.ts';
import { breakdownWords, fileState, modelChanges, sizeWords, slotChoices, slotWords } from './model-words.tsx';
import { SlotCards } from './slot-cards.tsx';
import './models.css';

export default function ModelPage() {
  const table = useListTable<ModelFileView>('models');
  const { result, query } = useCustom<ModelOverview, HttpError>({
    url: modelDeskContract.modelOverview.path,
    method: 'get',
    errorNotification: false,
    queryOptions: { queryKey: ['models', 'overview'], refetchInterval: 5000 },
  });
  const overview = query.data ? (result.data as ModelOverview) : undefined;
  const renew = () => void query.refetch();
  return (
    <ListFrame
      title="模型"
      query={table.tableQuery}
      note={
        <>
          把 ONNX 文件放进数据目录下的 <code>models</code> 文件夹，然后重新扫描。没有文件时一切照常，由内置算法完成；
          这里不会下载、改动或删除任何文件。
        </>
      }
      action={overview && !overview.isOff && <Scan onDone={renew} />}
    >
      {overview?.isOff && (
        <Alert
          className="drawer-alert"
          type="info"
          message="神经网络已由设置 MODEL_RUNTIME 关闭，所有工具使用内置算法。"
        />
      )}
      {overview && !overview.isOff && <Process overview={overview} onDone={renew} />}
      {overview && <SlotCards overview={overview} files={table.tableQuery.data?.data ?? []} onDone={renew} />}
      <h2 className="models-heading">文件</h2>
      <search className="filters">
        <ChoiceFilter list={table} name="slot" label="用途" choices={slotChoices} isMultiple />
        <ChoiceFilter list={table} name="state" label="状态" choices={fileState.choices} isMultiple />
      </search>
      <DataTable
        table={table}
        what="文件"
        columns={columns}
        card={(file) => <FileCard file={file} />}
        emptySentence="模型文件夹里还没有文件。上面每种用途都列出了适用的文件。"
      />
    </ListFrame>
  );
}

function Scan({ onDone }: { onDone: () => void }) {
  const { send, isPending } = useWriteMessage(modelChanges);
  const scan = async () => {
    await send(modelDeskContract.scanModels, {}, () => '已重新扫描');
    onDone();
  };
  return (
    <CanAccess resource="models" action="edit">
      <Button type="primary" loading={isPending} onClick={() => void scan()}>
        重新扫描
      </Button>
    </CanAccess>
  );
}

/** Process that runs networks: its memory, and its recent failures. */
function Process({ overview, onDone }: { overview: ModelOverview; onDone: () => void }) {
  const { process: running, runtime, mostMemory, breakdowns } = overview;
  const { send, isPending } = useWriteMessage(modelChanges);
  const end = async () => {
    await send(modelDeskContract.endModelProcess, {}, () => '已释放内存');
    onDone();
  };
  const last = breakdowns.at(-1);
  return (
    <>
      {last && (
        <Alert
          className="drawer-alert"
          type="warning"
          role="alert"
          message={`运行模型的进程中断过 ${breakdowns.length} 次，最近一次：${breakdownWords[last.why]}`}
          description={
            <>
              <Time at={last.at} />
              {last.file && `，当时在运行 ${last.file}`}。两次使它中断的文件会停用，重新扫描后可以再试。
            </>
          }
        />
      )}
      <dl className="queue-summary">
        <div>
          <dt>进程</dt>
          <dd>{running ? (running.running ? `正在运行 ${running.running}` : '待命') : '未启动，用到时自动启动'}</dd>
        </div>
        <div>
          <dt>内存</dt>
          <dd className="figures">
            {running ? sizeWords(running.memory) : '0'} / {sizeWords(mostMemory)}
          </dd>
        </div>
        {runtime && (
          <div>
            <dt>运行库</dt>
            <dd>{runtime === 'native' ? 'onnxruntime-node' : 'onnxruntime-web（较慢）'}</dd>
          </div>
        )}
        {running && running.loaded.length > 0 && (
          <div>
            <dt>已载入</dt>
            <dd>
              <Clip text={running.loaded.join('、')} isWide />
            </dd>
          </div>
        )}
      </dl>
      {running && (
        <CanAccess resource="models" action="edit">
          <p>
            <Button size="small" loading={isPending} onClick={() => void end()}>
              释放内存
            </Button>
          </p>
        </CanAccess>
      )}
    </>
  );
}

const columns: ReadonlyArray<DataColumn<ModelFileView>> = [
  {
    key: 'name',
    title: '文件',
    width: 240,
    pinned: 'left',
    isSortable: true,
    render: ({ id, name }) => <RowLink resource="models" id={id} text={name} />,
  },
  { key: 'label', title: '模型', width: 160, render: ({ label }) => <Clip text={label} /> },
  {
    key: 'slot',
    title: '用途',
    width: 80,
    isSortable: true,
    render: ({ slot }) => (slot ? slotWords[slot].title : <span className="quiet">—</span>),
  },
  {
    key: 'state',
    title: '状态',
    width: 120,
    isSortable: true,
    render: ({ state }) => <fileState.Dot status={state} />,
  },
  { key: 'fault', title: '说明', width: 280, render: ({ fault }) => <Clip text={fault} isWide /> },
  {
    key: 'bytes',
    title: '大小',
    width: 90,
    isFigure: true,
    isSortable: true,
    render: ({ bytes }) => sizeWords(bytes),
  },
  { key: 'use', title: '许可', width: 90, isSortable: true, render: ({ use }) => modelUseLabels[use] },
  {
    key: 'triedAt',
    title: '试运行',
    width: 90,
    isFigure: true,
    isSortable: true,
    render: ({ trialMs }) => formatDuration(trialMs),
  },
];

function FileCard({ file }: { file: ModelFileView }) {
  return (
    <>
      <div className="card-head">
        <RowLink resource="models" id={file.id} text={file.name} />
        <fileState.Dot status={file.state} />
      </div>
      <div className="card-line">
        <span className="quiet">{file.fault || (file.slot ? slotWords[file.slot].title : file.label)}</span>
        <span className="figures">{sizeWords(file.bytes)}</span>
      </div>
    </>
  );
}
