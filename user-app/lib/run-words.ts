import type { Task } from '#shared/contract/task';
import type { TaskStatus } from '#shared/domain/task-status';

/** Chinese name of each state of a task. */
export const statusWords: Record<TaskStatus, string> = {
  queued: '排队中',
  running: '生成中',
  succeeded: '已完成',
  failed: '失败',
  canceled: '已取消',
};

/**
 * Progress of a running task in Chinese words: `生成中 42% · 上光`, without a percentage when it is unknown.
 * @param fraction 0–1
 */
export function runWords({ step }: Pick<Task, 'step'>, fraction: number | undefined): string {
  const far = fraction === undefined ? '生成中' : `生成中 ${Math.floor(fraction * 100)}%`;
  return step ? `${far} · ${step.words}` : far;
}
