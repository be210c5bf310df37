import { useRef } from 'react';
import type { Task, TaskImage } from '#shared/contract/task';
import { formatBytes } from '#shared/domain/format';
import type { DefinedTool } from '#shared/tools/define-tool';
import { openPublish } from '@/features/gallery/door';
import { openShare } from '@/features/share/door';
import { useShortcuts } from '@/lib/shortcuts';
import { MoreIcon, ShareIcon, WallIcon } from '@/ui/icons';
import { Bar, BarRule } from '../../ui/bar';
import { Button } from '../../ui/button';
import { iconButtonLook } from '../../ui/icon-button';
import { Menu, type MenuAct } from '../../ui/menu';
import { ProgressBar } from '../../ui/progress-bar';
import { isFileTheResult } from './facts';
import { AlikeIcon, BaseIcon, DownloadIcon, FillIcon, RepeatIcon, SwatchIcon, TrashIcon, VaryIcon } from './icons';
import styles from './result-actions.css';
import { ResultFacts } from './result-facts';
import { SendMenu } from './send-menu';
import { resultShortcuts } from './shortcuts';
import { type Delivery, useDelivery } from './use-delivery';

/** Downloads of results; composed in by the page. */
export interface Downloads {
  one: (image: TaskImage, options: DownloadOptions & Progress) => Promise<void>;
  /** Several files in one archive; returns how many are missing from it. */
  all: (files: readonly ArchiveFile[], options: ArchiveOptions) => Promise<number>;
  /** A video or a drawing as it is stored. */
  file: (url: string, name: string, options: Progress) => Promise<void>;
}

/** A picture, or where it is none, a file with its address and the ending of its name. */
interface ArchiveFile {
  imageId: string;
  file?: { url: string; format: string };
}

interface Progress {
  signal: AbortSignal;
  onProgress: (read: { got: number; total: number | undefined }) => void;
}

export interface DownloadOptions {
  /** The picture's own format instead of PNG. */
  isAsStored: boolean;
}

interface ArchiveOptions extends DownloadOptions {
  /** Format of pictures that are not taken as stored. */
  format: 'jpg' | 'png';
  /** Of the files, without their endings; numbered where left out. */
  names?: readonly string[];
  signal: AbortSignal;
  /** Called before each picture. */
  onFile: (done: number, count: number) => void;
}

/** Archives hold JPG unless PNG is chosen; files that are the result themselves are taken as they are. */
const archiveFormats = [
  { format: 'jpg', words: (count: number) => `打包 ${count} 张` },
  { format: 'png', words: () => '下载全部（PNG）' },
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
  /** Takes it for its materials and colours; absent for tools without a reference. */
  onUseAsReference: ((image: TaskImage) => void) | undefined;
  onUseParams: () => void;
  /** Fills the form as for this result, without its picture; absent for tools that start from none. */
  onMakeAlike: (() => void) | undefined;
  onDelete: () => Promise<void>;
}

const videoName = 'teda_video.mp4';
const drawingName = 'teda_img';

/** The actions on a result. */
export function ResultActions(props: ResultActionsProps) {
  const { tool, task, index, downloads, targets, canStart } = props;
  const { delivery, deliver, cancel } = useDelivery();
  const bar = useRef<HTMLDivElement>(null);
  const image = task.images[index] ?? task.images[0];
  const { video, files = [] } = task;
  /** The picture that follow-ups start from; of a film, its cover. */
  const shown = image ?? video?.cover;

  const { download, downloadAll } = resultDownloads(props, deliver);
  const remove = async () => {
    await props.onDelete();
    return undefined;
  };
  const isBusy = delivery?.state === 'under way';
  const options = { isAsStored: isFileTheResult(task) };
  const downloadOne = shown && (() => download('one', (progress) => downloads.one(shown, { ...options, ...progress })));
  const downloadFilm = video && (() => download('video', (progress) => downloads.file(video.url, videoName, progress)));
  const removeNow = () => void deliver('delete', '正在删除', remove);
  useShortcuts(resultShortcuts, {
    download: isBusy ? undefined : (downloadFilm ?? downloadOne),
    send: () => bar.current?.querySelector<HTMLButtonElement>('[data-send] button')?.click(),
    vary: canStart ? props.onVary : undefined,
    remove: isBusy ? undefined : removeNow,
  });
  const more = moreActs(props, { isBusy, downloadAll, removeNow });
  if (!image && !video && files.length === 0) return null;
  return (
    <div ref={bar} className={`stack items-center justify-center gap-8 min-w-0 ${styles.actions}`}>
      <DeliveryLine delivery={delivery} onCancel={cancel} />
      <Bar label="对结果的操作" className={`flex-wrap justify-center ${styles.bar}`}>
        <DownloadButtons {...{ task, isBusy, downloads, download, downloadFilm, downloadOne }} />
        {shown && targets.length > 0 && (
          <div data-send>
            <SendMenu image={shown} taskId={task.taskId} targets={targets} />
          </div>
        )}
        {props.onVary && (
          <Button
            size="small"
            look="quiet"
            disabled={!canStart}
            title="同样的参数，换一个种子（V）"
            onClick={props.onVary}
          >
            <VaryIcon />
            变体
          </Button>
        )}
        <BarRule />
        <ResultFacts tool={tool} task={task} image={shown} engineTitle={props.engineTitle} />
        <div className={styles.more}>
          <Menu
            label="更多操作"
            tip="更多操作"
            align="end"
            triggerClassName={iconButtonLook('small')}
            trigger={<MoreIcon size={18} />}
            acts={more}
          />
        </div>
      </Bar>
    </div>
  );
}

/** Progress of a download, and its outcome. */
export function DeliveryLine({ delivery, onCancel }: { delivery: Delivery | undefined; onCancel: () => void }) {
  return (
    <div
      role="status"
      className={delivery && `row gap-12 border rounded-card bg-surface text-13 tabular ${styles.delivery}`}
      data-state={delivery?.state}
    >
      {delivery && <span>{delivery.words}</span>}
      {delivery?.state === 'under way' && (
        <>
          <ProgressBar label="下载进度" share={delivery.share} className={styles.deliveryBar} />
          <Button look="text" onClick={onCancel}>
            取消
          </Button>
        </>
      )}
    </div>
  );
}

type Download = (kind: string, act: (progress: Progress) => Promise<void>) => void;

/** Downloads of the results, one by one and in an archive, with their progress in words. */
function resultDownloads({ task, downloads }: ResultActionsProps, deliver: ReturnType<typeof useDelivery>['deliver']) {
  const isAsStored = isFileTheResult(task);
  const download: Download = (kind, act) =>
    void deliver(kind, '正在下载', async ({ signal, tell }) => {
      const onProgress: Progress['onProgress'] = ({ got, total }) => {
        const far = total ? `${formatBytes(got)} / ${formatBytes(total)}` : formatBytes(got);
        tell(`正在下载 ${far}`, total && got / total);
      };
      await act({ signal, onProgress });
      return '已下载';
    });
  const downloadAll = (format: ArchiveOptions['format']) =>
    void deliver(format, '正在打包', async ({ signal, tell }) => {
      const onFile: ArchiveOptions['onFile'] = (done, count) => tell(`正在打包 ${done + 1} / ${count}`, done / count);
      const missing = await downloads.all(task.images, { isAsStored, format, signal, onFile });
      return missing > 0 ? `已打包，有 ${missing} 张没有读到，压缩包里列出了名称` : `已打包 ${task.images.length} 张`;
    });
  return { download, downloadAll };
}

interface OwnActs {
  isBusy: boolean;
  downloadAll: (format: ArchiveOptions['format']) => void;
  removeNow: () => void;
}

/** The actions of the menu. */
function moreActs(props: ResultActionsProps, { isBusy, downloadAll, removeNow }: OwnActs): MenuAct[] {
  const { tool, task, index, canStart } = props;
  const image = task.images[index] ?? task.images[0];
  const { onUseAsBase, onUseAsReference, onUseParams, onMakeAlike, onRepeat } = props;
  const archives = task.images.length > 1 ? archiveFormats : [];
  return [
    { label: '再来一次', note: '同样的种子', icon: <RepeatIcon />, isDisabled: !canStart, act: onRepeat },
    ...(image && props.canBeBase ? [{ label: '设为底图', icon: <BaseIcon />, act: () => onUseAsBase(image) }] : []),
    ...(image && onUseAsReference
      ? [{ label: '用作参考图', icon: <SwatchIcon />, act: () => onUseAsReference(image) }]
      : []),
    { label: '使用参数', icon: <FillIcon />, act: onUseParams },
    ...(onMakeAlike ? [{ label: '做同款', note: '换一张底图', icon: <AlikeIcon />, act: onMakeAlike }] : []),
    ...archives
      .filter(({ format }) => format === 'jpg' || !isFileTheResult(task))
      .map(({ format, words }) => ({
        label: words(task.images.length),
        icon: <DownloadIcon />,
        isDisabled: isBusy,
        act: () => downloadAll(format),
      })),
    ...(image
      ? [
          { label: '分享', icon: <ShareIcon />, act: () => openShare({ imageId: image.imageId, title: tool.title }) },
          {
            label: '发布到图库',
            icon: <WallIcon />,
            act: () => openPublish({ imageId: image.imageId, title: tool.title, isResult: true }),
          },
        ]
      : []),
    { label: '删除', note: 'Delete', icon: <TrashIcon />, isDisabled: isBusy, act: removeNow },
  ];
}

interface DownloadButtonsProps {
  task: Task;
  isBusy: boolean;
  downloads: Downloads;
  download: Download;
  downloadFilm: (() => void) | undefined;
  downloadOne: (() => void) | undefined;
}

function DownloadButtons({ task, isBusy, downloads, download, downloadFilm, downloadOne }: DownloadButtonsProps) {
  const { video, files = [] } = task;
  return (
    <>
      {downloadFilm && (
        <Button size="small" disabled={isBusy} title="下载（D）" onClick={downloadFilm}>
          <DownloadIcon />
          下载 MP4
        </Button>
      )}
      {downloadOne && (
        <Button
          size="small"
          look={video ? 'quiet' : 'plain'}
          disabled={isBusy}
          title={video ? '下载封面' : '下载（D）'}
          onClick={downloadOne}
        >
          <DownloadIcon />
          {video ? '封面' : '下载'}
        </Button>
      )}
      {files.map(({ url, format }) => (
        <Button
          key={url}
          size="small"
          look="quiet"
          disabled={isBusy}
          onClick={() => download(url, (progress) => downloads.file(url, `${drawingName}.${format}`, progress))}
        >
          {`下载 ${format.toUpperCase()}`}
        </Button>
      ))}
    </>
  );
}
