import { type FormEvent, useId, useRef, useState } from 'react';
import { isPhone, typedPhone } from '#shared/domain/phone';
import { foldCode } from '#shared/domain/typed';
import { useSiteSettings } from '../../data/settings';
import { type PhoneLoginValues, sendSmsCode } from '../../data/user';
import { deviceUuid, readText, storageKeys } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { useResendCountdown } from '../../lib/use-resend-countdown';
import { Button } from '../../ui/button';
import { Input } from '../../ui/input';
import { TextField } from '../../ui/text-field';
import type { Agreement } from './agreement';
import { CodeButton, codeDigits, OutboxHint } from './code-parts';
import styles from './login-form.css';
import { useCodeSending, useEntering } from './use-entering';

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

const codeLength = 6;

/** The code an invitation link carries. */
function invitedBy(): string {
  return foldCode(new URLSearchParams(window.location.search).get('inviteCode') ?? '').slice(0, 16);
}

interface LoginFormOptions {
  agreement: Agreement;
  logIn: (values: PhoneLoginValues) => Promise<void>;
  /** Takes a failure that it answers itself; the others are said as a toast. */
  answerTo?: (error: unknown, values: PhoneLoginValues) => boolean;
  onDone: () => void;
}

/** The phone form's values, checks and calls (docs/RULES.md R30, docs/RULES.md R32). */
function useLoginForm({ agreement, logIn, answerTo, onDone }: LoginFormOptions) {
  const [phoneNo, setPhoneNo] = useState(() => readText(storageKeys.phoneNo) ?? '');
  const [verifyCode, setVerifyCode] = useState('');
  const [inviteCode, setInviteCode] = useState(invitedBy);
  const [wasInvited] = useState(() => invitedBy() !== '');
  const [errors, setErrors] = useState<{ phoneNo?: string; verifyCode?: string }>({});
  const countdown = useResendCountdown();
  const { isEntering, enter } = useEntering(onDone);
  const codeInput = useRef<HTMLInputElement>(null);
  const { isSending, sendCode } = useCodeSending(
    codeInput,
    () => sendSmsCode(phoneNo),
    (resendAfter) => {
      toast.success('发送成功');
      countdown.start(resendAfter);
    },
  );
  const isPhoneValid = isPhone(phoneNo);

  const changePhone = (text: string) => {
    setPhoneNo(typedPhone(text));
    setErrors(({ phoneNo: _gone, ...rest }) => rest);
  };

  const changeCode = (text: string) => {
    setVerifyCode(codeDigits(text));
    setErrors(({ verifyCode: _gone, ...rest }) => rest);
  };

  const checkPhone = () => {
    if (phoneNo && !isPhoneValid) setErrors((known) => ({ ...known, phoneNo: '手机号格式不正确' }));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phoneError = phoneNo === '' ? '请输入手机号' : isPhoneValid ? undefined : '手机号格式不正确';
    const codeError = verifyCode.length === codeLength ? undefined : '请输入6位验证码';
    setErrors({ ...(phoneError ? { phoneNo: phoneError } : {}), ...(codeError ? { verifyCode: codeError } : {}) });
    if (phoneError || codeError) return;
    const values = {
      phoneNo,
      verifyCode,
      inviteCode: foldCode(inviteCode),
      agreementVersion: agreement.version,
      deviceId: deviceUuid(),
    };
    agreement.whenAgreed(
      () =>
        void enter(
          () => logIn(values),
          (error) => answerTo?.(error, values) ?? false,
        ),
    );
  };

  return {
    phoneNo,
    verifyCode,
    inviteCode,
    wasInvited,
    errors,
    codeInput,
    countdown,
    isPhoneValid,
    isSending,
    isEntering,
    changePhone,
    changeCode,
    changeInviteCode: setInviteCode,
    checkPhone,
    sendCode,
    submit,
  };
}
