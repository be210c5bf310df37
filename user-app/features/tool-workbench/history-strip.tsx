import type { KeyboardEvent } from 'react';
import type { Task } from '#shared/contract/task';
import { formatDateTime } from '#shared/domain/format';
import { isFinal } from '#shared/domain/task-status';
import { imageUrl } from '@/data/image';
import type { ToolTasks } from '@/data/task-list';
import { progressNow, useTaskProgress } from '@/data/task-progress';
import { useReadAtEnd } from '@/ui/list-end';
import { ProgressBar } from '@/ui/progress-bar';
import { BareButton, Button } from '../../ui/button';
import { statusText } from './format';
import styles from './history-strip.css';
import { WarningIcon } from './icons';

interface HistoryStripProps {
  /** For the list, which scrolls. */
  listRef: (element: HTMLElement | null) => void;
  tasks: ToolTasks;
  isLoggedIn: boolean;
  selectedId: string | undefined;
  onSelect: (taskId: string) => void;
}

/** My runs of this tool, newest first; arrow keys walk through them. */
export function HistoryStrip({ listRef, tasks, isLoggedIn, selectedId, onSelect }: HistoryStripProps) {
  const { hasMore, loadMore, isReady, hasFailed } = tasks;
  const end = useReadAtEnd<HTMLLIElement>(tasks, '0px 400px');

  const byKey = (event: KeyboardEvent<HTMLOListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-task]')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 };
    const next = buttons[places[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };

  const tabStop = tasks.tasks.some((task) => task.taskId === selectedId) ? selectedId : tasks.tasks[0]?.taskId;
  return (
    <section className={`border-t bg-page ${styles.strip}`} aria-label="这个工具的历史">
      {tasks.tasks.length === 0 ? (
        <p className={`m-0 text-second text-13 text-center ${styles.note}`}>
          {!isLoggedIn && '登录后，这里会留下你用这个工具生成的结果。'}
          {isLoggedIn && hasFailed && (
            <>
              历史读取失败。
              <Button look="text" onClick={loadMore}>
                重试
              </Button>
            </>
          )}
          {isLoggedIn && !hasFailed && (isReady ? '还没有结果，生成后会留在这里。' : '正在读取历史')}
        </p>
      ) : (
        <ol ref={listRef} className={`flex gap-8 h-full overflow-x-auto m-0 ${styles.list}`} onKeyDown={byKey}>
          {tasks.tasks.map((task) => (
            <li key={task.taskId}>
              <BareButton
                data-task={task.taskId}
                data-status={task.status}
                className={`block relative overflow-hidden p-0 border rounded-input bg-surface text-second cursor-pointer ${styles.item}`}
                tabIndex={task.taskId === tabStop ? 0 : -1}
                aria-current={task.taskId === selectedId}
                aria-label={nameOf(task)}
                title={nameOf(task)}
                onClick={() => onSelect(task.taskId)}
              >
                <Thumb task={task} />
              </BareButton>
            </li>
          ))}
          {hasMore && <li ref={end} className={`flex-none ${styles.end}`} aria-hidden="true" />}
        </ol>
      )}
    </section>
  );
}

function nameOf(task: Task): string {
  const reason = task.status === 'failed' && task.error ? `：${task.error.message}` : '';
  const count = task.images.length > 1 ? `，${task.images.length} 张` : '';
  return `${formatDateTime(task.createdAt)} ${statusText(task, progressNow(task))}${reason}${count}`;
}

function Thumb({ task }: { task: Task }) {
  const [image] = task.images;
  if (image) {
    return (
      <>
        <img src={imageUrl(image.imageId, 240)} alt="" width={96} height={72} loading="lazy" />
        {task.images.length > 1 && (
          <span className={`absolute rounded-chip bg-surface text-ink text-12 leading-18 ${styles.count}`}>
            {task.images.length}
          </span>
        )}
      </>
    );
  }
  if (task.video) return <img src={task.video.coverUrl} alt="" width={96} height={72} loading="lazy" />;
  if (!isFinal(task.status)) {
    return <Unfinished task={task} />;
  }
  return (
    <span className={styles.running}>
      <WarningIcon size={16} />
      {task.status === 'failed' ? '失败' : '已取消'}
    </span>
  );
}

function Unfinished({ task }: { task: Task }) {
  const fraction = useTaskProgress(task);
  const isQueued = task.status === 'queued';
  const far = fraction === undefined ? '生成中' : `${Math.floor(fraction * 100)}%`;
  return (
    <span className={styles.running}>
      {isQueued ? '排队中' : far}
      <ProgressBar label="进度" share={isQueued ? 0 : fraction} className={styles.track} />
    </span>
  );
}
