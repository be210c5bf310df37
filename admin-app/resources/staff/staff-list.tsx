import type { Account } from '#shared/contract/staff';
import { staffRoleLabels, staffRoles } from '#shared/domain/staff-permissions';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Time } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { AccountStatus } from '../accounts/account-status.tsx';

type StaffRow = Account & { id: string };

const roleChoices = staffRoles.map((role) => ({ value: role, label: staffRoleLabels[role] }));

export default function StaffList() {
  return (
    <ListPage<StaffRow>
      resource="staff"
      title="员工"
      what="员工"
      note="新员工在「账号」里新建，首次登录时要换掉初始密码。"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索员工" placeholder="登录名、昵称" />
          <ChoiceFilter list={list} name="role" label="角色" choices={roleChoices} isMultiple />
        </>
      )}
      columns={columns}
      card={(row) => <StaffCard row={row} />}
      emptySentence="还没有员工。"
    />
  );
}

const nameOf = ({ nickName, loginName }: StaffRow) => nickName || loginName || '未命名';

const columns: ReadonlyArray<DataColumn<StaffRow>> = [
  {
    key: 'name',
    title: '姓名',
    width: 150,
    pinned: 'left',
    render: (row) => <RowLink resource="staff" id={row.accountId} text={nameOf(row)} />,
  },
  { key: 'loginName', title: '登录名', width: 150, render: ({ loginName }) => loginName ?? '—' },
  { key: 'role', title: '角色', width: 110, render: ({ role }) => (role ? staffRoleLabels[role] : '—') },
  { key: 'status', title: '状态', width: 100, render: (row) => <AccountStatus account={row} /> },
  timeColumn('lastLoginAt', '最近登录', { isSortable: true }),
  timeColumn('createdAt', '建立时间', { isSortable: true }),
];

function StaffCard({ row }: { row: StaffRow }) {
  return (
    <>
      <div className="card-head">
        <RowLink resource="staff" id={row.accountId} text={nameOf(row)} />
        <span className="quiet">{row.role ? staffRoleLabels[row.role] : '—'}</span>
      </div>
      <div className="card-line quiet">
        <AccountStatus account={row} /> 最近登录 <Time at={row.lastLoginAt} />
      </div>
    </>
  );
}
