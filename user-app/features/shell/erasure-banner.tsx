import { useState } from 'react';
import { formatDate } from '#shared/domain/format';
import { withdrawOwnErasure } from '../../data/own-erasure';
import { useCurrentUser } from '../../data/user';
import { toast, toastFailure } from '../../lib/toast';
import { BareButton } from '../../ui/button';
import styles from './viewing-banner.css';

/** On every page while the account waits to be deleted: when, and the way to keep it. */
export default function ErasureBanner() {
  const { user, refresh } = useCurrentUser();
  const [isBusy, setBusy] = useState(false);
  if (user?.erasureDueAt === undefined) return null;
  const withdraw = async () => {
    setBusy(true);
    try {
      await withdrawOwnErasure();
      toast.success('已撤回注销，账号照常使用');
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
    await refresh();
  };
  return (
    <>
      <div className={styles.space} />
      <section className={styles.banner} aria-label="账号注销">
        <p className={styles.words}>
          账号将于 <span className="tabular">{formatDate(user.erasureDueAt)}</span> 注销并删除
        </p>
        <BareButton className={styles.end} disabled={isBusy} onClick={() => void withdraw()}>
          撤回注销
        </BareButton>
      </section>
    </>
  );
}
