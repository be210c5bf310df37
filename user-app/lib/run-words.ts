import type { Task } from '#shared/contract/task';

/**
 * What a running task is doing: `生成中 42% · 上光`, without a percentage where nobody knows one.
 * @param fraction 0–1
 */
export function runWords({ step }: Pick<Task, 'step'>, fraction: number | undefined): string {
  const far = fraction === undefined ? '生成中' : `生成中 ${Math.floor(fraction * 100)}%`;
  return step ? `${far} · ${step.words}` : far;
}
