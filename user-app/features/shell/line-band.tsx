import { useOffline } from '../../lib/connection';
import { useNewVersion } from '../../lib/new-version';
import { callOffWaiting, useWaitingStarts } from '../../lib/waiting-starts';
import { Button } from '../../ui/button';
import { useHeightProperty } from '../../ui/use-height-property';
import styles from './line-band.css';

/** Under the header: that there is no network, or that a newer version can be had. */
export function LineBand() {
  const isOffline = useOffline();
  const waiting = useWaitingStarts();
  const takeVersion = useNewVersion();
  const ref = useHeightProperty('--line-band');
  return (
    <div ref={ref} role="status" className={`sticky z-sticky flex-none ${styles.bands}`}>
      {isOffline && (
        <p className={styles.band}>
          网络已断开，恢复后自动继续；现在的修改没有保存
          {waiting > 0 && (
            <>
              {' '}
              · {waiting} 个生成在等网络，恢复后提交{' '}
              <Button look="text" onClick={callOffWaiting}>
                不提交了
              </Button>
            </>
          )}
        </p>
      )}
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
