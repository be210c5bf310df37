import { useEffect, useRef, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { useTaskProgress } from '../../../data/task-progress';
import { BareButton } from '../../../ui/button';
import { CloseIcon, RetryIcon } from '../../../ui/icons';
import { ProgressBar } from '../../../ui/progress-bar';
import { ErrorIcon } from '../icons';
import { progressWords } from '../status-words';
import styles from './card-cover.css';

interface CoverProps {
  work: Work;
  tabIndex: number;
}

/** Why there is no result, and trying again. */
export function Failure({ work, tabIndex }: CoverProps) {
  return (
    <div
      className={`stack absolute inset-0 items-center justify-center gap-8 text-12 leading-18 text-center ${styles.failure}`}
    >
      <ErrorIcon size={20} />
      <p>{work.error?.message ?? '没有完成'}</p>
      {work.deletedAt === null && (
        <BareButton data-act="retry" tabIndex={tabIndex} className={styles.pill}>
          <RetryIcon size={14} />
          重试
        </BareButton>
      )}
    </div>
  );
}

/** Progress of an unfinished work, counted down between events, and its cancel button. */
export function Progress({ work, tabIndex }: CoverProps) {
  const [now, setNow] = useState(() => Date.now());
  const since = useRef({ work, at: now });
  const fraction = useTaskProgress(work);
  if (since.current.work.seq !== work.seq) since.current = { work, at: Date.now() };
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <div
      className={`stack absolute inset-0 items-center justify-center gap-8 text-12 leading-18 text-center ${styles.progress}`}
    >
      <span className="font-medium tabular">{progressWords(work, fraction, Math.max(0, now - since.current.at))}</span>
      <ProgressBar label="进度" share={work.status === 'queued' ? 0 : fraction} className={styles.track} />
      <BareButton data-act="cancel" tabIndex={tabIndex} aria-label="取消这个任务" className={styles.pill}>
        <CloseIcon size={12} />
        取消
      </BareButton>
    </div>
  );
}
