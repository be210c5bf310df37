import { useId } from 'react';
import { useSiteSettings } from '../../data/settings';
import { Button } from '../../ui/button';
import { Input } from '../../ui/input';
import { TextField } from '../../ui/text-field';
import { CodeButton, OutboxHint } from './code-parts';
import styles from './login-form.css';
import { type LoginFormOptions, useLoginForm } from './use-login-form';

interface LoginFormProps extends LoginFormOptions {
  /** Label of the main button, and its label while it works. */
  words?: readonly [string, string];
}

/** Phone and code. An unknown number becomes an account at its first login. */
export function LoginForm({ words = ['登录', '正在登录'], ...options }: LoginFormProps) {
  const form = useLoginForm(options);
  const hasOutbox = useSiteSettings().data?.outboxes.sms ?? false;
  const id = useId();

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField
        label="手机号"
        lead="+86"
        value={form.phoneNo}
        onChange={form.changePhone}
        onBlur={form.checkPhone}
        inputMode="numeric"
        autoComplete="tel"
        placeholder="请输入手机号"
        autoFocus={!form.phoneNo}
        fault={form.errors.phoneNo}
      />
      <TextField
        label="验证码"
        input={form.codeInput}
        value={form.verifyCode}
        onChange={form.changeCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="6 位数字"
        autoFocus={form.phoneNo !== ''}
        fault={form.errors.verifyCode}
        aside={
          <CodeButton
            isReady={form.isPhoneValid}
            isSending={form.isSending}
            countdown={form.countdown}
            onClick={() => void form.sendCode()}
          />
        }
      />
      {hasOutbox && <OutboxHint kind="短信" />}

      <details className={styles.invite} open={form.wasInvited}>
        <summary>填写邀请码</summary>
        <label htmlFor={`${id}-invite`} className="visually-hidden">
          邀请码
        </label>
        <Input
          id={`${id}-invite`}
          value={form.inviteCode}
          maxLength={60}
          onChange={(event) => form.changeInviteCode(event.target.value)}
          placeholder="没有可以不填"
          autoComplete="off"
        />
      </details>

      <Button look="primary" size="large" type="submit" aria-busy={form.isEntering}>
        {words[form.isEntering ? 1 : 0]}
      </Button>
    </form>
  );
}
