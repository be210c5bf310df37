import { Button, Form, Input } from 'antd';
import { type StaffSecurity, staffDeskContract } from '#shared/contract/staff-desk';
import { leastStaffPassword } from '#shared/domain/staff-password';
import { staffSession } from '../providers/staff-session.ts';
import { Section, Time } from '../ui/parts.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { useWrite } from '../ui/use-write.ts';

interface Fields {
  password: string;
  newPassword: string;
  again: string;
}

const most = 128;

/** Changes one's own password. */
export function PasswordPart({ security, onDone }: { security: StaffSecurity; onDone: () => void }) {
  const [form] = Form.useForm<Fields>();
  const write = useWrite([]);
  const send = async ({ password, newPassword }: Fields) => {
    const isDone = await write.send(
      staffDeskContract.changeOwnPassword,
      { password, newPassword },
      () => '密码已修改，其他登录已退出',
    );
    if (!isDone) return;
    form.resetFields();
    await staffSession.refresh();
    onDone();
  };
  return (
    <Section
      title="密码"
      more={
        security.passwordSetAt !== null && (
          <span className="quiet">
            上次设置 <Time at={security.passwordSetAt} />
          </span>
        )
      }
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={write.isPending}
        onFinish={(fields) => void send(fields)}
      >
        <Refusal error={write.error} form={form} />
        <Form.Item name="password" label="当前密码" rules={[{ required: true, message: '请输入当前密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={most} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label="新密码"
          extra={`至少 ${leastStaffPassword} 位；长一点比复杂更重要，不要包含登录名`}
          rules={[{ required: true, message: '请输入新密码' }]}
        >
          <Input.Password autoComplete="new-password" maxLength={most} />
        </Form.Item>
        <Form.Item
          name="again"
          label="再输一次"
          dependencies={['newPassword']}
          rules={[
            {
              validator: async (_rule, typed: unknown) => {
                if (typed !== form.getFieldValue('newPassword')) throw new Error('两次输入不一致');
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={most} />
        </Form.Item>
        <Button htmlType="submit" type="primary" loading={write.isPending}>
          修改密码
        </Button>
      </Form>
    </Section>
  );
}
