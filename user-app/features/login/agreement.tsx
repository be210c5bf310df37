import { useState } from 'react';
import { useSiteSettings } from '../../data/settings';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import styles from './login-form.css';

export interface Agreement {
  isAgreed: boolean;
  isAsking: boolean;
  /** Version of the texts, as logins record it. */
  version: string;
  setAgreed: (isAgreed: boolean) => void;
  /** Runs an action at once, or after the person has agreed in the dialog. */
  whenAgreed: (action: () => void) => void;
  agree: () => void;
  refuse: () => void;
}

/** Consent to the agreements, one for all ways to log in. */
export function useAgreement(): Agreement {
  const settings = useSiteSettings().data;
  const [chosen, setChosen] = useState<boolean>();
  const [waiting, setWaiting] = useState<{ action: () => void }>();
  const isAgreed = chosen ?? settings?.isAgreementTickedByDefault ?? false;

  return {
    isAgreed,
    isAsking: waiting !== undefined,
    version: settings?.agreementVersion ?? '',
    setAgreed: setChosen,
    whenAgreed: (action) => (isAgreed ? action() : setWaiting({ action })),
    agree: () => {
      setChosen(true);
      setWaiting(undefined);
      waiting?.action();
    },
    refuse: () => setWaiting(undefined),
  };
}

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
