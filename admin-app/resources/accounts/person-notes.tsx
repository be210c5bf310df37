import { CanAccess, useList } from '@refinedev/core';
import { Button } from 'antd';
import { Link } from 'react-router';
import { type AccountNote, accountDeskContract } from '#shared/contract/account-desk';
import { useStaff } from '../../providers/staff-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPart } from '../../ui/list-part.tsx';
import { Section, Time } from '../../ui/parts.tsx';
import { useWriteMessage } from '../../ui/use-write.ts';
import { personPath } from './account-words.ts';
import type { PersonPart } from './person-part.ts';

const { createAccountNote, updateAccountNote, deleteAccountNote } = accountDeskContract;
const changes = ['accountNotes', 'audit'];
const most = 2000;

interface NoteFields {
  text: string;
}

/** Notes of staff on a person, the newest first. */
export default function PersonNotes({ account: { accountId } }: PersonPart) {
  return (
    <ListPart<AccountNote>
      resource="accountNotes"
      title="备注"
      what="备注"
      fixed={{ accountId }}
      action={<WriteNote accountId={accountId} isPrimary />}
      columns={columns}
      card={(note) => <NoteCard note={note} />}
      nameOf={({ text }) => text.slice(0, 20)}
      emptySentence="还没有备注。写下的内容只有员工看得到。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<AccountNote>> = [
  { key: 'text', title: '内容', width: 480, render: ({ text }) => <p className="person-note">{text}</p> },
  { key: 'authorName', title: '员工', width: 120, render: ({ authorName }) => authorName },
  timeColumn('createdAt', '写于', { isSortable: true }),
  { key: 'updatedAt', title: '改于', width: 124, render: (note) => <Changed note={note} /> },
  { key: 'actions', title: '操作', width: 120, pinned: 'right', render: (note) => <NoteActions note={note} /> },
];

function Changed({ note: { createdAt, updatedAt } }: { note: AccountNote }) {
  return updatedAt === createdAt ? <span className="quiet">—</span> : <Time at={updatedAt} />;
}

/** The last notes, for the overview. */
export function RecentNotes({ accountId }: { accountId: string }) {
  const { query, result } = useList<AccountNote>({
    resource: 'accountNotes',
    pagination: { currentPage: 1, pageSize: 3 },
    filters: [{ field: 'accountId', operator: 'eq', value: accountId }],
    sorters: [{ field: 'createdAt', order: 'desc' }],
    errorNotification: false,
  });
  const { data, total = 0 } = result;
  return (
    <Section
      title="备注"
      more={
        <span className="person-more">
          {total > data.length && <Link to={personPath(accountId, 'notes')}>全部 {formatNumber(total)} 条</Link>}
          <WriteNote accountId={accountId} />
        </span>
      }
    >
      {data.length === 0 && !query.isLoading && <p className="quiet">还没有备注。</p>}
      {data.map((note) => (
        <NoteCard key={note.id} note={note} />
      ))}
    </Section>
  );
}

function NoteCard({ note }: { note: AccountNote }) {
  return (
    <div className="person-note-card">
      <p className="person-note">{note.text}</p>
      <div className="card-line quiet">
        <span>
          {note.authorName} · <Time at={note.createdAt} />
        </span>
        <NoteActions note={note} />
      </div>
    </div>
  );
}

function WriteNote({ accountId, isPrimary = false }: { accountId: string; isPrimary?: boolean }) {
  return (
    <CanAccess resource="accountNotes" action="edit">
      <ActionButton<NoteFields>
        label="写备注"
        title="写备注"
        intro="只有员工看得到。不要写完整的手机号或证件号。"
        okText="保存"
        button={isPrimary ? { type: 'primary' } : { size: 'small' }}
        changes={changes}
        onSend={(send, { text }) => send(createAccountNote, { accountId, text }, () => '已保存备注')}
      >
        <TextField name="text" label="内容" schema={createAccountNote.input.shape.text} most={most} />
      </ActionButton>
    </CanAccess>
  );
}

/** One's own can be changed and deleted, by administrators all can be deleted; ten minutes long it can be undone. */
function NoteActions({ note: { id, text, version, isOwn } }: { note: AccountNote }) {
  const staff = useStaff();
  const { send, isPending } = useWriteMessage(changes);
  if (!isOwn && staff?.role !== 'admin') return null;
  return (
    <span className="row-actions">
      {isOwn && (
        <ActionButton<NoteFields>
          key={version}
          label="修改"
          title="修改备注"
          okText="保存"
          button={{ type: 'text', size: 'small' }}
          initialValues={{ text }}
          changes={changes}
          onSend={(write, fields) => write(updateAccountNote, { id, version, ...fields }, () => '已保存备注')}
        >
          <TextField name="text" label="内容" schema={updateAccountNote.input.shape.text} most={most} />
        </ActionButton>
      )}
      <Button
        type="text"
        size="small"
        danger
        loading={isPending}
        onClick={() => void send(deleteAccountNote, { id }, () => '已删除备注')}
      >
        删除
      </Button>
    </span>
  );
}
