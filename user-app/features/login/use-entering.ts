import { type RefObject, useState } from 'react';
import { toastFailure } from '../../lib/toast';

/** One login at a time: a failed one says why, a good one leaves the form as it is until the page goes on. */
export function useEntering(onDone: () => void) {
  const [isEntering, setEntering] = useState(false);

  /** @param answerTo takes a failure that it answers itself; the others are said as a toast */
  const enter = async (logIn: () => Promise<void>, answerTo: (error: unknown) => boolean = () => false) => {
    if (isEntering) return;
    setEntering(true);
    try {
      await logIn();
      onDone();
    } catch (error) {
      if (!answerTo(error)) toastFailure(error);
      setEntering(false);
    }
  };
  return { isEntering, enter };
}

/**
 * Sends a code and starts the countdown (docs/RULES.md R31). The button is off while it runs: the next thing is the
 * code.
 */
export function useCodeSending(
  codeInput: RefObject<HTMLInputElement>,
  send: () => Promise<{ resendAfter: number }>,
  onSent: (resendAfter: number) => void,
) {
  const [isSending, setSending] = useState(false);

  const sendCode = async () => {
    codeInput.current?.focus();
    setSending(true);
    try {
      onSent((await send()).resendAfter);
    } catch (error) {
      toastFailure(error);
    } finally {
      setSending(false);
    }
  };
  return { isSending, sendCode };
}
