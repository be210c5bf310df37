import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import { stateOfItem } from '@/data/batch-runs';
import { imageUrl } from '@/data/image';
import { useTaskProgress } from '@/data/task-progress';
import type { Batch, BatchItem } from '@/lib/tool-sessions';
import { ProgressBar } from '@/ui/progress-bar';
import { Thumb, ThumbButton } from '@/ui/thumb';
import { BareButton, Button } from '../../../ui/button';
import { isFileTheResult } from '../facts';
import { statusText } from '../format';
import { DownloadIcon } from '../icons';
import { DeliveryLine, type Downloads } from '../result-actions';
import { useDelivery } from '../use-delivery';
import { filesOfBatch } from './archive-names';
import styles from './batch-stage.css';
import { countsOf, headlineOf } from './batch-words';

interface BatchStageProps {
  batch: Batch;
  tasks: readonly Task[];
  downloads: Downloads;
  isCanceling: boolean;
  onCancelAll: () => void;
  onOpen: (taskId: string, index: number) => void;
}

/** Results of a batch, by base picture: an overview, and a download as one archive. */
export function BatchStage({ batch, tasks, downloads, isCanceling, onCancelAll, onOpen }: BatchStageProps) {
  const { delivery, deliver, cancel } = useDelivery();
  const taskOf = ({ taskId }: BatchItem) => tasks.find((task) => task.taskId === taskId);
  const counts = countsOf(batch, tasks);
  const files = filesOfBatch(batch, tasks);
  const isUnderWay = counts.ended < counts.all;
  const isAsStored = batch.items.some((item) => {
    const task = taskOf(item);
    return task !== undefined && isFileTheResult(task);
  });

  const pack = (format: 'jpg' | 'png') =>
    void deliver(format, '正在打包', async ({ signal, tell }) => {
      const missing = await downloads.all(files, {
        ...{ isAsStored, format, signal, names: files.map(({ name }) => name) },
        onFile: (done, count) => tell(`正在打包 ${done + 1} / ${count}`, done / count),
      });
      return missing > 0 ? `已打包，有 ${missing} 个没有读到，压缩包里列出了名称` : `已打包 ${files.length} 个文件`;
    });
  const isPacking = delivery?.state === 'under way';

  return (
    <section className="stack relative flex-1 min-w-0 min-h-0 bg-sunken" aria-label="这一批">
      <header className={`row flex-wrap justify-between gap-8-16 border-b bg-page ${styles.head}`}>
        <div className={styles.words}>
          <h2>这一批 {counts.all} 张</h2>
          <p role="status">{headlineOf(counts)}</p>
        </div>
        <div className="row flex-wrap gap-8">
          <DeliveryLine delivery={delivery} onCancel={cancel} />
          {files.length > 0 && (
            <>
              <Button size="small" disabled={isPacking} onClick={() => pack('jpg')}>
                <DownloadIcon />
                打包 {files.length} 个
              </Button>
              {!isAsStored && (
                <Button size="small" look="quiet" disabled={isPacking} onClick={() => pack('png')}>
                  下载全部（PNG）
                </Button>
              )}
            </>
          )}
          {isUnderWay && (
            <Button size="small" look="quiet" disabled={isCanceling} onClick={onCancelAll}>
              {isCanceling ? '正在取消' : '全部取消'}
            </Button>
          )}
        </div>
        {isUnderWay && (
          <ProgressBar label="这一批的进度" share={counts.ended / counts.all} className={styles.progress} />
        )}
      </header>
      <ol className={`grid flex-1 content-start gap-16 min-h-0 overflow-y-auto m-0 ${styles.groups}`}>
        {batch.items.map((item, place) => (
          <Group key={item.clientKey} item={item} place={place + 1} task={taskOf(item)} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  );
}

function Group({
  item,
  place,
  task,
  onOpen,
}: {
  item: BatchItem;
  place: number;
  task: Task | undefined;
  onOpen: BatchStageProps['onOpen'];
}) {
  const name = item.name ?? `底图 ${place}`;
  return (
    <li
      className={`min-w-0 p-12 border rounded-card bg-surface ${styles.group}`}
      data-state={task?.status ?? stateOfItem(item)}
    >
      <p className={`row gap-8 text-second text-12 leading-20 tabular nowrap ${styles.title}`}>
        <span className={`rounded-chip bg-sunken text-ink text-center ${styles.place}`}>{place}</span>
        <span className="flex-1 min-w-0 overflow-hidden text-ink text-13 text-ellipsis" title={name}>
          {name}
        </span>
        {task && !isFinal(task.status) ? <Running task={task} /> : <span>{stateWords(item, task)}</span>}
      </p>
      <div className={`grid gap-8 ${styles.pictures}`}>
        <Thumb className={styles.base} src={imageUrl(item.imageId, 320)} alt={`${name}，底图`} />
        {task?.images.map((image, index) => (
          <ThumbButton
            key={image.imageId}
            className={styles.result}
            label={`${name}，结果 ${index + 1}`}
            picture={{ src: imageUrl(image.imageId, 480), mainColor: image.mainColor }}
            onClick={() => onOpen(task.taskId, index)}
          />
        ))}
        {task?.video && (
          <ThumbButton
            className={styles.result}
            label={`${name}，视频`}
            picture={{ src: task.video.coverUrl }}
            onClick={() => onOpen(task.taskId, 0)}
          />
        )}
        {task && isFinal(task.status) && task.status !== 'succeeded' && (
          <BareButton
            className={`p-12 border rounded-input bg-none text-second text-left cursor-pointer ${styles.failed}`}
            onClick={() => onOpen(task.taskId, 0)}
          >
            {task.error?.message ?? '重新生成'}
          </BareButton>
        )}
        {task && !isFinal(task.status) && <span className={`rounded-input ${styles.coming}`} aria-hidden="true" />}
      </div>
    </li>
  );
}

function Running({ task }: { task: Task }) {
  const fraction = useTaskProgress(task);
  return (
    <>
      <span>{statusText(task, fraction)}</span>
      <ProgressBar label="生成进度" share={task.status === 'queued' ? 0 : fraction} className={styles.bar} />
    </>
  );
}

function stateWords(item: BatchItem, task: Task | undefined): string {
  if (task) return statusText(task, undefined);
  const words = { waiting: '等前面的完成后提交', started: '正在读取', canceled: '已取消', refused: '' };
  return words[stateOfItem(item)] || `没有开始：${item.refusal}`;
}
