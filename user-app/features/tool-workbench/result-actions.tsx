import { useState } from 'react';
import type { Task, TaskImage } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import { openShare } from '@/lib/share-store';
import { toast, toastFailure } from '@/lib/toast';
import { ShareIcon } from '@/ui/icons';
import { Button } from '../../ui/button';
import { isFileTheResult } from './facts';
import { BaseIcon, DownloadIcon, FillIcon, RepeatIcon, TrashIcon, VaryIcon } from './icons';
import styles from './result-actions.css';
import { ResultFacts } from './result-facts';
import { SendMenu } from './send-menu';

/** How results reach the disk; composed in by the page. */
export interface Downloads {
  one: (image: TaskImage, options: DownloadOptions) => Promise<void>;
  /** All pictures of a run in one archive; returns how many are missing from it. */
  all: (images: readonly TaskImage[], options: ArchiveOptions) => Promise<number>;
  /** A video or a drawing as it is stored. */
  file: (url: string, name: string) => Promise<void>;
}

export interface DownloadOptions {
  /** The picture's own format instead of PNG. */
  isAsStored: boolean;
}

interface ArchiveOptions extends DownloadOptions {
  /** Format of pictures that are not taken as stored. */
  format: 'jpg' | 'png';
}

/** Archives hold JPG unless PNG is chosen; files that are the result themselves are taken as they are. */
const archiveFormats = [
  { format: 'jpg', words: (count: number) => `打包 ${count} 张` },
  { format: 'png', words: () => '打包 PNG' },
] as const;

interface ResultActionsProps {
  tool: DefinedTool;
  task: Task;
  index: number;
  engineTitle: string;
  downloads: Downloads;
  /** Tools the picture can be sent to. */
  targets: readonly DefinedTool[];
  canStart: boolean;
  canBeBase: boolean;
  onRepeat: () => void;
  /** The same with another seed; absent for tools without chance. */
  onVary: (() => void) | undefined;
  onUseAsBase: (image: TaskImage) => void;
  onUseParams: () => void;
  onDelete: () => Promise<void>;
}

const videoName = 'teda_video.mp4';
const drawingName = 'teda_img';

/** What can be done with a result. */
export function ResultActions(props: ResultActionsProps) {
  const { tool, task, index, downloads, targets, canStart } = props;
  const [busy, setBusy] = useState<string>();
  const image = task.images[index] ?? task.images[0];
  const { video, files = [] } = task;
  if (!image && !video && files.length === 0) return null;

  const run = async (kind: string, act: () => Promise<void>) => {
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
  const downloadAll = async (format: ArchiveOptions['format']) => {
    const missing = await downloads.all(task.images, { ...options, format });
    if (missing > 0) toast.warning(`有 ${missing} 张没有读到，压缩包里列出了名称`);
  };
  const isBusy = busy !== undefined;
  return (
    <div className={styles.actions}>
      <ResultFacts tool={tool} task={task} image={image} engineTitle={props.engineTitle} />
      <div className={styles.buttons} role="group" aria-label="对结果的操作">
        {video && (
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => run('video', () => downloads.file(video.url, videoName))}
          >
            <DownloadIcon />
            {busy === 'video' ? '正在下载' : '下载 MP4'}
          </Button>
        )}
        {image && (
          <Button
            size="small"
            look={video ? 'quiet' : 'plain'}
            disabled={isBusy}
            onClick={() => run('one', () => downloads.one(image, options))}
          >
            <DownloadIcon />
            {busy === 'one' ? '正在下载' : '下载'}
          </Button>
        )}
        {files.map(({ url, format }) => (
          <Button
            key={url}
            size="small"
            look="quiet"
            disabled={isBusy}
            onClick={() => run(url, () => downloads.file(url, `${drawingName}.${format}`))}
          >
            {busy === url ? '正在下载' : `下载 ${format.toUpperCase()}`}
          </Button>
        ))}
        {task.images.length > 1 &&
          archiveFormats
            .filter(({ format }) => format === 'jpg' || !options.isAsStored)
            .map(({ format, words }) => (
              <Button
                key={format}
                size="small"
                look="quiet"
                disabled={isBusy}
                onClick={() => run(format, () => downloadAll(format))}
              >
                {busy === format ? '正在打包' : words(task.images.length)}
              </Button>
            ))}
        {image && targets.length > 0 && <SendMenu image={image} taskId={task.taskId} targets={targets} />}
        {props.onVary && (
          <Button size="small" look="quiet" disabled={!canStart} title="同样的参数，换一个种子" onClick={props.onVary}>
            <VaryIcon />
            变体
          </Button>
        )}
        <Button size="small" look="quiet" disabled={!canStart} title="同样的参数和种子" onClick={props.onRepeat}>
          <RepeatIcon />
          再来一次
        </Button>
        {image && props.canBeBase && (
          <Button size="small" look="quiet" onClick={() => props.onUseAsBase(image)}>
            <BaseIcon />
            设为底图
          </Button>
        )}
        {image && (
          <Button size="small" look="quiet" onClick={() => openShare({ imageId: image.imageId, title: tool.title })}>
            <ShareIcon size={16} />
            分享
          </Button>
        )}
        <Button size="small" look="quiet" onClick={props.onUseParams}>
          <FillIcon />
          使用参数
        </Button>
        <Button size="small" look="quiet" disabled={isBusy} onClick={() => run('delete', props.onDelete)}>
          <TrashIcon />
          删除
        </Button>
      </div>
    </div>
  );
}
