import { useState } from 'react';
import { useCurrentUser } from '../../data/user';
import { Button } from '../../ui/button';
import styles from './close-account.css';
import { CloseAccountDialog } from './close-account-dialog';

/** Stands below the account's rows: the way to close it, as the law on personal information gives it. */
export function CloseAccount() {
  const { user } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  if (!user || user.erasureDueAt !== undefined) return null;
  return (
    <section className={`row flex-wrap justify-between gap-12 border-t ${styles.row}`} aria-labelledby="close-account">
      <div>
        <h2 id="close-account">注销账号</h2>
        <p>删除作品和个人信息。提交后有几天时间可以反悔。</p>
      </div>
      <Button onClick={() => setOpen(true)}>注销账号</Button>
      {isOpen && <CloseAccountDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
