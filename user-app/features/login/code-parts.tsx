import { foldDigits } from '#shared/domain/typed';
import type { useResendCountdown } from '../../lib/use-resend-countdown';
import { Button } from '../../ui/button';
import styles from './login-form.css';

interface CodeButtonProps {
  isReady: boolean;
  isSending: boolean;
  countdown: ReturnType<typeof useResendCountdown>;
  onClick: () => void;
}

export function CodeButton({ isReady, isSending, countdown, onClick }: CodeButtonProps) {
  return (
    <Button
      className={`tabular ${styles.codeButton}`}
      disabled={!isReady || isSending || countdown.isRunning}
      onClick={onClick}
    >
      {isSending ? '正在发送' : countdown.label}
    </Button>
  );
}

/** Codes are six digits, however they are pasted. */
export function codeDigits(text: string): string {
  return foldDigits(text).slice(0, 6);
}

/** Hint to the outbox that keeps codes when no provider sends them. */
export function OutboxHint({ kind }: { kind: '短信' | '邮件' }) {
  return (
    <p className={`text-second text-13 ${styles.hint}`}>
      这台服务器没有接入{kind}服务，验证码在
      <a href="/__mock/" target="_blank" rel="noopener">
        {kind}发件箱
      </a>
      里查看。
    </p>
  );
}
