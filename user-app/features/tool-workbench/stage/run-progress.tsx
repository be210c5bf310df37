import type { Task } from '#shared/contract/task';
import { formatDuration } from '#shared/domain/format';
import { imageUrl } from '@/data/image';
import { statusText } from '../format';
import styles from './states.css';

interface RunProgressProps {
  task: Task;
  base: string | undefined;
  isCanceling: boolean;
  onCancel: () => void;
}

/** A run under way: its place in the queue or how far it is, an estimate, and a way to leave. */
export function RunProgress({ task, base, isCanceling, onCancel }: RunProgressProps) {
  const isRunning = task.status === 'running';
  return (
    <div className={styles.waiting}>
      {base && <img className={styles.waitingBase} src={imageUrl(base, 1280)} alt="" />}
      <div className={styles.waitingCard}>
        <p className={styles.waitingText} role="status" aria-live="polite">
          {isCanceling ? '正在取消' : statusText(task)}
        </p>
        <div
          className={styles.track}
          role="progressbar"
          aria-label="生成进度"
          aria-valuemin={0}
          aria-valuemax={100}
          {...(isRunning ? { 'aria-valuenow': Math.floor(task.progress * 100) } : {})}
        >
          <span style={{ width: `${task.progress * 100}%` }} />
        </div>
        <p className={styles.waitingFacts}>
          <span>{task.etaMs === undefined ? '离开本页不影响生成' : `大约还需 ${formatDuration(task.etaMs)}`}</span>
          <button type="button" className={styles.textButton} disabled={isCanceling} onClick={onCancel}>
            取消
          </button>
        </p>
      </div>
    </div>
  );
}

interface RunEndedProps {
  task: Task;
  canRetry: boolean;
  onRetry: () => void;
  onUseParams: () => void;
}

/** A run that gave nothing: why, what came back, what to do. */
export function RunEnded({ task, canRetry, onRetry, onUseParams }: RunEndedProps) {
  const isFailed = task.status === 'failed';
  const sentence = isFailed ? (task.error?.message ?? '生成失败，请重试') : '已取消这次生成';
  const back = task.ticket.returned;
  const saysReturned = sentence.includes('退回');
  return (
    <div className={styles.ended} role="status">
      <p className={styles.endedTitle}>{isFailed ? '没有生成成功' : '已取消'}</p>
      <p className={styles.endedText}>
        {sentence}
        {back > 0 && !saysReturned && `，${back} 张券已退回`}
      </p>
      <div className={styles.endedActions}>
        <button type="button" className={styles.plainButton} disabled={!canRetry} onClick={onRetry}>
          {isFailed ? '重试' : '再来一次'}
        </button>
        <button type="button" className={styles.textButton} onClick={onUseParams}>
          修改参数
        </button>
      </div>
    </div>
  );
}
