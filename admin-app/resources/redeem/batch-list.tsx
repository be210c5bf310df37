import { CanAccess } from '@refinedev/core';
import { App, Button } from 'antd';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { productDeskContract, type RedeemBatch } from '#shared/contract/product-desk';
import { download } from '../../providers/download.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { Clip, StatusDot, Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { redeemPath } from './redeem-words.ts';

const { disableRedeemBatch, redeemCodes } = productDeskContract;

export default function BatchList() {
  usePageTitle('兑换码');
  const table = useListTable<RedeemBatch>('redeemBatches');
  const drawer = useDrawer(redeemPath);
  return (
    <div className="page">
      <PageHead
        title="兑换码"
        query={table.tableQuery}
        action={
          <CanAccess resource="redeemBatches" action="create">
            <Button type="primary" icon={<PlusIcon />} onClick={() => drawer.open('create')}>
              生成兑换码
            </Button>
          </CanAccess>
        }
      />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索批次" placeholder="批次名称" />
      </search>
      <DataTable
        what="批次"
        table={table}
        rowKey="id"
        columns={columns}
        card={(batch) => <BatchCard batch={batch} />}
        emptySentence="还没有兑换码。"
      />
      <Outlet />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<RedeemBatch>> = [
  { key: 'name', title: '批次', width: 180, pinned: 'left', render: ({ name }) => <Clip text={name} isWide /> },
  { key: 'gives', title: '兑换内容', width: 200, render: ({ gives }) => <Clip text={gives.join('，')} isWide /> },
  { key: 'count', title: '数量', width: 76, isFigure: true, render: ({ count }) => formatNumber(count) },
  {
    key: 'usesPerCode',
    title: '每码可用',
    width: 84,
    isFigure: true,
    render: ({ usesPerCode }) => `${formatNumber(usesPerCode)} 次`,
  },
  { key: 'used', title: '已兑换', width: 84, isFigure: true, render: ({ used }) => formatNumber(used) },
  { key: 'expiresAt', title: '有效期至', width: 124, render: ({ expiresAt }) => <Until at={expiresAt} /> },
  { key: 'isDisabled', title: '状态', width: 84, render: (batch) => <BatchStatusDot batch={batch} /> },
  { key: 'operator', title: '经手人', width: 110, render: ({ operator }) => <Clip text={operator} /> },
  {
    key: 'createdAt',
    title: '生成时间',
    width: 124,
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  { key: 'actions', title: '操作', width: 112, pinned: 'right', render: (batch) => <BatchActions batch={batch} /> },
];

function Until({ at }: { at: number | null }) {
  return at === null ? <span className="quiet">不限期</span> : <Time at={at} />;
}

function BatchStatusDot({ batch: { isDisabled } }: { batch: RedeemBatch }) {
  return isDisabled ? <StatusDot tone="quiet">已停用</StatusDot> : <StatusDot tone="success">可用</StatusDot>;
}

function BatchActions({ batch: { id, name, count, used, isDisabled } }: { batch: RedeemBatch }) {
  return (
    <span className="row-actions">
      <CanAccess resource="redeemBatches" action="export">
        <ExportButton id={id} name={name} />
      </CanAccess>
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
      message.error((error as Error).message);
    }
    setIsBusy(false);
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
        {formatNumber(count)} 个 · 已兑换 {formatNumber(used)} · 至 <Until at={expiresAt} />
        <BatchActions batch={batch} />
      </div>
    </>
  );
}
