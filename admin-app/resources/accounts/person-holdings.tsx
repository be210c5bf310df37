import { Link } from 'react-router';
import type { Consent, MembershipPeriod, TicketLot } from '#shared/contract/account-desk';
import { grantSourceLabels, planLabels } from '#shared/domain/console-words';
import { paidPlans } from '#shared/domain/plan';
import { ticketLabels } from '#shared/domain/ticket-kind';
import { countColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter } from '../../ui/filter-bar.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPart } from '../../ui/list-part.tsx';
import { Clip, CopyableId, StatusDot, Time } from '../../ui/parts.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { ticketKindChoices } from '../tickets/ticket-words.ts';
import type { PersonPart } from './person-part.ts';

const sourceWord = (source: string) => grantSourceLabels[source] ?? source;

/** Tickets by when they came, with what is left of them. */
export function PersonLots({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<TicketLot>
      resource="ticketLots"
      title="券批次"
      what="券批次"
      fixed={{ accountId }}
      filters={(list) => <ChoiceFilter list={list} name="kind" label="券种" choices={ticketKindChoices} isMultiple />}
      columns={lotColumns}
      card={(lot) => <LotCard lot={lot} />}
      emptySentence="还没有得到过券。"
    />
  );
}

const lotColumns: ReadonlyArray<DataColumn<TicketLot>> = [
  timeColumn('createdAt', '到账时间', { pinned: 'left', isSortable: true }),
  { key: 'kind', title: '券种', width: 88, render: ({ kind }) => ticketLabels[kind] },
  countColumn('amount', '数量', 72),
  countColumn('remaining', '剩余', 72),
  { key: 'state', title: '状态', width: 96, render: (lot) => <LotState lot={lot} /> },
  { key: 'expiresAt', title: '到期时间', width: 124, render: ({ expiresAt }) => <Until at={expiresAt} /> },
  { key: 'source', title: '来源', width: 96, render: ({ source }) => sourceWord(source) },
  { key: 'reason', title: '原因', width: 220, render: ({ reason }) => <Clip text={reason} isWide /> },
  { key: 'reference', title: '关联', width: 150, render: ({ reference }) => <Reference reference={reference} /> },
];

function LotState({ lot: { remaining, startsAt, expiresAt } }: { lot: TicketLot }) {
  const now = Date.now();
  if (remaining === 0) return <StatusDot tone="quiet">已用完</StatusDot>;
  if (expiresAt !== null && expiresAt <= now) return <StatusDot tone="quiet">已到期</StatusDot>;
  return startsAt > now ? <StatusDot tone="accent">未生效</StatusDot> : <StatusDot tone="success">可用</StatusDot>;
}

function LotCard({ lot }: { lot: TicketLot }) {
  return (
    <>
      <div className="card-head">
        <span>
          {ticketLabels[lot.kind]} <span className="quiet">{sourceWord(lot.source)}</span>
        </span>
        <strong className="figures">
          {formatNumber(lot.remaining)} / {formatNumber(lot.amount)}
        </strong>
      </div>
      <div className="card-line">
        <LotState lot={lot} />
        <span className="quiet">{lot.reason}</span>
      </div>
      <div className="card-line quiet">
        <span>
          <Time at={lot.createdAt} /> 至 <Until at={lot.expiresAt} />
        </span>
      </div>
    </>
  );
}

/** When somebody was, is and will be a member. */
export function PersonPeriods({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<MembershipPeriod>
      resource="membershipPeriods"
      title="会员时段"
      what="会员时段"
      fixed={{ accountId }}
      filters={(list) => <ChoiceFilter list={list} name="plan" label="会员" choices={paidChoices} />}
      columns={periodColumns}
      card={(period) => <PeriodCard period={period} />}
      emptySentence="还没有成为过会员。"
    />
  );
}

const paidChoices = paidPlans.map((plan) => ({ value: plan, label: planLabels[plan] }));

const periodColumns: ReadonlyArray<DataColumn<MembershipPeriod>> = [
  { key: 'plan', title: '会员', width: 120, pinned: 'left', render: ({ plan }) => planLabels[plan] },
  { key: 'state', title: '状态', width: 96, render: (period) => <PeriodState period={period} /> },
  timeColumn('startsAt', '开始时间', { isSortable: true }),
  { key: 'endsAt', title: '结束时间', width: 124, render: ({ endsAt }) => <Until at={endsAt} /> },
  countColumn('seats', '席位', 64),
  { key: 'source', title: '来源', width: 96, render: ({ source }) => sourceWord(source) },
  { key: 'reference', title: '关联', width: 150, render: ({ reference }) => <Reference reference={reference} /> },
  timeColumn('createdAt', '记录时间'),
];

function PeriodState({ period: { startsAt, endsAt } }: { period: MembershipPeriod }) {
  const now = Date.now();
  if (endsAt !== null && endsAt <= now) return <StatusDot tone="quiet">已结束</StatusDot>;
  return startsAt > now ? <StatusDot tone="accent">未开始</StatusDot> : <StatusDot tone="success">有效</StatusDot>;
}

function PeriodCard({ period }: { period: MembershipPeriod }) {
  return (
    <>
      <div className="card-head">
        <span>
          {planLabels[period.plan]} <span className="quiet">{sourceWord(period.source)}</span>
        </span>
        <PeriodState period={period} />
      </div>
      <div className="card-line quiet">
        <span>
          <Time at={period.startsAt} /> 至 <Until at={period.endsAt} />
        </span>
        <Reference reference={period.reference} />
      </div>
    </>
  );
}

/** Which agreements somebody agreed to, when and from where. */
export function PersonConsents({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<Omit<Consent, 'id'> & { id: string }>
      resource="consents"
      title="同意的协议"
      what="同意记录"
      fixed={{ accountId }}
      columns={consentColumns}
      card={({ agreementVersion, address, createdAt }) => (
        <>
          <div className="card-head">{agreementVersion}</div>
          <div className="card-line quiet">
            <span>
              {address} · <Time at={createdAt} />
            </span>
          </div>
        </>
      )}
      emptySentence="没有同意协议的记录。"
    />
  );
}

const consentColumns: ReadonlyArray<DataColumn<Omit<Consent, 'id'> & { id: string }>> = [
  {
    key: 'agreementVersion',
    title: '协议版本',
    width: 160,
    pinned: 'left',
    render: ({ agreementVersion }) => agreementVersion,
  },
  timeColumn('createdAt', '同意时间', { isSortable: true }),
  { key: 'address', title: '地址（IP）', width: 160, render: ({ address }) => <Clip text={address} /> },
];

const Until = ({ at }: { at: number | null }) =>
  at === null ? <span className="quiet">不限期</span> : <Time at={at} />;

/** An order to open, anything else to copy; months of a plan say nothing here. */
function Reference({ reference }: { reference: string | null }) {
  const { record } = useAddresses('orders');
  if (reference?.startsWith('order_')) return <Link to={record(reference)}>订单</Link>;
  if (!reference || reference.startsWith('plan:')) return <span className="quiet">—</span>;
  return <CopyableId id={reference} what="编号" />;
}
