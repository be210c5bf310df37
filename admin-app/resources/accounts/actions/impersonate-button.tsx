import { impersonationDeskContract, viewingMinutes } from '#shared/contract/impersonation';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextField } from '../../../ui/fields.tsx';

const { impersonate } = impersonationDeskContract;

/** Opens the product as this customer sees it, in a tab of its own where the browser lets it. */
export function ImpersonateButton({ accountId, name }: { accountId: string; name: string }) {
  const open = (url: string) => {
    if (!window.open(url)) window.location.assign(url);
  };
  return (
    <ActionButton<{ reason: string }>
      label="只读查看用户端"
      title={`以「${name}」的身份查看用户端？`}
      okText="打开"
      button={{ size: 'small' }}
      intro={`${viewingMinutes} 分钟，只能看，不能改、不能下载，看不到对话内容。开始和结束都记入此人的审计；本浏览器打开的用户端在此期间都显示此人。`}
      changes={['audit']}
      onSend={(send, fields) =>
        send(impersonate, { id: accountId, ...fields }, ({ url }) => {
          open(url);
          return '已开始只读查看';
        })
      }
    >
      <TextField name="reason" label="理由" schema={impersonate.input.shape.reason} extra="写进审计。" />
    </ActionButton>
  );
}
