import { Button, Checkbox, Input, Modal } from 'antd';
import { useId } from 'react';
import styles from './login-form.css';
import { useLoginForm } from './use-login-form';

/** Phone and code. An unknown number becomes an account at its first login. */
export function LoginForm({ onDone, isFocused = true }: { onDone: () => void; isFocused?: boolean }) {
  const form = useLoginForm(onDone);
  const id = useId();
  const { errors, countdown } = form;

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <div className={styles.field}>
        <label htmlFor={`${id}-phone`}>手机号</label>
        <Input
          id={`${id}-phone`}
          size="large"
          prefix={<span className={styles.countryCode}>+86</span>}
          value={form.phoneNo}
          onChange={(event) => form.changePhone(event.target.value)}
          onBlur={form.checkPhone}
          inputMode="numeric"
          autoComplete="tel"
          placeholder="请输入手机号"
          autoFocus={isFocused && !form.phoneNo}
          status={errors.phoneNo ? 'error' : ''}
          aria-invalid={errors.phoneNo !== undefined}
          aria-describedby={errors.phoneNo ? `${id}-phone-error` : undefined}
        />
        {errors.phoneNo && (
          <p id={`${id}-phone-error`} role="alert" className={styles.error}>
            {errors.phoneNo}
          </p>
        )}
      </div>

      <div className={styles.field}>
        <label htmlFor={`${id}-code`}>验证码</label>
        <div className={styles.codeRow}>
          <Input
            id={`${id}-code`}
            size="large"
            value={form.verifyCode}
            onChange={(event) => form.changeCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="6 位数字"
            autoFocus={isFocused && form.phoneNo !== ''}
            status={errors.verifyCode ? 'error' : ''}
            aria-invalid={errors.verifyCode !== undefined}
            aria-describedby={errors.verifyCode ? `${id}-code-error` : undefined}
          />
          <Button
            size="large"
            className={styles.codeButton ?? ''}
            disabled={!form.isPhoneValid || form.isSending || countdown.isRunning}
            onClick={() => void form.sendCode()}
          >
            {form.isSending ? '正在发送' : countdown.label}
          </Button>
        </div>
        {errors.verifyCode && (
          <p id={`${id}-code-error`} role="alert" className={styles.error}>
            {errors.verifyCode}
          </p>
        )}
        {form.isLocalMode && (
          <p className={styles.hint}>
            本机模式不发短信，验证码在
            <a href="/__mock/" target="_blank" rel="noopener">
              短信发件箱
            </a>
            里查看。
          </p>
        )}
      </div>

      <details className={styles.invite} open={form.wasInvited}>
        <summary>填写邀请码</summary>
        <label htmlFor={`${id}-invite`} className="visually-hidden">
          邀请码
        </label>
        <Input
          id={`${id}-invite`}
          value={form.inviteCode}
          maxLength={16}
          onChange={(event) => form.changeInviteCode(event.target.value)}
          placeholder="没有可以不填"
          autoComplete="off"
        />
      </details>

      <Button type="primary" size="large" htmlType="submit" block aria-busy={form.isEntering}>
        {form.isEntering ? '正在登录' : '登录'}
      </Button>

      <Checkbox checked={form.isAgreed} onChange={(event) => form.setAgreed(event.target.checked)}>
        <span className={styles.agreement}>
          我已阅读并同意
          <AgreementLinks />
        </span>
      </Checkbox>
      <p className={styles.hint}>未注册手机号验证后自动创建账号</p>

      <Modal
        open={form.isAskingConsent}
        centered
        title="用户协议与隐私政策"
        width={400}
        okText="同意并继续"
        cancelText="不同意"
        onOk={form.agreeAndEnter}
        onCancel={form.refuseConsent}
      >
        <p>
          登录前请阅读并同意
          <AgreementLinks />。
        </p>
      </Modal>
    </form>
  );
}

/** Opens in a new tab, so that the form is not lost. */
function AgreementLinks() {
  return (
    <>
      <a href="/agreement?tab=user" target="_blank" rel="noopener" className={styles.link}>
        《用户协议》
      </a>
      <a href="/agreement?tab=privacy" target="_blank" rel="noopener" className={styles.link}>
        《隐私政策》
      </a>
    </>
  );
}
