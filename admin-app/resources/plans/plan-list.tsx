import { type HttpError, useCan, useList } from '@refinedev/core';
import type { StaffPlan } from '#shared/contract/product-desk';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { countColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { ListFrame } from '../../ui/list-page.tsx';
import { Empty } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { quotaWords } from './plan-words.ts';

export default function PlanList() {
  const { query } = useList<StaffPlan, HttpError>({ resource: 'plans', errorNotification: false });
  return (
    <ListFrame
      title="套餐"
      query={query}
      tools={<ExportButton resource="plans" title="套餐" />}
      note="修改从下一次发券起生效，已经发出的券不变。价格在「商品」里改。"
    >
      <Loaded what="套餐" query={query}>
        {({ data }) => (
          <DataRows
            what="套餐"
            rows={data}
            columns={columns}
            card={(plan) => <PlanCard plan={plan} />}
            empty={<Empty sentence="还没有套餐。" />}
            isFetching={query.isFetching}
          />
        )}
      </Loaded>
    </ListFrame>
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
  ...perPeriod('monthly', '每月'),
  ...perPeriod('daily', '每天'),
  countColumn('running', '同时生成', 80),
  countColumn('queued', '同时排队', 80),
  countColumn('accounts', '账号', 80),
];

function Count({ value }: { value: number }) {
  return value > 0 ? <span>{formatNumber(value)}</span> : <span className="quiet">—</span>;
}

function Title({ plan: { id, title } }: { plan: StaffPlan }) {
  const { data } = useCan({ resource: 'plans', action: 'edit' });
  return data?.can ? <RowLink resource="plans" id={id} text={title} className="clip" /> : <strong>{title}</strong>;
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
          <span className="quiet">每月</span> {quotaWords(plan.monthly)}
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
