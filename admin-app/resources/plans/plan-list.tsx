import { type HttpError, useCan, useList } from '@refinedev/core';
import { Link, Outlet } from 'react-router';
import type { StaffPlan } from '#shared/contract/product-desk';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { type DataColumn, DataRows, TableWaiting } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Empty, LoadFailure } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { plansPath, quotaWords } from './plan-words.ts';

export default function PlanList() {
  usePageTitle('套餐');
  const { query, result } = useList<StaffPlan, HttpError>({ resource: 'plans', errorNotification: false });
  return (
    <div className="page">
      <PageHead title="套餐" query={query} />
      <p className="page-note quiet">修改从下一次发券起生效，已经发出的券不变。价格在「商品」里改。</p>
      {query.error && !query.data && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <TableWaiting what="套餐" />}
      {query.data && (
        <DataRows
          what="套餐"
          rows={result.data}
          rowKey="id"
          columns={columns}
          card={(plan) => <PlanCard plan={plan} />}
          empty={<Empty sentence="还没有套餐。" />}
          isFetching={query.isFetching}
        />
      )}
      <Outlet context={{ rows: result.data, isLoading: query.isLoading }} />
    </div>
  );
}

const perPeriod = (period: 'monthly' | 'daily', word: string): Array<DataColumn<StaffPlan>> =>
  ticketKinds.map((kind) => ({
    key: `${period}_${kind}`,
    title: `${word}${ticketLabels[kind]}`,
    width: 104,
    isFigure: true,
    render: (plan) => <Count value={plan[period][kind]} />,
  }));

const columns: ReadonlyArray<DataColumn<StaffPlan>> = [
  { key: 'title', title: '套餐', width: 140, pinned: 'left', render: (plan) => <Title plan={plan} /> },
  ...perPeriod('monthly', '30 天'),
  ...perPeriod('daily', '每天'),
  { key: 'running', title: '同时生成', width: 80, isFigure: true, render: ({ running }) => formatNumber(running) },
  { key: 'queued', title: '同时排队', width: 80, isFigure: true, render: ({ queued }) => formatNumber(queued) },
  { key: 'accounts', title: '账号', width: 80, isFigure: true, render: ({ accounts }) => formatNumber(accounts) },
];

function Count({ value }: { value: number }) {
  return value > 0 ? <span>{formatNumber(value)}</span> : <span className="quiet">—</span>;
}

function Title({ plan: { id, title } }: { plan: StaffPlan }) {
  const { linkTo } = useDrawer(plansPath);
  const { data } = useCan({ resource: 'plans', action: 'edit' });
  if (!data?.can) return <strong>{title}</strong>;
  return (
    <Link className="clip" to={linkTo(id)}>
      {title}
    </Link>
  );
}

function PlanCard({ plan }: { plan: StaffPlan }) {
  return (
    <>
      <div className="card-head">
        <Title plan={plan} />
        <span className="quiet figures">{formatNumber(plan.accounts)} 个账号</span>
      </div>
      <div className="card-line figures">
        <span>
          <span className="quiet">30 天</span> {quotaWords(plan.monthly)}
        </span>
        <span>
          <span className="quiet">每天</span> {quotaWords(plan.daily)}
        </span>
      </div>
      <div className="card-line quiet figures">
        同时生成 {plan.running} · 排队 {plan.queued}
      </div>
    </>
  );
}
