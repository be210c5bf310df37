import { CanAccess } from '@refinedev/core';
import { Facts, Section } from '../../ui/parts.tsx';
import { WaitingSection } from '../pending-changes/waiting-change.tsx';
import { RecentMovements, RecentOrders, RecentTasks } from './account-recent.tsx';
import { staffType } from './account-words.ts';
import { WaitingErasure } from './actions/erasure-button.tsx';
import { RecentNotes } from './person-notes.tsx';
import type { PersonPart } from './person-part.ts';

/** Overview of a person: contacts, waiting matters, latest events. */
export default function PersonOverview({ account }: PersonPart) {
  const { accountId, userType, pendingChange, statusReason, status } = account;
  return (
    <div className="person-overview">
      <Section title="资料">
        <Facts
          facts={[
            ['邮箱', account.email ?? '—'],
            ['登录名', account.loginName ?? '—'],
            ['邀请码', account.inviteCode],
            ...(status === 'banned' ? [['停用原因', statusReason || '—'] as const] : []),
          ]}
        />
      </Section>
      {userType !== staffType && (
        <CanAccess resource="account" action="privacy">
          <WaitingErasure accountId={accountId} />
        </CanAccess>
      )}
      <CanAccess resource="accountNotes" action="list">
        <RecentNotes accountId={accountId} />
      </CanAccess>
      {pendingChange && <WaitingSection change={pendingChange} />}
      {userType !== staffType && (
        <>
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
    </div>
  );
}
