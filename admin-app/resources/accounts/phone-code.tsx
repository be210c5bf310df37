import { Button, Form, Input, Space } from 'antd';
import { useParams } from 'react-router';
import { rightsDeskContract } from '#shared/contract/rights-desk';
import { AccountPatch } from '#shared/contract/staff';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useWriteMessage } from '../../ui/use-write.ts';
import type { AccountFields } from './account-draft.ts';

/** Proves a new number: the customer reads out what was sent to it. Shown once a number is typed. */
export function PhoneCode() {
  const { accountId = '' } = useParams();
  const typed = normalizePhone(Form.useWatch<AccountFields['phoneNo']>('phoneNo') ?? '');
  const { send, isPending } = useWriteMessage([]);
  if (!isPhone(typed)) return null;
  const ask = () =>
    send(rightsDeskContract.sendPhoneCode, { id: accountId, phoneNo: typed }, () => '验证码已发到新手机号');
  return (
    <Form.Item label="新手机号的验证码" extra="请客户报给您；不填则等另一人批准。">
      <Space.Compact block>
        <Form.Item name="phoneCode" noStyle rules={[schemaRule(AccountPatch.shape.phoneCode)]}>
          <Input
            className="figures"
            aria-label="新手机号的验证码"
            autoComplete="off"
            inputMode="numeric"
            maxLength={6}
          />
        </Form.Item>
        <Button loading={isPending} onClick={() => void ask()}>
          发送验证码
        </Button>
      </Space.Compact>
    </Form.Item>
  );
}
