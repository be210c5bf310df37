import { Form, Input } from 'antd';
import type { PendingChange } from '#shared/contract/pending-change';
import { rightsDeskContract } from '#shared/contract/rights-desk';
import { TotpCode } from '#shared/contract/staff-door';
import { pendingKinds } from '#shared/domain/second-person';
import { useStaff } from '../../providers/staff-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatTime } from '../../ui/format.ts';
import { schemaRule } from '../../ui/schema-rule.ts';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { changedBy, consequences, fieldWords } from './pending-words.tsx';

const { approveChange, rejectChange } = rightsDeskContract;

/**
 * Buttons to approve and reject a pending change. The requester can only withdraw it, except in single-staff mode
 * (`aloneFrom` is set), where the requester may also approve it.
 */
export function PendingActions({ change }: { change: PendingChange }) {
  const me = useStaff();
  const { id, kind, requestedBy, status, aloneFrom } = change;
  if (status !== 'waiting' || !me) return null;
  const isOwn = requestedBy === me.accountId;
  const mayDecide = me.permissions.includes(pendingKinds[kind]) && (!isOwn || aloneFrom !== null);
  const changed = ['pendingChanges', ...changedBy[kind]];
  return (
    <span className="page-actions">
      {mayDecide && <Approve change={change} changed={changed} />}
      <ActionButton<{ answer: string }>
        label={isOwn ? '撤回' : '驳回'}
        title={isOwn ? '撤回这项修改？' : '驳回这项修改？'}
        button={{ size: 'small' }}
        changes={changed}
        onSend={(send, { answer }) => send(rejectChange, { id, answer }, () => (isOwn ? '已撤回' : '已驳回'))}
      >
        <TextField name="answer" label="说明" schema={rejectChange.input.shape.answer} extra="提出的人看得到。" />
      </ActionButton>
    </span>
  );
}

function Approve({ change, changed }: { change: PendingChange; changed: readonly string[] }) {
  const { id, kind, title, subject, aloneFrom } = change;
  const phone = change.fields.find(({ name }) => name === 'phoneNo');
  const amount = kind === 'refund' ? change.fields.find(({ name }) => name === 'amount')?.after : undefined;
  return (
    <ActionButton<{ totpCode?: string }>
      label="批准"
      title={`批准修改「${title || subject}」？`}
      intro={`${fieldWords(change)}。${consequences[kind]}`}
      button={{ size: 'small', type: 'primary' }}
      changes={changed}
      onSend={(send, { totpCode }) =>
        send(approveChange, { id, ...(totpCode && { totpCode }) }, () => '已批准，修改已生效')
      }
    >
      {phone && (
        <TypedConfirmation
          what={`${phone.after ? '新' : '原'}手机号后四位`}
          expected={(phone.after ?? phone.before ?? '').slice(-4)}
          consequence="原号码和邮箱会收到通知，发出后不能收回。"
        />
      )}
      {amount && (
        <TypedConfirmation
          what="退款金额（元）"
          expected={amount.replace(/[¥,]/g, '')}
          consequence="款项退出后不能收回。"
        />
      )}
      <OwnCode aloneFrom={aloneFrom} />
    </ActionButton>
  );
}

/** Field `totpCode` of an approval, in single-staff mode. */
export function OwnCode({ aloneFrom }: Pick<PendingChange, 'aloneFrom'>) {
  if (aloneFrom === null) return null;
  return (
    <Form.Item
      name="totpCode"
      label="您的动态码"
      extra={`没有别人能批准时才需要，并且要等到 ${formatTime(aloneFrom)}。`}
      rules={[schemaRule(TotpCode.optional())]}
    >
      <Input className="figures" autoComplete="one-time-code" inputMode="numeric" maxLength={40} />
    </Form.Item>
  );
}
