import type { PendingChange } from '#shared/contract/pending-change';
import { rightsDeskContract } from '#shared/contract/rights-desk';
import { useStaff } from '../../providers/staff-session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { fieldWords } from './pending-words.tsx';

const { approveChange, rejectChange } = rightsDeskContract;
const changed = ['pendingChanges', 'account'] as const;

/** The yes and the no to a change that waits; who asked for it can only take it back. */
export function PendingActions({ change }: { change: PendingChange }) {
  const me = useStaff();
  const { id, nickName, requestedBy, status } = change;
  if (status !== 'waiting') return null;
  const isOwn = requestedBy === me?.accountId;
  const phone = change.fields.find(({ name }) => name === 'phoneNo');
  return (
    <span className="drawer-actions">
      {!isOwn && (
        <ActionButton
          label="批准"
          title={`批准修改「${nickName}」？`}
          intro={`${fieldWords(change)}。生效后该账号须重新登录。`}
          button={{ size: 'small', type: 'primary' }}
          changes={changed}
          onSend={(send) => send(approveChange, { id }, () => '已批准，修改已生效')}
        >
          {phone && (
            <TypedConfirmation
              what={`${phone.after ? '新' : '原'}手机号后四位`}
              expected={(phone.after ?? phone.before ?? '').slice(-4)}
              consequence="原号码会收到一条通知短信，发出后不能收回。"
            />
          )}
        </ActionButton>
      )}
      <ActionButton<{ answer: string }>
        label={isOwn ? '撤回' : '驳回'}
        title={isOwn ? '撤回这项修改？' : '驳回这项修改？'}
        button={{ size: 'small' }}
        changes={changed}
        onSend={(send, { answer }) => send(rejectChange, { id, answer }, () => (isOwn ? '已撤回' : '已驳回'))}
      >
        <TextField name="answer" label="说明" schema={rejectChange.input.shape.answer} />
      </ActionButton>
    </span>
  );
}
