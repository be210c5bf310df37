import { type FormEvent, useState } from 'react';
import { loginByAccount } from '../../data/user';
import { deviceUuid } from '../../lib/storage';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import type { Agreement } from './agreement';
import styles from './login-form.css';
import { useEntering } from './use-entering';

/** Login name, phone or e-mail with a password that the operator gave out. */
export function AccountForm({ agreement, onDone }: { agreement: Agreement; onDone: () => void }) {
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ account?: string | undefined; password?: string | undefined }>({});
  const { isEntering, enter } = useEntering(onDone);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      account: account.trim() ? undefined : '请输入账号',
      password: password ? undefined : '请输入密码',
    };
    setErrors(found);
    if (found.account || found.password) return;
    const values = { account, password, agreementVersion: agreement.version, deviceId: deviceUuid() };
    agreement.whenAgreed(() => void enter(() => loginByAccount(values)));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="账号"
        value={account}
        onChange={(text) => {
          setAccount(text);
          setErrors({ ...errors, account: undefined });
        }}
        autoComplete="username"
        placeholder="登录名、手机号或邮箱"
        autoFocus
        fault={errors.account}
      />
      <TextField
        label="密码"
        isSecret
        value={password}
        onChange={(text) => {
          setPassword(text);
          setErrors({ ...errors, password: undefined });
        }}
        autoComplete="current-password"
        placeholder="请输入密码"
        fault={errors.password}
      />
      <Button look="primary" size="large" type="submit" aria-busy={isEntering}>
        {isEntering ? '正在登录' : '登录'}
      </Button>
    </form>
  );
}
