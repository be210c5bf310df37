import { CanAccess, type HttpError, useOne } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { type Account, adminContract } from '#shared/contract/staff';
import { planLabels, userTypeLabels } from '#shared/domain/console-words';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { PhoneReveal } from '../../ui/phone-reveal.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { WaitingSection } from '../pending-changes/waiting-change.tsx';
import { GiveButton, TakeBackButton } from '../tickets/ticket-gift.tsx';
import { RecentMovements, RecentOrders, RecentTasks } from './account-recent.tsx';
import { AccountStatus } from './account-status.tsx';
import { nameOf, personPath, staffType } from './account-words.ts';
import { useRemoval } from './use-removal.tsx';
import './person.css';

export default function AccountDetail() {
  const { id: accountId = '' } = useParams();
  const { open, close, addresses } = useDrawer('account');
  const { askAndRemove, restore } = useRemoval();
  const { query, result: account } = useOne<Account, HttpError>({
    resource: 'account',
    dataProviderName: 'manage',
    id: accountId,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  const isStaff = account?.userType === staffType;

  return (
    <ListDrawer
      resource="account"
      isWaiting={!account}
      title={account ? nameOf(account) : '账号'}
      extra={
        account &&
        (account.deletedAt === null ? (
          <span className="drawer-actions">
            <CanAccess resource="account" action={isStaff ? 'editStaff' : 'edit'}>
              <Button size="small" onClick={() => open(addresses.edit(accountId))}>
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
          <p className="line person-all">
            <Link to={personPath(accountId)}>查看全部</Link>
          </p>
          {isStaff ? <StaffProfile account={account} /> : <UserProfile account={account} />}
          {account.pendingChange && <WaitingSection change={account.pendingChange} />}
          {!isStaff && (
            <>
              <Section
                title="剩余券"
                more={
                  account.deletedAt === null && (
                    <CanAccess resource="tickets" action="give">
                      <span className="drawer-actions">
                        <GiveButton accountId={accountId} name={nameOf(account)} />
                        <TakeBackButton accountId={accountId} name={nameOf(account)} />
                      </span>
                    </CanAccess>
                  )
                }
              >
                <div className="purses">
                  {ticketKinds.map((kind) => (
                    <div key={kind}>
                      <span className="quiet">{ticketLabels[kind]}</span>
                      <strong className="figures">{formatNumber(account.tickets[kind])}</strong>
                    </div>
                  ))}
                </div>
              </Section>
              <CanAccess resource="orders" action="list">
                <RecentOrders accountId={accountId} />
              </CanAccess>
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
    </ListDrawer>
  );
}

function UserProfile({ account }: { account: Account }) {
  const { plan, planExpiresAt } = account;
  return (
    <Facts
      facts={[
        [
          '手机',
          <PhoneReveal
            key={account.accountId}
            phoneNo={account.phoneNo}
            path={adminContract.revealPhone.path}
            id={account.accountId}
            resource="account"
          />,
        ],
        ['邮箱', account.email ?? '—'],
        ['登录名', account.loginName ?? '—'],
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
