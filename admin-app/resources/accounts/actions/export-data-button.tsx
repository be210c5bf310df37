import { personalDataDeskContract } from '#shared/contract/personal-data-desk';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextField } from '../../../ui/fields.tsx';

const { exportPersonalData } = personalDataDeskContract;

/** Everything the product knows of somebody, as a file for them. The browser keeps it as it comes. */
export function ExportDataButton({ accountId, name }: { accountId: string; name: string }) {
  return (
    <ActionButton<{ reason: string }>
      label="导出个人数据"
      title={`导出「${name}」的全部个人数据？`}
      okText="导出"
      button={{ size: 'small' }}
      intro="一个 ZIP：账号、作品、对话、订单等每类一个 JSON 与一个 CSV，附图片原件与说明。含完整手机号，只应交给本人。"
      changes={['audit']}
      onSend={async (_send, { reason }) => {
        const link = document.createElement('a');
        const path = exportPersonalData.path.replace(':id', encodeURIComponent(accountId));
        link.href = `${path}?${new URLSearchParams({ reason })}`;
        link.download = '';
        link.click();
        return true;
      }}
    >
      <TextField name="reason" label="理由" schema={exportPersonalData.input.shape.reason} extra="写进审计。" />
    </ActionButton>
  );
}
