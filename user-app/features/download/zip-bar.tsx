import { classNames } from '../../lib/class-names';
import { useStore } from '../../lib/create-store';
import { failedDownloads } from '../../lib/zip/failed-downloads';
import { retryFailed, zipRun } from '../../lib/zip/zip-run';
import { barLook } from '../../ui/bar';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { CloseIcon } from '../../ui/icons';
import { ProgressBar } from '../../ui/progress-bar';
import styles from './zip-bar.css';

/** At the bottom of every screen: how far an archive is, and the pictures that none could have. */
export default function ZipBar() {
  const run = useStore(zipRun, (state) => state.run);
  const failed = failedDownloads.use();
  if (!run && failed.length === 0) return null;
  const close = () => {
    zipRun.set({ run: undefined });
    failedDownloads.dismiss();
  };
  return (
    <section className={`fixed ${styles.place}`} aria-label="打包下载">
      <div className={classNames(barLook, styles.bar)}>
        <span role="status">{run?.words ?? `${failed.length} 张没有下载到`}</span>
        {run?.share !== undefined && <ProgressBar label="打包进度" share={run.share} className={styles.progress} />}
        {run?.cancel ? (
          <Button look="quiet" size="small" onClick={run.cancel}>
            取消
          </Button>
        ) : (
          <>
            {failed.length > 0 && (
              <Button look="quiet" size="small" onClick={() => void retryFailed()}>
                重试失败的 {failed.length} 张
              </Button>
            )}
            <IconButton label={failed.length > 0 ? '不再重试' : '关闭提示'} onClick={close}>
              <CloseIcon size={14} />
            </IconButton>
          </>
        )}
      </div>
    </section>
  );
}
