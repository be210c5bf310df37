import { Button, Input, type InputProps, type InputRef } from 'antd';
import { type ReactNode, type Ref, useId } from 'react';
import { foldDigits } from '#shared/domain/typed';
import type { useResendCountdown } from '../../lib/use-resend-countdown';
import styles from './login-form.css';

interface FieldProps extends Omit<InputProps, 'onChange'> {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  /** Beside the input. */
  aside?: ReactNode;
  isSecret?: boolean;
  input?: Ref<InputRef>;
}

/** A labelled input whose error is read out and stands below it. */
export function Field({ label, onChange, error, aside, isSecret = false, input, ...rest }: FieldProps) {
  const id = useId();
  const Control = isSecret ? Input.Password : Input;
  const control = (
    <Control
      {...rest}
      {...(input ? { ref: input } : {})}
      id={id}
      size="large"
      onChange={(event) => onChange(event.target.value)}
      status={error ? 'error' : ''}
      aria-invalid={error !== undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    />
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {aside ? (
        <div className={styles.codeRow}>
          {control}
          {aside}
        </div>
      ) : (
        control
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface CodeButtonProps {
  isReady: boolean;
  isSending: boolean;
  countdown: ReturnType<typeof useResendCountdown>;
  onClick: () => void;
}

export function CodeButton({ isReady, isSending, countdown, onClick }: CodeButtonProps) {
  return (
    <Button
      size="large"
      className={styles.codeButton ?? ''}
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

/** Where codes are when no provider sends them. */
export function OutboxHint({ kind }: { kind: '短信' | '邮件' }) {
  return (
    <p className={styles.hint}>
      这台服务器没有接入{kind}服务，验证码在
      <a href="/__mock/" target="_blank" rel="noopener">
        {kind}发件箱
      </a>
      里查看。
    </p>
  );
}
