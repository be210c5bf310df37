import { type FormEvent, useRef, useState } from 'react';
import { isPhone, typedPhone } from '#shared/domain/phone';
import { foldCode } from '#shared/domain/typed';
import { type PhoneLoginValues, sendSmsCode } from '../../data/user';
import { deviceUuid, readText, storageKeys } from '../../lib/storage';
import { toast } from '../../lib/toast';
import { useResendCountdown } from '../../lib/use-resend-countdown';
import { codeDigits } from './code-parts';
import type { Agreement } from './use-agreement';
import { useCodeSending, useEntering } from './use-entering';

const codeLength = 6;

/** The code an invitation link carries. */
function invitedBy(): string {
  return foldCode(new URLSearchParams(window.location.search).get('inviteCode') ?? '').slice(0, 16);
}

export interface LoginFormOptions {
  agreement: Agreement;
  logIn: (values: PhoneLoginValues) => Promise<void>;
  /** Takes a failure that it answers itself; the others are said as a toast. */
  answerTo?: (error: unknown, values: PhoneLoginValues) => boolean;
  onDone: () => void;
}

/** The phone form's values, checks and calls (docs/RULES.md R30, docs/RULES.md R32). */
export function useLoginForm({ agreement, logIn, answerTo, onDone }: LoginFormOptions) {
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
