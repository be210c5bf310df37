import { CanAccess } from '@refinedev/core';
import { type AccountDevice, type AccountSession, accountDeskContract } from '#shared/contract/account-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { browserName } from '../../ui/browser-name.ts';
import { countColumn, timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPart } from '../../ui/list-part.tsx';
import { Clip, CopyableId, Time } from '../../ui/parts.tsx';
import type { Write } from '../../ui/use-write.ts';
import { nameOf } from './account-words.ts';
import type { PersonPart } from './person-part.ts';

const { endAccountSession, endAccountSessions } = accountDeskContract;
const changes = ['accountSessions', 'audit'];

/** Present sessions of a person; each can be ended, and all at once. */
export function PersonSessions({ account }: PersonPart) {
  const { accountId } = account;
  return (
    <ListPart<AccountSession>
      resource="accountSessions"
      title="登录着的地方"
      what="登录"
      fixed={{ accountId }}
      action={
        <SignOut
          label="全部退出"
          title={`让「${nameOf(account)}」的登录全部退出？`}
          onSend={(send, reason) =>
            send(endAccountSessions, { id: accountId, reason }, ({ ended }) => `已让 ${formatNumber(ended)} 处退出`)
          }
        />
      }
      columns={sessionColumns}
      card={(session) => <SessionCard session={session} />}
      emptySentence="没有登录着的地方。"
    />
  );
}

const sessionColumns: ReadonlyArray<DataColumn<AccountSession>> = [
  { key: 'userAgent', title: '浏览器', width: 160, pinned: 'left', render: (row) => <Browser {...row} /> },
  { key: 'address', title: '地址（IP）', width: 140, render: ({ address }) => <Clip text={address} /> },
  { key: 'deviceId', title: '设备编号', width: 150, render: ({ deviceId }) => <Device deviceId={deviceId} /> },
  timeColumn('createdAt', '登录时间', { isSortable: true }),
  timeColumn('expiresAt', '到期时间'),
  { key: 'actions', title: '操作', width: 80, pinned: 'right', render: (row) => <SessionEnd session={row} /> },
];

function SessionCard({ session }: { session: AccountSession }) {
  return (
    <>
      <div className="card-head">
        <Browser {...session} />
        <SessionEnd session={session} />
      </div>
      <div className="card-line quiet">
        <span>
          {session.address} · <Time at={session.createdAt} />
        </span>
      </div>
    </>
  );
}

function SessionEnd({ session: { id, userAgent, address } }: { session: AccountSession }) {
  return (
    <SignOut
      label="退出"
      title="让这处登录退出？"
      intro={`${browserName(userAgent)} · ${address}`}
      isSmall
      onSend={(send, reason) => send(endAccountSession, { id, reason }, () => '已退出')}
    />
  );
}

interface SignOutProps {
  label: string;
  title: string;
  intro?: string;
  isSmall?: boolean;
  onSend: (send: Write['send'], reason: string) => Promise<boolean>;
}

function SignOut({ label, title, intro = '', isSmall = false, onSend }: SignOutProps) {
  return (
    <CanAccess resource="accountSessions" action="edit">
      <ActionButton<{ reason: string }>
        label={label}
        title={title}
        intro={`${intro && `${intro}。`}须重新登录才能继续使用，不可撤销。`}
        button={{ danger: true, ...(isSmall && { size: 'small', type: 'text' }) }}
        changes={changes}
        onSend={(send, { reason }) => onSend(send, reason)}
      >
        <TextField name="reason" label="理由" schema={endAccountSession.input.shape.reason} />
      </ActionButton>
    </CanAccess>
  );
}

/** Devices with which a person logged in during the last half year. */
export function PersonDevices({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<AccountDevice>
      resource="accountDevices"
      title="设备"
      what="设备"
      fixed={{ accountId }}
      columns={deviceColumns}
      card={(device) => <DeviceCard device={device} />}
      emptySentence="半年内没有登录过。"
    />
  );
}

const deviceColumns: ReadonlyArray<DataColumn<AccountDevice>> = [
  { key: 'userAgent', title: '浏览器', width: 160, pinned: 'left', render: (row) => <Browser {...row} /> },
  { key: 'deviceId', title: '设备编号', width: 150, render: ({ deviceId }) => <Device deviceId={deviceId} /> },
  {
    key: 'addresses',
    title: '地址（IP）',
    width: 240,
    render: ({ addresses }) => <Clip text={addresses.join('、')} isWide />,
  },
  countColumn('logins', '登录次数', 88),
  timeColumn('firstSeenAt', '首次登录'),
  timeColumn('lastSeenAt', '最近登录', { isSortable: true }),
];

function DeviceCard({ device }: { device: AccountDevice }) {
  return (
    <>
      <div className="card-head">
        <Browser {...device} />
        <span className="quiet figures">登录 {formatNumber(device.logins)} 次</span>
      </div>
      <div className="card-line">{device.addresses.join('、')}</div>
      <div className="card-line quiet">
        <span>
          <Time at={device.firstSeenAt} /> 至 <Time at={device.lastSeenAt} />
        </span>
      </div>
    </>
  );
}

const Browser = ({ userAgent }: { userAgent: string }) => <span title={userAgent}>{browserName(userAgent)}</span>;

function Device({ deviceId }: { deviceId: string | null }) {
  return deviceId === null ? <span className="quiet">没有告诉</span> : <CopyableId id={deviceId} what="设备编号" />;
}
