import { Link } from '@umijs/max';
import { useState } from 'react';
import type { Task } from '#shared/contract/task';
import { formatAgo } from '#shared/domain/format';
import { imageUrl } from '#shared/domain/image-url';
import { isFinal, type TaskStatus } from '#shared/domain/task-status';
import { removeWork } from '../../data/works';
import { toast, toastFailure } from '../../lib/toast';
import type { ToolCard } from '../../lib/tool-card';
import { withLogin } from '../../lib/with-login';
import { DownloadIcon, RetryIcon, TrashIcon } from '../../ui/icons';
import { ToolIcon } from '../../ui/icons/tool-icon';
import { PictureDialog } from '../../ui/picture-dialog';
import styles from './works-grid.css';

export const statusWords: Record<TaskStatus, string> = {
  queued: '排队中',
  running: '生成中',
  succeeded: '已完成',
  failed: '失败',
  canceled: '已取消',
};

const thumbWidth = 480;

export interface WorksGridProps {
  tasks: readonly Task[];
  cards: readonly ToolCard[];
  onChanged: () => void;
}

/** My tasks as pictures; a task without pictures says why. */
export function WorksGrid({ tasks, cards, onChanged }: WorksGridProps) {
  const [openId, setOpenId] = useState<string>();
  const titleOf = (task: Task) => cards.find((card) => card.id === task.tool)?.title ?? task.tool;
  const pictures = tasks.flatMap((task) =>
    task.images.map((image) => ({
      id: image.imageId,
      src: imageUrl(image.url, { w: 1920 }),
      title: titleOf(task),
      ...image,
    })),
  );

  const remove = async (task: Task) => {
    try {
      await withLogin(async () => {
        await removeWork(task.taskId);
        toast.success('已移到回收站，保留 30 天');
        onChanged();
      }, '登录后继续删除');
    } catch (error) {
      toastFailure(error);
    }
  };

  return (
    <>
      <ul className={styles.grid}>
        {tasks.map((task) => (
          <li key={task.taskId} className={styles.work}>
            <WorkPicture task={task} onOpen={setOpenId} title={titleOf(task)} />
            <div className={styles.text}>
              <span className={styles.title} title={titleOf(task)}>
                {titleOf(task)}
              </span>
              <span className={styles.meta}>
                <i className={styles[task.status]} aria-hidden="true" />
                {statusWords[task.status]}
                <span className="tabular">{formatAgo(task.createdAt, Date.now())}</span>
              </span>
            </div>
            <div className={styles.actions}>
              {task.images[0] && (
                <>
                  <a
                    href={`/api/images/${task.images[0].imageId}/download?format=png`}
                    download
                    aria-label={`下载${titleOf(task)}的结果`}
                    title="下载"
                  >
                    <DownloadIcon size={16} />
                  </a>
                  <Link
                    to={`${pathOf(task, cards)}?base=${task.images[0].imageId}`}
                    aria-label={`以这张图为底图打开${titleOf(task)}`}
                    title="设为底图"
                  >
                    <RetryIcon size={16} />
                  </Link>
                </>
              )}
              {isFinal(task.status) && (
                <button
                  type="button"
                  aria-label={`删除${titleOf(task)}`}
                  title="删除"
                  onClick={() => void remove(task)}
                >
                  <TrashIcon size={16} />
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <PictureDialog pictures={pictures} openId={openId} onChange={setOpenId} />
    </>
  );
}

function pathOf(task: Task, cards: readonly ToolCard[]): string {
  return cards.find((card) => card.id === task.tool)?.path ?? '/list';
}

function WorkPicture({ task, title, onOpen }: { task: Task; title: string; onOpen: (imageId: string) => void }) {
  const [first, ...others] = task.images;
  if (!first) {
    return (
      <div className={styles.blank}>
        <ToolIcon toolId={task.tool} size={36} />
        <span>
          {task.error?.message ?? (task.status === 'running' ? `${Math.round(task.progress * 100)}%` : waitWords(task))}
        </span>
      </div>
    );
  }
  return (
    <button type="button" className={styles.picture} aria-label={`查看${title}`} onClick={() => onOpen(first.imageId)}>
      <img
        src={imageUrl(first.url, { w: thumbWidth })}
        alt=""
        width={first.width}
        height={first.height}
        loading="lazy"
        decoding="async"
      />
      {others.length > 0 && <span className={styles.count}>{task.images.length} 张</span>}
    </button>
  );
}

function waitWords(task: Task): string {
  if (task.status === 'queued') return task.queueNum > 0 ? `前面还有 ${task.queueNum} 个` : '马上开始';
  return statusWords[task.status];
}
