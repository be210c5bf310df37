import { CanAccess } from '@refinedev/core';
import { Link } from 'react-router';
import type { StaffTicketMovement } from '#shared/contract/staff';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { AccountLink } from '../../ui/account-link.tsx';
import { Actor } from '../../ui/actor.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, FilterChip, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatDelta, formatNumber, shortId } from '../../ui/format.ts';
import { CopyableId, Time } from '../../ui/parts.tsx';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { ordersPath } from '../orders/order-words.tsx';
import { GiveManyButton } from './ticket-gift.tsx';
import { movementChoices, movementLabel, ticketKindChoices } from './ticket-words.ts';

export default function TicketList() {
  usePageTitle('券流水');
  const table = useListTable<StaffTicketMovement>('tickets');
  const accountId = table.valuesOf('accountId')[0];

  return (
    <div className="page">
      <PageHead
        title="券流水"
        query={table.tableQuery}
        action={
          <CanAccess resource="tickets" action="give">
            <GiveManyButton />
          </CanAccess>
        }
      />
      <search className="filters">
        <SearchFilter list={table} name="q" label="搜索流水" placeholder="任务编号、昵称、手机尾号" />
        <ChoiceFilter list={table} name="kind" label="券种" choices={ticketKindChoices} isMultiple />
        <ChoiceFilter list={table} name="movement" label="变动" choices={movementChoices} isMultiple />
        {accountId && (
          <FilterChip onRemove={() => table.setFilter('accountId', [])}>
            只看账号 <Link to={`/accounts/${accountId}`}>{shortId(accountId)}</Link>
          </FilterChip>
        )}
      </search>
      <DataTable
        what="券流水"
        table={table}
        rowKey="id"
        columns={columns}
        card={(row) => <MovementCard row={row} />}
        emptySentence="还没有券流水。发券或生成后会出现在这里。"
      />
    </div>
  );
}

const columns: ReadonlyArray<DataColumn<StaffTicketMovement>> = [
  {
    key: 'createdAt',
    title: '时间',
    width: 140,
    pinned: 'left',
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'account',
    title: '账号',
    width: 160,
    render: ({ accountId, nickName }) => <AccountLink accountId={accountId} name={nickName} />,
  },
  { key: 'kind', title: '券种', width: 88, render: ({ kind }) => ticketLabels[kind] },
  { key: 'movement', title: '变动', width: 80, render: ({ movement }) => movementLabel(movement) },
  { key: 'delta', title: '数量', width: 88, isFigure: true, render: ({ delta }) => <Delta value={delta} /> },
  {
    key: 'balanceAfter',
    title: '变动后可用',
    width: 108,
    isFigure: true,
    render: ({ balanceAfter }) => formatNumber(balanceAfter),
  },
  {
    key: 'reason',
    title: '原因',
    width: 220,
    render: ({ reason }) => (
      <span className="clip wide-clip" title={reason}>
        {reason}
      </span>
    ),
  },
  {
    key: 'reference',
    title: '任务 / 订单',
    width: 150,
    render: ({ reference }) => <Reference reference={reference} />,
  },
  {
    key: 'operator',
    title: '经手人',
    width: 110,
    render: ({ operator }) => <Actor actor={operator ?? 'system'} />,
  },
];

/** A task's id to copy, an order to open; grants of a plan refer to their month, which says nothing here. */
function Reference({ reference }: Pick<StaffTicketMovement, 'reference'>) {
  if (reference?.startsWith('order_')) return <Link to={`${ordersPath}/${reference}`}>订单</Link>;
  if (!reference || reference.startsWith('plan:')) return <span className="quiet">—</span>;
  return <CopyableId id={reference} what="编号" />;
}

function Delta({ value }: { value: number }) {
  return <span className={value > 0 ? 'is-in' : undefined}>{formatDelta(value)}</span>;
}

function MovementCard({ row }: { row: StaffTicketMovement }) {
  return (
    <>
      <div className="card-head">
        <AccountLink accountId={row.accountId} name={row.nickName} />
        <strong className="figures">
          {ticketLabels[row.kind]} <Delta value={row.delta} />
        </strong>
      </div>
      <div className="card-line">
        {movementLabel(row.movement)} <span className="quiet">{row.reason}</span>
      </div>
      <div className="card-line quiet figures">
        <Time at={row.createdAt} /> · 变动后可用 {formatNumber(row.balanceAfter)}
      </div>
    </>
  );
}
