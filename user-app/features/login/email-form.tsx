import { type FormEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { useSiteSettings } from '../../data/settings';
import { loginByEmail, sendEmailCode } from '../../data/user';
import { deviceUuid, storageKeys } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { useResendCountdown } from '../../lib/use-resend-countdown';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/text-field';
import type { Agreement } from './agreement';
import { CodeButton, codeDigits, OutboxHint } from './code-parts';
import styles from './login-form.css';
import { useCodeSending, useEntering } from './use-entering';

const emailSchema = z.email();

/** E-mail address and code. An unknown address becomes an account at its first login. */
export function EmailForm({ agreement, onDone }: { agreement: Agreement; onDone: () => void }) {
  const hasOutbox = useSiteSettings().data?.outboxes.email ?? false;
  const [email, setEmail] = useState('');
  const [verifyCode, setVerifyCode] = useState('');
  const [errors, setErrors] = useState<{ email?: string | undefined; verifyCode?: string | undefined }>({});
  const countdown = useResendCountdown(storageKeys.emailCodeResendAt);
  const { isEntering, enter } = useEntering(onDone);
  const address = email.trim();
  const isAddress = emailSchema.safeParse(address).success;
  const codeInput = useRef<HTMLInputElement>(null);
  const { isSending, sendCode } = useCodeSending(
    codeInput,
    () => sendEmailCode(address),
    (resendAfter) => {
      toast.success('发送成功');
      countdown.start(resendAfter);
    },
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      email: address === '' ? '请输入邮箱' : isAddress ? undefined : '邮箱格式不正确',
      verifyCode: verifyCode.length === 6 ? undefined : '请输入6位验证码',
    };
    setErrors(found);
    if (found.email || found.verifyCode) return;
    const values = { email: address, verifyCode, agreementVersion: agreement.version, deviceId: deviceUuid() };
    agreement.whenAgreed(() => void enter(() => loginByEmail(values)));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="邮箱"
        value={email}
        onChange={(text) => {
          setEmail(text);
          setErrors({ ...errors, email: undefined });
        }}
        type="email"
        autoComplete="email"
        placeholder="请输入邮箱"
        autoFocus
        fault={errors.email}
      />
      <TextField
        label="验证码"
        input={codeInput}
        value={verifyCode}
        onChange={(text) => {
          setVerifyCode(codeDigits(text));
          setErrors({ ...errors, verifyCode: undefined });
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="6 位数字"
        fault={errors.verifyCode}
        aside={
          <CodeButton isReady={isAddress} isSending={isSending} countdown={countdown} onClick={() => void sendCode()} />
        }
      />
      {hasOutbox && <OutboxHint kind="邮件" />}
      <Button look="primary" size="large" type="submit" aria-busy={isEntering}>
        {isEntering ? '正在登录' : '登录'}
      </Button>
    </form>
  );
}
