import type { Task, TaskImage } from '#shared/contract/task';
import { qualityLabel as labelOf } from '#shared/domain/quality';
import { runWords } from '@/lib/run-words';

/** @param image the output that is meant; the best of all when absent */
export function qualityLabel(task: Pick<Task, 'quality' | 'isConnected'>, image?: TaskImage): string | undefined {
  const quality = image?.quality ?? task.quality;
  return quality && labelOf(quality, task.isConnected);
}

/**
 * State of a task as a short Chinese text: `排队中（前面 3 个）`, `生成中 42% · 上光`.
 * @param fraction of a running task, 0–1; undefined where nobody knows
 */
export function statusText(task: Task, fraction: number | undefined): string {
  switch (task.status) {
    case 'queued':
      if (task.waitWords) return task.waitWords;
      return task.queueNum > 0 ? `排队中（前面 ${task.queueNum} 个）` : '排队中';
    case 'running':
      return runWords(task, fraction);
    case 'succeeded':
      return '已完成';
    case 'failed':
      return '生成失败';
    case 'canceled':
      return '已取消';
  }
}

/** Median working time of the latest finished runs, milliseconds; undefined when there are none. */
export function usualDuration(tasks: readonly Task[]): number | undefined {
  const times = tasks
    .flatMap((task) =>
      task.startedAt !== null && task.finishedAt !== null && task.status === 'succeeded'
        ? [task.finishedAt - task.startedAt]
        : [],
    )
    .slice(0, 9)
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}
