import { type HttpError, useLogin } from '@refinedev/core';
import { Alert, Button, Form, Input } from 'antd';
import { Navigate, useSearchParams } from 'react-router';
import { manageContract } from '#shared/contract/staff';
import { TotpCode } from '#shared/contract/staff-door';
import { useStaff } from '../providers/staff-session.ts';
import './login.css';
import { LogoMark } from './logo-mark.tsx';
import { schemaRule } from './schema-rule.ts';
import { ThemeSwitch } from './shell.tsx';
import { usePageTitle } from './use-page-title.ts';

interface Credentials {
  account: string;
  password: string;
  totpCode?: string;
}

const { account, password } = manageContract.staffLogin.input.shape;

/** Staff login; refusals of the server, the lock among them, stand above the fields. */
export default function LoginPage() {
  usePageTitle('登录');
  const staff = useStaff();
  const [params] = useSearchParams();
  const { mutate: login, data, isPending } = useLogin<Credentials>();
  const refusal = data?.success === false ? (data.error as HttpError | undefined) : undefined;
  const isCodeAsked = refusal?.reason === 'staff.totp_needed' || refusal?.reason === 'staff.totp_wrong';

  if (staff) return <Navigate to={pathWithin(params.get('from'))} replace />;
  return (
    <div className="login">
      <div className="login-theme">
        <ThemeSwitch />
      </div>
      <main className="login-sheet">
        <div className="login-brand">
          <LogoMark size={36} />
          <h1>筑绘控制台</h1>
          <p>仅限员工使用</p>
        </div>
        <Form<Credentials>
          layout="vertical"
          requiredMark={false}
          onFinish={(values) => login(values)}
          disabled={isPending}
        >
          {refusal && refusal.reason !== 'staff.totp_needed' && (
            <Alert className="login-refusal" type="error" message={refusal.message} role="alert" />
          )}
          <Form.Item
            name="account"
            label="账号"
            initialValue=""
            rules={[schemaRule(account)]}
            validateTrigger="onSubmit"
          >
            <Input autoComplete="username" autoFocus maxLength={40} />
          </Form.Item>
          <Form.Item
            name="password"
            label="密码"
            initialValue=""
            rules={[schemaRule(password)]}
            validateTrigger="onSubmit"
          >
            <Input.Password autoComplete="current-password" maxLength={128} />
          </Form.Item>
          {isCodeAsked && (
            <Form.Item
              name="totpCode"
              label="动态码"
              extra="身份验证器上的 6 位数字；手机不在身边时填写一个恢复码"
              rules={[schemaRule(TotpCode)]}
              validateTrigger="onSubmit"
            >
              <Input autoComplete="one-time-code" inputMode="text" autoFocus maxLength={60} className="figures" />
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" block loading={isPending}>
            登录
          </Button>
        </Form>
      </main>
    </div>
  );
}

/** Only paths of the console itself are returned to. */
function pathWithin(from: string | null): string {
  return from?.startsWith('/') && !from.startsWith('//') ? from : '/';
}
