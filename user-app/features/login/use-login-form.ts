import { type FormEvent, useEffect, useState } from 'react';
import { isPhone, normalizePhone } from '#shared/domain/phone';
import { useSiteSettings } from '../../data/settings';
import { login, sendSmsCode } from '../../data/user';
import { deviceUuid, readText, storageKeys } from '../../lib/storage';
import { toast, toastFailure } from '../../lib/toast';
import { useResendCountdown } from './use-resend-countdown';

const phoneLength = 11;
const codeLength = 6;

/** The code an invitation link carries. */
function invitedBy(): string {
  return (new URLSearchParams(window.location.search).get('inviteCode') ?? '').slice(0, 16);
}

/** The login form's values, checks and calls (spec §4, §8). */
export function useLoginForm(onDone: () => void) {
  const settings = useSiteSettings().data;
  const [phoneNo, setPhoneNo] = useState(() => readText(storageKeys.phoneNo) ?? '');
  const [verifyCode, setVerifyCode] = useState('');
  const [inviteCode, setInviteCode] = useState(invitedBy);
  const [wasInvited] = useState(() => invitedBy() !== '');
  const [isAgreed, setAgreed] = useState<boolean>();
  const [isAskingConsent, setAskingConsent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isEntering, setEntering] = useState(false);
  const [errors, setErrors] = useState<{ phoneNo?: string; verifyCode?: string }>({});
  const countdown = useResendCountdown();

  useEffect(() => {
    if (settings) setAgreed((chosen) => chosen ?? settings.isAgreementTickedByDefault);
  }, [settings]);

  const isPhoneValid = isPhone(phoneNo);

  const changePhone = (text: string) => {
    setPhoneNo(normalizePhone(text).replace(/\D/g, '').slice(0, phoneLength));
    setErrors(({ phoneNo: _gone, ...rest }) => rest);
  };

  const changeCode = (text: string) => {
    setVerifyCode(text.replace(/\D/g, '').slice(0, codeLength));
    setErrors(({ verifyCode: _gone, ...rest }) => rest);
  };

  const checkPhone = () => {
    if (phoneNo && !isPhoneValid) setErrors((known) => ({ ...known, phoneNo: '手机号格式不正确' }));
  };

  const sendCode = async () => {
    setSending(true);
    try {
      const { resendAfter } = await sendSmsCode(phoneNo);
      toast.success('发送成功');
      countdown.start(resendAfter);
    } catch (error) {
      toastFailure(error);
    } finally {
      setSending(false);
    }
  };

  const enter = async () => {
    setEntering(true);
    try {
      await login({
        phoneNo,
        verifyCode,
        inviteCode: inviteCode.trim(),
        agreementVersion: settings?.agreementVersion ?? '',
        deviceId: deviceUuid(),
      });
      onDone();
    } catch (error) {
      toastFailure(error);
      setEntering(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEntering) return;
    const phoneError = phoneNo === '' ? '请输入手机号' : isPhoneValid ? undefined : '手机号格式不正确';
    const codeError = verifyCode.length === codeLength ? undefined : '请输入6位验证码';
    setErrors({ ...(phoneError ? { phoneNo: phoneError } : {}), ...(codeError ? { verifyCode: codeError } : {}) });
    if (phoneError || codeError) return;
    if (isAgreed) void enter();
    else setAskingConsent(true);
  };

  const agreeAndEnter = () => {
    setAgreed(true);
    setAskingConsent(false);
    void enter();
  };

  return {
    phoneNo,
    verifyCode,
    inviteCode,
    wasInvited,
    errors,
    countdown,
    isPhoneValid,
    isSending,
    isEntering,
    isAskingConsent,
    isAgreed: isAgreed ?? false,
    isLocalMode: settings?.isLocalMode ?? false,
    changePhone,
    changeCode,
    changeInviteCode: setInviteCode,
    checkPhone,
    setAgreed,
    sendCode,
    submit,
    agreeAndEnter,
    refuseConsent: () => setAskingConsent(false),
  };
}
