import { type BaseRecord, CanAccess, useCustom } from '@refinedev/core';
import type { Account } from '#shared/contract/staff';
import { type StaffSecurity, type StaffSession, staffDeskContract } from '#shared/contract/staff-desk';
import { staffSetUpLabels } from '#shared/contract/staff-door';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { useStaff } from '../../providers/staff-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { CopyableId, Facts, Section, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { SessionRows } from '../../ui/session-rows.tsx';
import { AccountStatus } from '../accounts/account-status.tsx';

type StaffRow = Account & BaseRecord;

const { endStaffSessions, resetStaffFactor, requireNewPassword, staffSecurity, staffSessions } = staffDeskContract;

export default function StaffDetail() {
  return (
    <RowDrawer<StaffRow>
      resource="staff"
      what="员工"
      titleOf={({ nickName, loginName }) => nickName || loginName || '员工'}
    >
      {(row) => (
        <>
          <Facts
            facts={[
              ['登录名', row.loginName ?? '—'],
              ['角色', row.role ? staffRoleLabels[row.role] : '—'],
              ['状态', <AccountStatus key="status" account={row} />],
              ['最近登录', <Time key="login" at={row.lastLoginAt} />],
              ['建立时间', <Time key="made" at={row.createdAt} />],
              ['账号编号', <CopyableId key="id" id={row.accountId} what="账号编号" />],
            ]}
          />
          <Door id={row.accountId} />
        </>
      )}
    </RowDrawer>
  );
}

/** Security of a colleague's login, and acts on it. */
function Door({ id }: { id: string }) {
  const me = useStaff();
  const security = useOf<StaffSecurity>(staffSecurity.path, id);
  const sessions = useOf<StaffSession[]>(staffSessions.path, id);
  const facts = security.query.data?.data;
  const rows = sessions.query.data?.data ?? [];
  const renew = () => {
    void security.query.refetch();
    void sessions.query.refetch();
  };
  if (!facts) return null;
  const isMe = me?.accountId === id;
  return (
    <>
      <Section title="登录安全">
        <Facts
          facts={[
            ['两步验证', facts.factorSince === null ? '未开启' : <Time key="since" at={facts.factorSince} />],
            ['密码设置', <Time key="set" at={facts.passwordSetAt} />],
            ['还须完成', facts.mustSetUp.map((part) => staffSetUpLabels[part]).join('、') || '—'],
          ]}
        />
        {isMe ? (
          <p className="quiet">自己的登录在「我的安全」里处理。</p>
        ) : (
          <CanAccess resource="staff" action="edit">
            <span className="drawer-actions">
              {facts.factorSince !== null && (
                <ReasonButton
                  label="解除两步验证"
                  intro="用于手机丢失。解除后其所有登录退出，角色要求时须重新开启。"
                  isDanger
                  send={(send, reason) => send(resetStaffFactor, { id, reason }, () => '已解除两步验证')}
                  onDone={renew}
                />
              )}
              <ReasonButton
                label="要求换密码"
                intro="下一步操作前，对方须先修改密码。"
                send={(send, reason) => send(requireNewPassword, { id, reason }, () => '已要求换密码')}
                onDone={renew}
              />
            </span>
          </CanAccess>
        )}
      </Section>
      <Section
        title="登录着的地方"
        more={
          !isMe &&
          rows.length > 0 && (
            <CanAccess resource="staff" action="edit">
              <ReasonButton
                label="全部退出"
                intro="对方须重新登录。"
                isDanger
                send={(send, reason) => send(endStaffSessions, { id, reason }, ({ ended }) => `已让 ${ended} 处退出`)}
                onDone={renew}
              />
            </CanAccess>
          )
        }
      >
        <SessionRows sessions={rows} />
      </Section>
    </>
  );
}

type Send = Parameters<Parameters<typeof ActionButton>[0]['onSend']>[0];

interface ReasonProps {
  label: string;
  intro: string;
  isDanger?: boolean;
  send: (send: Send, reason: string) => Promise<boolean>;
  onDone: () => void;
}

function ReasonButton({ label, intro, isDanger = false, send, onDone }: ReasonProps) {
  return (
    <ActionButton<{ reason: string }>
      label={label}
      title={`${label}？`}
      intro={intro}
      button={{ size: 'small', danger: isDanger }}
      changes={['staff']}
      onDone={onDone}
      onSend={(write, { reason }) => send(write, reason)}
    >
      <TextField name="reason" label="理由" schema={endStaffSessions.input.shape.reason} />
    </ActionButton>
  );
}

/** Answer of a call about one colleague. */
function useOf<T>(path: string, id: string) {
  return useCustom<T & object>({
    url: path.replace(':id', encodeURIComponent(id)),
    method: 'get',
    errorNotification: false,
  });
}
