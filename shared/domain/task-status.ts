/** Life of a task: `queued → running → succeeded | failed | canceled`; a queued task may end without running. */
export const taskStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export function isFinal(status: TaskStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'canceled';
}

/** Returns true when `next` may replace `known`: answers can arrive out of order, `seq` only grows. */
export function isNewer(known: { seq: number } | undefined, next: { seq: number }): boolean {
  return !known || next.seq > known.seq;
}
