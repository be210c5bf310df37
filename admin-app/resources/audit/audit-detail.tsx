import { CanAccess } from '@refinedev/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AuditEntry, auditDeskContract } from '#shared/contract/audit-desk';
import { auditActionWords } from '#shared/domain/console-words';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { CopyableId, Facts, Section, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';
import { actorWords, fieldWords, forgottenWords, valueWords } from './audit-words.ts';

const { revealAudit } = auditDeskContract;

type AuditRow = Omit<AuditEntry, 'id'> & { id: string };

export default function AuditDetail() {
  return (
    <RowDrawer<AuditRow> resource="audit" what="审计记录" titleOf={auditActionWords}>
      {(row) => <Entry key={row.id} row={row} />}
    </RowDrawer>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const [whole, setWhole] = useState<Pick<AuditEntry, 'changes' | 'reason'>>();
  const { changes, reason } = whole ?? row;
  const { list } = useAddresses('audit');
  const ofPerson = `${list}?actorId=${encodeURIComponent(row.actorId)}`;
  const ofRecord = `${list}?resource=${row.resource}&subject=${encodeURIComponent(row.subject)}`;
  return (
    <>
      <Facts
        facts={[
          ['员工', row.actorId ? <Link key="actor" to={ofPerson}>{`${actorWords(row)} 的全部操作`}</Link> : '未登录'],
          ...(row.actingAs ? [['以谁的身份', row.actingAs] as const] : []),
          ['时间', <Time key="at" at={row.createdAt} isExact />],
          ['记录', row.subject ? <CopyableId key="subject" id={row.subject} what="记录编号" isWhole /> : '—'],
          ...(row.subject
            ? [
                [
                  '',
                  <Link key="record" to={ofRecord}>
                    {'这条记录的全部审计'}
                  </Link>,
                ] as const,
              ]
            : []),
          ['理由', reason || '—'],
          ['网络地址', row.address || '—'],
          ['浏览器', row.userAgent || '—'],
          ['请求编号', row.requestId || '—'],
        ]}
      />
      <Section title="变化" more={row.hasWhole && !whole && <Reveal id={row.id} onShown={setWhole} />}>
        {changes.length === 0 && (
          <p className="line quiet">{row.isForgotten ? `${forgottenWords(row)}。` : '没有字段变化。'}</p>
        )}
        <Facts
          facts={changes.map(({ field, before, after }) => [
            fieldWords(field),
            <span key={field}>
              <del className="quiet">{valueWords(field, before)}</del> → <ins>{valueWords(field, after)}</ins>
            </span>,
          ])}
        />
      </Section>
    </>
  );
}

function Reveal({ id, onShown }: { id: string; onShown: (entry: AuditEntry) => void }) {
  return (
    <CanAccess resource="audit" action="reveal">
      <ActionButton<{ reason: string }>
        label="查看完整内容"
        title="查看完整的手机号和邮箱"
        intro="查看的人、时间和理由会记入审计。"
        button={{ size: 'small' }}
        changes={['audit']}
        onSend={(send, { reason }) =>
          send(revealAudit, { id: Number(id), reason }, (entry) => {
            onShown(entry);
            return '已显示完整内容';
          })
        }
      >
        <TextField name="reason" label="理由" schema={revealAudit.input.shape.reason} />
      </ActionButton>
    </CanAccess>
  );
}
