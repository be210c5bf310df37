import { CanAccess } from '@refinedev/core';
import { Button } from 'antd';
import type { Account } from '#shared/contract/staff';
import { planLabels, userTypeLabels } from '#shared/domain/console-words';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { countColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { ImportButton } from '../../ui/import/import-button.tsx';
import type { BulkVerb } from '../../ui/list/bulk.ts';
import { CreateButton, ListPage } from '../../ui/list-page.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { GiveListButton } from '../tickets/list-gift.tsx';
import { AccountStatus } from './account-status.tsx';
import { handleOf, nameOf, planChoices, staffType, statusChoices, userTypeChoices } from './account-words.ts';
import { useRemoval } from './use-removal.tsx';

export default function AccountList() {
  return (
    <ListPage<Account>
      resource="account"
      title="账号"
      what="账号"
      action={
        <>
          <ImportButton resource="accounts" changes={['account', 'accountNotes']} />
          <CreateButton resource="account" label="新建账号" />
        </>
      }
      filters={(list) => (
        <>
          <SearchFilter list={list} name="keyword" label="搜索账号" placeholder="手机号或尾号、昵称、账号编号" />
          <ChoiceFilter list={list} name="userType" label="类型" choices={userTypeChoices} />
          <ChoiceFilter list={list} name="plan" label="会员" choices={planChoices} />
          <ChoiceFilter list={list} name="status" label="状态" choices={statusChoices} />
        </>
      )}
      columns={columns}
      card={(account) => <AccountCard account={account} />}
      emptySentence="还没有账号。"
      nameOf={nameOf}
      bulk={verbs}
      bulkMore={({ ids, clear }) => (
        <CanAccess resource="tickets" action="give">
          <GiveListButton label="赠送券" ids={ids} onDone={clear} />
        </CanAccess>
      )}
    />
  );
}

const isUser = ({ userType, deletedAt }: Account) => userType !== staffType && deletedAt === null;

const verbs: ReadonlyArray<BulkVerb<Account>> = [
  {
    verb: 'ban',
    label: '停用',
    title: (count) => `停用 ${formatNumber(count)} 个账号？`,
    intro: '停用后立即不能登录，可以再启用。',
    isDanger: true,
    action: 'ban',
    reason: '停用原因',
    isFor: (account) => isUser(account) && account.status === 'active',
  },
  {
    verb: 'unban',
    label: '启用',
    title: (count) => `启用 ${formatNumber(count)} 个账号？`,
    action: 'ban',
    isFor: (account) => isUser(account) && account.status === 'banned',
  },
  {
    verb: 'delete',
    label: '删除',
    title: (count) => `删除 ${formatNumber(count)} 个账号？`,
    intro: '将立即无法登录。30 天内可以恢复，资金记录保留。',
    isDanger: true,
    action: 'delete',
    isFor: isUser,
  },
  {
    verb: 'restore',
    label: '恢复',
    title: (count) => `恢复 ${formatNumber(count)} 个账号？`,
    action: 'delete',
    isFor: ({ deletedAt }) => deletedAt !== null,
  },
];

const columns: ReadonlyArray<DataColumn<Account>> = [
  {
    key: 'nickName',
    title: '昵称',
    width: 160,
    pinned: 'left',
    isSortable: true,
    render: (account) => <AccountName account={account} />,
  },
  {
    key: 'phoneNo',
    title: '手机 / 登录名',
    width: 108,
    render: (account) => (
      <span className="clip handle figures" title={handleOf(account)}>
        {handleOf(account)}
      </span>
    ),
  },
  { key: 'userType', title: '类型', width: 114, render: (account) => <TypeWord account={account} /> },
  { key: 'plan', title: '会员', width: 160, render: (account) => <PlanWord account={account} /> },
  { key: 'status', title: '状态', width: 76, render: (account) => <AccountStatus account={account} /> },
  ...ticketKinds.map(
    (kind): DataColumn<Account> => ({
      key: kind,
      title: ticketLabels[kind],
      width: 60,
      isFigure: true,
      render: ({ tickets }) => formatNumber(tickets[kind]),
    }),
  ),
  { ...countColumn('taskCount', '任务', 64), isSortable: true },
  timeColumn('createdAt', '注册时间', { isSortable: true }),
  timeColumn('lastLoginAt', '最近登录', { isSortable: true }),
  {
    key: 'actions',
    title: '操作',
    width: 96,
    pinned: 'right',
    render: (account) => <RowActions account={account} />,
  },
];

function AccountName({ account }: { account: Account }) {
  return <RowLink resource="account" id={account.accountId} text={nameOf(account)} className="clip" />;
}

function TypeWord({ account: { userType, role, isTestUser } }: { account: Account }) {
  return (
    <span>
      {userType === staffType && role ? `员工 · ${staffRoleLabels[role]}` : userTypeLabels[userType]}
      {isTestUser && <span className="tag">测试</span>}
    </span>
  );
}

function PlanWord({ account: { userType, plan, planExpiresAt } }: { account: Account }) {
  if (userType === staffType) return <span className="quiet">—</span>;
  return (
    <span>
      {planLabels[plan]}
      {planExpiresAt !== null && <span className="quiet figures"> 至 {formatDate(planExpiresAt)}</span>}
    </span>
  );
}

function RowActions({ account }: { account: Account }) {
  const { open, addresses } = useDrawer('account');
  const { askAndRemove, restore } = useRemoval();
  const isStaff = account.userType === staffType;
  const name = nameOf(account);
  if (account.deletedAt !== null) {
    return (
      <CanAccess resource="account" action={isStaff ? 'deleteStaff' : 'delete'}>
        <Button type="text" size="small" aria-label={`恢复 ${name}`} onClick={() => void restore(account)}>
          恢复
        </Button>
      </CanAccess>
    );
  }
  return (
    <span className="row-actions">
      <CanAccess resource="account" action={isStaff ? 'editStaff' : 'edit'}>
        <Button
          type="text"
          size="small"
          aria-label={`编辑 ${name}`}
          onClick={() => open(addresses.edit(account.accountId))}
        >
          编辑
        </Button>
      </CanAccess>
      <CanAccess resource="account" action={isStaff ? 'deleteStaff' : 'delete'}>
        <Button type="text" size="small" danger aria-label={`删除 ${name}`} onClick={() => askAndRemove(account)}>
          删除
        </Button>
      </CanAccess>
    </span>
  );
}

function AccountCard({ account }: { account: Account }) {
  const { tickets } = account;
  return (
    <>
      <div className="card-head">
        <AccountName account={account} />
        <AccountStatus account={account} />
      </div>
      <div className="card-line">
        <span className="figures">{handleOf(account)}</span>
        <TypeWord account={account} />
        <PlanWord account={account} />
      </div>
      <div className="card-line quiet figures">
        券 {formatNumber(tickets.normal)} / {formatNumber(tickets.live)} / {formatNumber(tickets.gpt)} · 任务{' '}
        {formatNumber(account.taskCount)}
        <RowActions account={account} />
      </div>
    </>
  );
}
