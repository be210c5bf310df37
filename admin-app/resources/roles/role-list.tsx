import { CanAccess } from '@refinedev/core';
import { Form, Radio } from 'antd';
import { type StaffRoleRow, staffDeskContract } from '#shared/contract/staff-desk';
import { staffPermissionGroups } from '#shared/domain/staff-permission-words';
import { ActionButton } from '../../ui/action-button.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ListPage } from '../../ui/list-page.tsx';

const { updateStaffRole } = staffDeskContract;

export default function RoleList() {
  return (
    <ListPage<StaffRoleRow>
      resource="roles"
      title="角色"
      what="角色"
      note="每个角色能做什么由程序规定，服务器逐次检查；这里可以要求一个角色必须使用两步验证。"
      filters={() => null}
      columns={columns}
      card={(role) => <RoleCard role={role} />}
      emptySentence="没有角色。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<StaffRoleRow>> = [
  { key: 'label', title: '角色', width: 110, pinned: 'left', render: ({ label }) => <strong>{label}</strong> },
  { key: 'members', title: '人数', width: 64, isFigure: true, render: ({ members }) => members },
  { key: 'factor', title: '两步验证', width: 190, render: (role) => <FactorWord role={role} /> },
  ...staffPermissionGroups.map(
    ({ title, words }): DataColumn<StaffRoleRow> => ({
      key: title,
      title,
      width: 240,
      render: ({ permissions }) => <Rights permissions={permissions} words={words} />,
    }),
  ),
  { key: 'act', title: '', width: 80, render: (role) => <Require role={role} /> },
];

function FactorWord({ role: { isFactorNeeded, members, withFactor } }: { role: StaffRoleRow }) {
  return (
    <span>
      {needWord(isFactorNeeded)}
      <span className="quiet">
        {' '}
        · {withFactor}/{members} 人已开启
      </span>
    </span>
  );
}

function Rights({ permissions, words }: { permissions: readonly string[]; words: Record<string, string> }) {
  const may = Object.entries(words).filter(([permission]) => permissions.includes(permission));
  if (may.length === 0) return <span className="quiet">—</span>;
  if (may.length === Object.keys(words).length) return <span>全部</span>;
  return <span className="line is-typed">{may.map(([, word]) => word).join('、')}</span>;
}

interface Fields {
  isFactorNeeded: boolean;
  reason: string;
}

const needWord = (isNeeded: unknown) => (isNeeded ? '必须' : '自愿');

function Require({ role }: { role: StaffRoleRow }) {
  return (
    <CanAccess resource="roles" action="edit">
      <ActionButton<Fields, StaffRoleRow>
        label="修改"
        title={`「${role.label}」的两步验证`}
        okText="保存"
        button={{ size: 'small', 'aria-label': `修改 ${role.label}` }}
        record={{
          row: role,
          toFields: ({ isFactorNeeded }) => ({ isFactorNeeded }),
          labelOf: () => '两步验证',
          wordOf: (_name, value) => needWord(value),
        }}
        changes={['roles']}
        onSend={(send, fields, { id, version }) =>
          send(updateStaffRole, { ...fields, id, version }, (answer) => `「${answer.label}」已保存`)
        }
      >
        <Form.Item name="isFactorNeeded" label="两步验证">
          <Radio.Group className="radio-lines">
            <Radio value={true}>
              {needWord(true)}
              <span className="quiet"> · 还没有开启的员工，下一步操作前会被要求先开启</span>
            </Radio>
            <Radio value={false}>
              {needWord(false)}
              <span className="quiet"> · 要由另一位员工批准；已开启的员工仍需要动态码，可以自行关闭</span>
            </Radio>
          </Radio.Group>
        </Form.Item>
        <TextField name="reason" label="理由" schema={updateStaffRole.input.shape.reason} />
      </ActionButton>
    </CanAccess>
  );
}

function RoleCard({ role }: { role: StaffRoleRow }) {
  return (
    <>
      <div className="card-head">
        <span>{role.label}</span>
        <span className="quiet">{role.members} 人</span>
      </div>
      <div className="card-line">
        <FactorWord role={role} />
      </div>
      {staffPermissionGroups.map(({ title, words }) => (
        <div className="card-line" key={title}>
          <span className="quiet">{title}</span> <Rights permissions={role.permissions} words={words} />
        </div>
      ))}
      <Require role={role} />
    </>
  );
}
