import { CanAccess } from '@refinedev/core';
import { App, Button } from 'antd';
import { useState } from 'react';
import { productDeskContract, type RedeemBatch } from '#shared/contract/product-desk';
import { failureWords } from '#shared/domain/failure-words';
import { download } from '../../providers/download.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { countColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { SearchFilter } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { BulkVerb } from '../../ui/list/bulk.ts';
import { CreateButton, ListPage } from '../../ui/list-page.tsx';
import { Clip, StatusDot, Time } from '../../ui/parts.tsx';

const { disableRedeemBatch, redeemCodes } = productDeskContract;

export default function BatchList() {
  return (
    <ListPage<RedeemBatch>
      resource="redeemBatches"
      title="兑换码"
      what="批次"
      action={<CreateButton resource="redeemBatches" label="生成兑换码" />}
      filters={(list) => <SearchFilter list={list} label="搜索批次" placeholder="批次名称" />}
      columns={columns}
      card={(batch) => <BatchCard batch={batch} />}
      emptySentence="还没有兑换码。点“生成兑换码”制作第一批。"
      nameOf={({ name }) => name}
      bulk={verbs}
    />
  );
}

const verbs: ReadonlyArray<BulkVerb<RedeemBatch>> = [
  {
    verb: 'disable',
    label: '停用',
    title: (count) => `停用 ${formatNumber(count)} 批兑换码？`,
    intro: '这些批次的码都不能再兑换，已经兑换的不受影响。',
    isDanger: true,
    action: 'edit',
    isFor: ({ isDisabled }) => !isDisabled,
  },
];

const columns: ReadonlyArray<DataColumn<RedeemBatch>> = [
  { key: 'name', title: '批次', width: 180, pinned: 'left', render: ({ name }) => <Clip text={name} isWide /> },
  { key: 'gives', title: '兑换内容', width: 200, render: ({ gives }) => <Clip text={gives.join('，')} isWide /> },
  countColumn('count', '数量', 76),
  {
    key: 'usesPerCode',
    title: '每码可用',
    width: 84,
    isFigure: true,
    render: ({ usesPerCode }) => `${formatNumber(usesPerCode)} 次`,
  },
  countColumn('used', '已兑换', 84),
  { key: 'expiresAt', title: '有效期至', width: 124, render: ({ expiresAt }) => <Until at={expiresAt} /> },
  { key: 'isDisabled', title: '状态', width: 84, render: (batch) => <BatchStatusDot batch={batch} /> },
  { key: 'operator', title: '经手人', width: 110, render: ({ operator }) => <Clip text={operator} /> },
  timeColumn('createdAt', '生成时间', { isSortable: true }),
  { key: 'actions', title: '操作', width: 112, pinned: 'right', render: (batch) => <BatchActions batch={batch} /> },
];

function Until({ at }: { at: number | null }) {
  return at === null ? <span className="quiet">不限期</span> : <Time at={at} />;
}

function BatchStatusDot({ batch: { isDisabled, isWaiting } }: { batch: RedeemBatch }) {
  if (isWaiting && !isDisabled) return <StatusDot tone="warning">待批准</StatusDot>;
  return isDisabled ? <StatusDot tone="quiet">已停用</StatusDot> : <StatusDot tone="success">可用</StatusDot>;
}

function BatchActions({ batch: { id, name, count, used, isDisabled, isWaiting } }: { batch: RedeemBatch }) {
  return (
    <span className="row-actions">
      {!isWaiting && (
        <CanAccess resource="redeemBatches" action="export">
          <ExportButton id={id} name={name} />
        </CanAccess>
      )}
      {!isDisabled && (
        <CanAccess resource="redeemBatches" action="edit">
          <ActionButton
            label="停用"
            title={`停用「${name}」？`}
            intro={`这一批 ${formatNumber(count)} 个码都不能再兑换，已经兑换的 ${formatNumber(used)} 次不受影响。停用后不能恢复。`}
            button={{ size: 'small', type: 'text', danger: true, 'aria-label': `停用 ${name}` }}
            changes={['redeemBatches']}
            onSend={(send) => send(disableRedeemBatch, { id }, () => `已停用「${name}」`)}
          />
        </CanAccess>
      )}
    </span>
  );
}

function ExportButton({ id, name }: Pick<RedeemBatch, 'id' | 'name'>) {
  const { message } = App.useApp();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await download(redeemCodes.path.replace(':id', encodeURIComponent(id)), `兑换码-${name}.csv`);
      message.success(`已导出「${name}」，导出记入审计`);
    } catch (error) {
      message.error(failureWords(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button type="text" size="small" aria-label={`导出 ${name}`} loading={isBusy} onClick={() => void save()}>
      导出
    </Button>
  );
}

function BatchCard({ batch }: { batch: RedeemBatch }) {
  const { name, gives, count, used, expiresAt } = batch;
  return (
    <>
      <div className="card-head">
        <Clip text={name} isWide />
        <BatchStatusDot batch={batch} />
      </div>
      <div className="card-line">{gives.join('，')}</div>
      <div className="card-line quiet figures">
        <span>
          {formatNumber(count)} 个 · 已兑换 {formatNumber(used)} · {expiresAt !== null && '至 '}
          <Until at={expiresAt} />
        </span>
        <BatchActions batch={batch} />
      </div>
    </>
  );
}
