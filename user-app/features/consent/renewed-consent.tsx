import { useState } from 'react';
import { acceptAgreements } from '../../data/agreements';
import { leave, useCurrentUser } from '../../data/user';
import { toastFailure } from '../../lib/toast';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './renewed-consent.css';

/** Asks for consent once more where agreements have changed: the page behind stays as it is, or its person leaves. */
export default function RenewedConsent() {
  const { user, refresh } = useCurrentUser();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const asked = user?.agreementsToAccept ?? [];
  if (asked.length === 0) return null;

  const agree = async () => {
    setBusy(true);
    try {
      await acceptAgreements(asked);
      await refresh();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      // Browsers close a dialog at the second Escape; the question stands until it is answered.
      key={round}
      title="协议有更新"
      size="small"
      staysOnPress
      needsAnswer
      onClose={() => setRound(round + 1)}
      actions={
        <>
          <Button disabled={isBusy} onClick={() => void leave()}>
            不同意
          </Button>
          <Button look="primary" disabled={isBusy} onClick={() => void agree()}>
            同意并继续
          </Button>
        </>
      }
    >
      <p>
        请阅读并同意新的
        {asked.map(({ key, edition, title }) => (
          <a
            key={key}
            href={`/agreement?tab=${key}&version=${edition}`}
            target="_blank"
            rel="noopener"
            className={styles.link}
          >
            《{title}》
          </a>
        ))}
        。不同意将退出登录，作品和券都会保留。
      </p>
    </Dialog>
  );
}
