import { type Account, AccountPatch, manageContract } from '#shared/contract/staff';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { AccountFields } from './account-draft.ts';
import { nameOf } from './account-words.ts';
import { BanEnd } from './ban-end.tsx';

const { updateAccount } = manageContract;
const changes = ['account', 'accountSessions', 'audit'];

type BanFields = Pick<AccountFields, 'statusReason' | 'bannedUntil'>;

/** Shuts an account out, for a reason and for a while or without end; or lets it in again. */
export function BanButton({ account }: { account: Account }) {
  const { accountId, version } = account;
  if (account.status === 'banned')
    return (
      <ActionButton<{ reason: string }>
        label="解除停用"
        title={`让「${nameOf(account)}」重新使用？`}
        intro={account.statusReason && `停用原因：${account.statusReason}`}
        changes={changes}
        onSend={(send, { reason }) =>
          send(
            updateAccount,
            { accountId, version, status: 'active', statusReason: '', reason },
            () => `已解除停用「${nameOf(account)}」`,
          )
        }
      >
        <TextField name="reason" label="理由" schema={AccountPatch.shape.reason.unwrap()} />
      </ActionButton>
    );
  return (
    <ActionButton<BanFields>
      label="停用"
      title={`停用「${nameOf(account)}」？`}
      intro="立即不能登录，已登录的全部退出；10 分钟内可以撤销。"
      button={{ danger: true }}
      changes={changes}
      onSend={(send, { statusReason = '', bannedUntil }) =>
        send(
          updateAccount,
          {
            ...{ accountId, version, status: 'banned', statusReason, reason: statusReason },
            bannedUntil: bannedUntil?.valueOf() ?? null,
          },
          () => `已停用「${nameOf(account)}」`,
        )
      }
    >
      <TextField
        name="statusReason"
        label="停用原因"
        schema={AccountPatch.shape.reason.unwrap()}
        extra="用户登录时会看到。"
      />
      <BanEnd />
    </ActionButton>
  );
}
