import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import styles from './login-form.css';
import type { Agreement } from './use-agreement';

/** The box under every login, and the dialog for those who go on without it. */
export function AgreementBox({ agreement }: { agreement: Agreement }) {
  return (
    <>
      <Checkbox isChecked={agreement.isAgreed} onChange={agreement.setAgreed}>
        <span>
          我已阅读并同意
          <AgreementLinks />
        </span>
      </Checkbox>
      {agreement.isAsking && (
        <Dialog
          title="用户协议与隐私政策"
          size="small"
          onClose={agreement.refuse}
          actions={
            <>
              <Button onClick={agreement.refuse}>不同意</Button>
              <Button look="primary" onClick={agreement.agree}>
                同意并继续
              </Button>
            </>
          }
        >
          <p>
            登录前请阅读并同意
            <AgreementLinks />。
          </p>
        </Dialog>
      )}
    </>
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
