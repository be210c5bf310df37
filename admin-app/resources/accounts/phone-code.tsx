import { Button, Form, Input, Space } from 'antd';
import { useParams } from 'react-router';
import { rightsDeskContract } from '#shared/contract/rights-desk';
import { AccountPatch } from '#shared/contract/staff';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useWriteMessage } from '../../ui/use-write.ts';
import type { AccountFields } from './account-draft.ts';

const { sendPhoneCode } = rightsDeskContract;

/**
 * Form fields for the verification codes sent to the new and the old phone number, which the customer reads out to
 * staff. Rendered once the form contains a valid phone number.
 */
export function PhoneCode() {
  const { id: accountId = '' } = useParams();
  const typed = normalizePhone(Form.useWatch<AccountFields['phoneNo']>('phoneNo') ?? '');
  const { send, isPending } = useWriteMessage([]);
  if (!isPhone(typed)) return null;
  return (
    <>
      <Code
        name="phoneCode"
        label="新手机号的验证码"
        extra="请客户报给您；两个验证码不填全，则等另一人批准。"
        isSending={isPending}
        onAsk={() => void send(sendPhoneCode, { id: accountId, phoneNo: typed }, () => '验证码已发到新手机号')}
      />
      <Code
        name="oldPhoneCode"
        label="原手机号的验证码"
        isSending={isPending}
        onAsk={() => void send(sendPhoneCode, { id: accountId }, () => '验证码已发到原手机号')}
      />
    </>
  );
}

interface CodeProps {
  name: 'phoneCode' | 'oldPhoneCode';
  label: string;
  extra?: string;
  isSending: boolean;
  onAsk: () => void;
}

function Code({ name, label, extra, isSending, onAsk }: CodeProps) {
  return (
    <Form.Item label={label} extra={extra}>
      <Space.Compact block>
        <Form.Item name={name} noStyle rules={[schemaRule(AccountPatch.shape[name])]}>
          <Input className="figures" aria-label={label} autoComplete="off" inputMode="numeric" maxLength={40} />
        </Form.Item>
        <Button loading={isSending} onClick={onAsk}>
          发送验证码
        </Button>
      </Space.Compact>
    </Form.Item>
  );
}
