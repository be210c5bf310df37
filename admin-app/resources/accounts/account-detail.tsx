import { CanAccess, type HttpError, useList, useOne } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { Account, StaffTask, StaffTicketMovement } from '#shared/contract/staff';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { formatDate, formatDelta, formatNumber } from '../../ui/format.ts';
import { CopyableId, Facts, LoadFailure, Time } from '../../ui/parts.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { failureSentence, TaskStatusDot } from '../tasks/task-words.tsx';
import { movementLabel } from '../tickets/ticket-words.ts';
import { AccountDrawer } from './account-drawer.tsx';
import { AccountStatus } from './account-status.tsx';
import { nameOf, planLabels, staffType, userTypeLabels } from './account-words.ts';
import { PhoneReveal } from './phone-reveal.tsx';
import { useDrawer } from './use-drawer.ts';
import { useRemoval } from './use-removal.tsx';

const recentRows = 5;

export default function AccountDetail() {
  const { accountId = '' } = useParams();
  const { open, close } = useDrawer();
  const { askAndRemove, restore } = useRemoval();
  const { query, result: account } = useOne<Account, HttpError>({
    resource: 'account',
    dataProviderName: 'manage',
    id: accountId,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  const isStaff = account?.userType === staffType;
  usePageTitle(account ? nameOf(account) : '账号');

  return (
    <AccountDrawer
      title={account ? nameOf(account) : '账号'}
      extra={
        account &&
        (account.deletedAt === null ? (
          <span className="drawer-actions">
            <CanAccess resource="account" action={isStaff ? 'editStaff' : 'edit'}>
              <Button size="small" onClick={() => open(`${accountId}/edit`)}>
                编辑
              </Button>
            </CanAccess>
            <CanAccess resource="account" action={isStaff ? 'deleteStaff' : 'delete'}>
              <Button size="small" danger onClick={() => askAndRemove(account, close)}>
                删除
              </Button>
            </CanAccess>
          </span>
        ) : (
          <CanAccess resource="account" action={isStaff ? 'deleteStaff' : 'delete'}>
            <Button size="small" onClick={() => void restore(account)}>
              恢复
            </Button>
          </CanAccess>
        ))
      }
    >
      {query.error && !account && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 10 }} />}
      {account && (
        <>
          {isStaff ? <StaffProfile account={account} /> : <UserProfile account={account} />}
          {!isStaff && (
            <>
              <Section title="剩余券">
                <div className="purses">
                  {ticketKinds.map((kind) => (
                    <div key={kind}>
                      <span className="quiet">{ticketLabels[kind]}</span>
                      <strong className="figures">{formatNumber(account.tickets[kind])}</strong>
                    </div>
                  ))}
                </div>
              </Section>
              <CanAccess resource="tasks" action="list">
                <RecentTasks accountId={accountId} total={account.taskCount} />
              </CanAccess>
              <CanAccess resource="tickets" action="list">
                <RecentMovements accountId={accountId} />
              </CanAccess>
            </>
          )}
        </>
      )}
    </AccountDrawer>
  );
}

function UserProfile({ account }: { account: Account }) {
  const { plan, planExpiresAt } = account;
  return (
    <Facts
      facts={[
        ['手机', <PhoneReveal key={account.accountId} accountId={account.accountId} phoneNo={account.phoneNo} />],
        ['类型', userTypeLabels[account.userType] + (account.isTestUser ? ' · 测试账号' : '')],
        ['会员', planExpiresAt === null ? planLabels[plan] : `${planLabels[plan]}，至 ${formatDate(planExpiresAt)}`],
        ...commonFacts(account),
        ['邀请码', account.inviteCode],
      ]}
    />
  );
}

function StaffProfile({ account }: { account: Account }) {
  return (
    <Facts
      facts={[
        ['登录名', account.loginName ?? '—'],
        ['角色', account.role ? staffRoleLabels[account.role] : '—'],
        ...commonFacts(account),
      ]}
    />
  );
}

function commonFacts(account: Account): Array<readonly [string, ReactNode]> {
  const { deletedAt, status, statusReason } = account;
  return [
    [
      '状态',
      <span key="status">
        <AccountStatus account={account} />
        {status === 'banned' && statusReason && <span className="quiet">（{statusReason}）</span>}
      </span>,
    ],
    ...(deletedAt === null ? [] : [['删除时间', <Time key="deleted" at={deletedAt} />] as const]),
    ['注册时间', <Time key="created" at={account.createdAt} />],
    ['最近登录', <Time key="login" at={account.lastLoginAt} />],
    ['账号编号', <CopyableId key="id" id={account.accountId} what="账号编号" />],
  ];
}

function Section({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className="drawer-section">
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

function RecentTasks({ accountId, total }: { accountId: string; total: number }) {
  const { query, result } = useList<StaffTask, HttpError>({ ...recent(accountId), resource: 'tasks' });
  return (
    <Section
      title="最近任务"
      more={total > 0 && <Link to={`/tasks?accountId=${accountId}`}>全部 {formatNumber(total)} 个</Link>}
    >
      <Recent query={query} isEmpty={result.data.length === 0} emptySentence="还没有任务。">
        {result.data.map((task) => (
          <li key={task.id}>
            <span className="recent-main">
              {task.toolTitle}
              {task.status === 'failed' && <span className="quiet"> {failureSentence(task)}</span>}
            </span>
            <TaskStatusDot status={task.status} />
            <Time at={task.createdAt} />
          </li>
        ))}
      </Recent>
    </Section>
  );
}

function RecentMovements({ accountId }: { accountId: string }) {
  const { query, result } = useList<StaffTicketMovement, HttpError>({ ...recent(accountId), resource: 'tickets' });
  return (
    <Section title="最近券流水" more={<Link to={`/tickets?accountId=${accountId}`}>全部</Link>}>
      <Recent query={query} isEmpty={result.data.length === 0} emptySentence="还没有券流水。">
        {result.data.map((row) => (
          <li key={row.id}>
            <span className="recent-main">
              {movementLabel(row.movement)} <span className="quiet">{row.reason}</span>
            </span>
            <span className="figures">
              {ticketLabels[row.kind]} {formatDelta(row.delta)}
            </span>
            <Time at={row.createdAt} />
          </li>
        ))}
      </Recent>
    </Section>
  );
}

function recent(accountId: string) {
  return {
    pagination: { currentPage: 1, pageSize: recentRows },
    filters: [{ field: 'accountId', operator: 'eq' as const, value: accountId }],
    sorters: [{ field: 'createdAt', order: 'desc' as const }],
    errorNotification: false as const,
  };
}

function Recent({
  query,
  isEmpty,
  emptySentence,
  children,
}: {
  query: { isLoading: boolean; error: HttpError | null; refetch: () => unknown };
  isEmpty: boolean;
  emptySentence: string;
  children: ReactNode;
}) {
  if (query.error) return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isLoading) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (isEmpty) return <p className="quiet">{emptySentence}</p>;
  return <ul className="recent">{children}</ul>;
}
