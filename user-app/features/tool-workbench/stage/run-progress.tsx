import { useState } from 'react';
import type { Task } from '#shared/contract/task';
import { formatDuration } from '#shared/domain/format';
import { imageUrl } from '@/data/image';
import { useTaskProgress } from '@/data/task-progress';
import { useLoadedPicture } from '@/lib/loaded-picture';
import { canOfferNotice, chooseNotice } from '@/lib/run-notice';
import { ProgressBar } from '@/ui/progress-bar';
import { Button } from '../../../ui/button';
import { statusText } from '../format';
import styles from './states.css';

/** A run that takes longer is one that people leave the page for, milliseconds. */
const longRun = 15_000;

interface RunProgressProps {
  task: Task;
  base: string | undefined;
  isCanceling: boolean;
  onCancel: () => void;
}

/** A run under way: its place in the queue or how far it is, an estimate, and a way to leave. */
export function RunProgress({ task, base, isCanceling, onCancel }: RunProgressProps) {
  const fraction = useTaskProgress(task);
  const preview = useLoadedPicture(task.preview);
  return (
    <div className={`grid relative place-items-center ${styles.waiting}`}>
      {base && !preview && (
        <img className={`absolute inset-0 w-full h-full ${styles.waitingBase}`} src={imageUrl(base, 1280)} alt="" />
      )}
      {preview && (
        <img className={`absolute inset-0 w-full h-full ${styles.preview}`} src={preview} alt="生成中的预览" />
      )}
      <div className={`relative border rounded-card bg-surface ${styles.waitingCard}`} data-below={preview && ''}>
        {preview && <p className={`text-second text-12 ${styles.previewWords}`}>生成中的预览，不是最终结果</p>}
        <p className={`font-medium tabular ${styles.waitingText}`} role="status" aria-live="polite">
          {isCanceling ? '正在取消' : statusText(task, fraction)}
        </p>
        <ProgressBar label="生成进度" share={task.status === 'queued' ? 0 : fraction} />
        <p className={`flex items-baseline justify-between text-second text-13 ${styles.waitingFacts}`}>
          <span>{task.etaMs === undefined ? '离开本页不影响生成' : `大约还需 ${formatDuration(task.etaMs)}`}</span>
          <Button look="text" disabled={isCanceling} onClick={onCancel}>
            取消
          </Button>
        </p>
        {(task.etaMs ?? 0) > longRun && <NoticeOffer />}
      </div>
    </div>
  );
}

/** Asked for once, at the first run that is long; the browser itself asks only after a yes. */
function NoticeOffer() {
  const [isOffered, setOffered] = useState(canOfferNotice);
  if (!isOffered) return null;
  const answer = (isWanted: boolean) => {
    setOffered(false);
    void chooseNotice(isWanted);
  };
  return (
    <p className={`flex flex-wrap items-baseline text-second text-13 ${styles.offer}`}>
      <span>离开本页时，完成后通知我</span>
      <Button look="text" onClick={() => answer(true)}>
        开启
      </Button>
      <Button look="text" onClick={() => answer(false)}>
        不用
      </Button>
    </p>
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
    <div className={`grid justify-items-center gap-8 p-24 ${styles.ended}`} role="status">
      <p className={`font-semibold ${styles.endedTitle}`}>{isFailed ? '没有生成成功' : '已取消'}</p>
      <p className={`text-second text-center ${styles.endedText}`}>
        {sentence}
        {back > 0 && !saysReturned && `，${back} 张券已退回`}
      </p>
      <div className={`row gap-16 ${styles.endedActions}`}>
        <Button disabled={!canRetry} onClick={onRetry}>
          {isFailed ? '重试' : '再来一次'}
        </Button>
        <Button look="text" onClick={onUseParams}>
          修改参数
        </Button>
      </div>
    </div>
  );
}
