import { type BaseRecord, CanAccess, type HttpError, useCustomMutation } from '@refinedev/core';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { adminContract } from '#shared/contract/staff';
import { schemaRule } from './schema-rule.ts';

const { input } = adminContract.revealPhone;

interface Reason {
  reason: string;
}

interface Props {
  /** Masked. */
  phoneNo: string | null;
  /** Call that takes a reason and answers with the whole number. */
  path: `/${string}`;
  id: string;
  /** Whose permission `revealPhone` it takes. */
  resource: string;
}

/** A masked number; who gives a reason sees the whole of it until the view is left. */
export function PhoneReveal({ phoneNo, path, id, resource }: Props) {
  const [form] = Form.useForm<Reason>();
  const [isAsking, setIsAsking] = useState(false);
  const {
    mutate: reveal,
    mutation: { data, error, isPending },
  } = useCustomMutation<BaseRecord & { phoneNo: string | null; email?: string | null }, HttpError, Reason>();
  if (phoneNo === null) return <span className="quiet">—</span>;
  if (data) {
    const { phoneNo: whole, email } = data.data;
    return <span className="figures">{[whole ?? '—', email].filter(Boolean).join('，')}</span>;
  }

  const ask = (values: Reason) =>
    reveal({
      url: path.replace(/:\w+/, encodeURIComponent(id)),
      method: 'post',
      values,
      successNotification: false,
      errorNotification: false,
    });
  return (
    <span className="copyable figures">
      {phoneNo}
      <CanAccess resource={resource} action="revealPhone">
        <Button type="link" size="small" onClick={() => setIsAsking(true)}>
          查看完整手机号
        </Button>
        <Modal
          open={isAsking}
          title="查看完整手机号"
          width={360}
          centered
          destroyOnHidden
          okText="查看"
          cancelText="取消"
          confirmLoading={isPending}
          onOk={form.submit}
          onCancel={() => setIsAsking(false)}
          afterOpenChange={(isOpen) => isOpen && form.focusField('reason')}
        >
          <Form form={form} layout="vertical" requiredMark={false} onFinish={ask} disabled={isPending}>
            <Form.Item
              name="reason"
              label="查看理由"
              extra="理由会和您的账号一起记入审计。"
              rules={[schemaRule(input.shape.reason)]}
              {...(error && { validateStatus: 'error', help: error.message })}
            >
              <Input autoComplete="off" maxLength={200} placeholder="例如：用户来电核实身份" />
            </Form.Item>
          </Form>
        </Modal>
      </CanAccess>
    </span>
  );
}
