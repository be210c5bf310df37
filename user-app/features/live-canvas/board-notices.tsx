import { lazy, Suspense } from 'react';
import { Button } from '../../ui/button';
import styles from './board.css';

const StarterGrid = lazy(() => import('./starter-grid'));

/** The next step on an empty paper. */
export function StartHint({ onStarter }: { onStarter: (id: string) => void }) {
  return (
    <div className={`grid absolute gap-12 text-center pointer-events-none ${styles.start}`}>
      <p>选一种材料直接画，或从示例草图开始</p>
      <Suspense fallback={null}>
        <StarterGrid onPick={onStarter} />
      </Suspense>
    </div>
  );
}

interface NoticeProps {
  isSharing: boolean;
  isRestored: boolean;
  onStop: () => void;
  onKeep: () => void;
  onForget: () => void;
  onNew: () => void;
}

/** Banner for a shared screen, or for a restored drawing. */
export function ShareBanner({ isSharing, isRestored, onStop, onKeep, onForget, onNew }: NoticeProps) {
  if (isSharing) {
    return (
      <p className={styles.notice} role="status">
        <span className={`inline-flex items-center gap-8 ${styles.recording}`}>正在截取屏幕，画面有变化时才计时</span>
        <Button size="small" onClick={onKeep}>
          留下这一帧
        </Button>
        <Button size="small" onClick={onStop}>
          停止截取
        </Button>
      </p>
    );
  }
  if (!isRestored) return null;
  return (
    <p className={styles.notice} role="status">
      已恢复上次的画
      <Button size="small" onClick={onForget}>
        继续画
      </Button>
      <Button size="small" onClick={onNew}>
        清空重来
      </Button>
    </p>
  );
}
