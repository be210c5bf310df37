import { CanAccess } from '@refinedev/core';
import { Button } from 'antd';
import { Link, Outlet } from 'react-router';
import type { Account } from '#shared/contract/staff';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { ChoiceFilter, PageHead, SearchFilter } from '../../ui/filter-bar.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { Time } from '../../ui/parts.tsx';
import { useDrawer } from '../../ui/use-drawer.ts';
import { useListTable } from '../../ui/use-list-table.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AccountStatus } from './account-status.tsx';
import {
  accountsPath,
  handleOf,
  nameOf,
  planChoices,
  planLabels,
  staffType,
  statusChoices,
  userTypeChoices,
  userTypeLabels,
} from './account-words.ts';
import { useRemoval } from './use-removal.tsx';

export default function AccountList() {
  usePageTitle('账号');
  const table = useListTable<Account>('account');
  const drawer = useDrawer(accountsPath);

  return (
    <div className="page">
      <PageHead
        title="账号"
        query={table.tableQuery}
        action={
          <CanAccess resource="account" action="create">
            <Button type="primary" icon={<PlusIcon />} onClick={() => drawer.open('create')}>
              新建账号
            </Button>
          </CanAccess>
        }
      />
      <search className="filters">
        <SearchFilter list={table} name="keyword" label="搜索账号" placeholder="手机尾号、昵称、账号编号" />
        <ChoiceFilter list={table} name="userType" label="类型" choices={userTypeChoices} />
        <ChoiceFilter list={table} name="plan" label="会员" choices={planChoices} />
        <ChoiceFilter list={table} name="status" label="状态" choices={statusChoices} />
      </search>
      <DataTable
        what="账号"
        table={table}
        rowKey="accountId"
        columns={columns}
        card={(account) => <AccountCard account={account} />}
        emptySentence="还没有账号。"
      />
      <Outlet />
    </div>
  );
}

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
  {
    key: 'status',
    title: '状态',
    width: 76,
    render: (account) => <AccountStatus account={account} />,
  },
  {
    key: 'normal',
    title: '普通券',
    width: 60,
    isFigure: true,
    render: ({ tickets }) => formatNumber(tickets.normal),
  },
  { key: 'live', title: '实时券', width: 60, isFigure: true, render: ({ tickets }) => formatNumber(tickets.live) },
  { key: 'gpt', title: '对话券', width: 60, isFigure: true, render: ({ tickets }) => formatNumber(tickets.gpt) },
  {
    key: 'taskCount',
    title: '任务',
    width: 64,
    isFigure: true,
    isSortable: true,
    render: ({ taskCount }) => formatNumber(taskCount),
  },
  {
    key: 'createdAt',
    title: '注册时间',
    width: 124,
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'lastLoginAt',
    title: '最近登录',
    width: 124,
    isSortable: true,
    render: ({ lastLoginAt }) => <Time at={lastLoginAt} />,
  },
  {
    key: 'actions',
    title: '操作',
    width: 96,
    pinned: 'right',
    render: (account) => <RowActions account={account} />,
  },
];

function AccountName({ account }: { account: Account }) {
  const { linkTo } = useDrawer(accountsPath);
  return (
    <Link className="clip" to={linkTo(account.accountId)} title={nameOf(account)}>
      {nameOf(account)}
    </Link>
  );
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
  const { open } = useDrawer(accountsPath);
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
        <Button type="text" size="small" aria-label={`编辑 ${name}`} onClick={() => open(`${account.accountId}/edit`)}>
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
