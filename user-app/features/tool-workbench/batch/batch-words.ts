import type { Task } from '#shared/contract/task';
import { isFinal } from '#shared/domain/task-status';
import type { Batch } from '@/lib/tool-sessions';
import { stateOfItem } from '../../../data/batch-runs';

interface BatchCounts {
  all: number;
  /** Of which nothing more will come. */
  ended: number;
  succeeded: number;
  failed: number;
  canceled: number;
  /** Not started, with a reason. */
  refused: number;
  running: number;
  queued: number;
}

export function countsOf({ items }: Batch, tasks: readonly Task[]): BatchCounts {
  const counts: BatchCounts = {
    ...{ all: items.length, ended: 0, succeeded: 0, failed: 0 },
    ...{ canceled: 0, refused: 0, running: 0, queued: 0 },
  };
  for (const item of items) {
    const task = tasks.find(({ taskId }) => taskId === item.taskId);
    const state = stateOfItem(item);
    if (state === 'canceled' || state === 'refused') counts[state] += 1;
    else counts[task?.status ?? 'queued'] += 1;
    if ((task && isFinal(task.status)) || state === 'canceled' || state === 'refused') counts.ended += 1;
  }
  return counts;
}

/** `完成 1 / 3 · 生成中 1 · 等待 1` */
export function headlineOf({ all, succeeded, failed, canceled, refused, running, queued }: BatchCounts): string {
  const parts = [
    ['生成中', running],
    ['等待', queued],
    ['失败', failed],
    ['取消', canceled],
    ['没有开始', refused],
  ] as const;
  return [
    `完成 ${succeeded} / ${all}`,
    ...parts.flatMap(([name, count]) => (count > 0 ? `${name} ${count}` : [])),
  ].join(' · ');
}
