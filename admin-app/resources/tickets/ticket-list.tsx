import { CanAccess } from '@refinedev/core';
import { Link } from 'react-router';
import type { StaffTicketMovement } from '#shared/contract/staff';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { AccountLink } from '../../ui/account-link.tsx';
import { Actor } from '../../ui/actor.tsx';
import { accountColumn, countColumn, eventTimeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { AccountChip, ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatDelta, formatNumber } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip, CopyableId, Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { GiveListButton } from './list-gift.tsx';
import { movementChoices, movementLabel, ticketKindChoices } from './ticket-words.ts';

export default function TicketList() {
  return (
    <ListPage<StaffTicketMovement>
      resource="tickets"
      title="券流水"
      what="券流水"
      action={
        <CanAccess resource="tickets" action="give">
          <GiveListButton label="名单赠送" />
        </CanAccess>
      }
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索流水" placeholder="任务编号、昵称、手机尾号" />
          <ChoiceFilter list={list} name="kind" label="券种" choices={ticketKindChoices} isMultiple />
          <ChoiceFilter list={list} name="movement" label="变动" choices={movementChoices} isMultiple />
          <AccountChip list={list} />
        </>
      )}
      columns={movementColumns}
      card={(row) => <MovementCard row={row} />}
      emptySentence="还没有券流水。发券或生成后会出现在这里。"
    />
  );
}

export const movementColumns: ReadonlyArray<DataColumn<StaffTicketMovement>> = [
  eventTimeColumn('createdAt', '时间', { width: 156, pinned: 'left', isSortable: true }),
  accountColumn(160),
  { key: 'kind', title: '券种', width: 88, render: ({ kind }) => ticketLabels[kind] },
  { key: 'movement', title: '变动', width: 80, render: ({ movement }) => movementLabel(movement) },
  { key: 'delta', title: '数量', width: 88, isFigure: true, render: ({ delta }) => <Delta value={delta} /> },
  countColumn('balanceAfter', '变动后可用', 108),
  { key: 'reason', title: '原因', width: 220, render: ({ reason }) => <Clip text={reason} isWide /> },
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
  const { record } = useAddresses('orders');
  if (reference?.startsWith('order_')) return <Link to={record(reference)}>订单</Link>;
  if (!reference || reference.startsWith('plan:')) return <span className="quiet">—</span>;
  return <CopyableId id={reference} what="编号" />;
}

function Delta({ value }: { value: number }) {
  return <span className={value > 0 ? 'is-in' : undefined}>{formatDelta(value)}</span>;
}

export function MovementCard({ row }: { row: StaffTicketMovement }) {
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
        <span>
          <Time at={row.createdAt} /> · 变动后可用 {formatNumber(row.balanceAfter)}
        </span>
      </div>
    </>
  );
}
