import { useOffline } from '../../lib/connection';
import { useNewVersion } from '../../lib/new-version';
import { Button } from '../../ui/button';
import styles from './line-band.css';

/** Under the header: that there is no network, or that a newer version can be had. */
export function LineBand() {
  const isOffline = useOffline();
  const takeVersion = useNewVersion();
  return (
    <div role="status" className={styles.bands}>
      {isOffline && <p className={styles.band}>网络断开了：看过的内容还在，操作等网络恢复后继续</p>}
      {takeVersion && !isOffline && (
        <p className={styles.band}>
          有新版本 ·{' '}
          <Button look="text" onClick={takeVersion}>
            刷新
          </Button>
        </p>
      )}
    </div>
  );
}
