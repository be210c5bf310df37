import { useState } from 'react';
import type { Task, TaskImage } from '#shared/contract/task';
import { needsWatermark } from '#shared/domain/watermark';
import { toastFailure } from '@/lib/toast';
import { isFileTheResult, savingOf } from './facts';
import { BaseIcon, DownloadIcon, FillIcon, RepeatIcon, TrashIcon } from './icons';
import styles from './result-actions.css';

/** How pictures reach the disk; composed in by the page. */
export interface Downloads {
  one: (image: TaskImage, options: DownloadOptions) => Promise<void>;
  /** All pictures of a run in one archive. */
  all: (images: readonly TaskImage[], options: DownloadOptions) => Promise<void>;
}

export interface DownloadOptions {
  /** The picture's own format instead of PNG. */
  isAsStored: boolean;
}

interface ResultActionsProps {
  task: Task;
  index: number;
  downloads: Downloads;
  canStart: boolean;
  canBeBase: boolean;
  onRepeat: () => void;
  onUseAsBase: (image: TaskImage) => void;
  onUseParams: () => void;
  onDelete: () => Promise<void>;
}

/** What can be done with a result. */
export function ResultActions(props: ResultActionsProps) {
  const { task, index, downloads } = props;
  const [busy, setBusy] = useState<'one' | 'all' | 'delete'>();
  const image = task.images[index] ?? task.images[0];
  if (!image) return null;

  const run = async (kind: 'one' | 'all' | 'delete', act: () => Promise<void>) => {
    setBusy(kind);
    try {
      await act();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const options = { isAsStored: isFileTheResult(task) };
  const saving = savingOf(task);
  const mark = needsWatermark(image.type) ? '下载含水印' : '下载无水印';
  return (
    <div className={styles.actions}>
      <p className={styles.facts}>
        <span>
          {image.width} × {image.height}
        </span>
        {saving && <strong>{saving}</strong>}
        <span>{mark}</span>
      </p>
      <div className={styles.buttons} role="group" aria-label="对结果的操作">
        <button
          type="button"
          className={styles.download}
          disabled={busy !== undefined}
          onClick={() => run('one', () => downloads.one(image, options))}
        >
          <DownloadIcon />
          {busy === 'one' ? '正在下载' : '下载'}
        </button>
        {task.images.length > 1 && (
          <button
            type="button"
            disabled={busy !== undefined}
            onClick={() => run('all', () => downloads.all(task.images, options))}
          >
            {busy === 'all' ? '正在打包' : `打包 ${task.images.length} 张`}
          </button>
        )}
        <button type="button" disabled={!props.canStart} onClick={props.onRepeat}>
          <RepeatIcon />
          再来一次
        </button>
        {props.canBeBase && (
          <button type="button" onClick={() => props.onUseAsBase(image)}>
            <BaseIcon />
            设为底图
          </button>
        )}
        <button type="button" onClick={props.onUseParams}>
          <FillIcon />
          使用参数
        </button>
        <button type="button" disabled={busy !== undefined} onClick={() => run('delete', props.onDelete)}>
          <TrashIcon />
          删除
        </button>
      </div>
    </div>
  );
}
