import type { Plan } from '#shared/domain/plan';

/** Weight of a plan in the queue; the free plan has 1 (docs/RULES.md R47). */
export const planWeights: Record<Plan, number> = { free: 1, basic: 3, pro: 6, team: 8 };

/** Divisible by every weight, so that turns are whole numbers. */
const round = 24;

/** Distance by which one task of this plan moves its account back in the queue. */
const strideOf = (plan: Plan): number => round / planWeights[plan];

/**
 * The turn of a new task: start-time fair queueing. An account that was away joins at the turn the queue is serving;
 * one that has tasks waiting or just had some served goes on one stride after the last of them. Lower turns go first,
 * so that accounts alternate by weight however many tasks one of them has queued.
 */
export function turnOf(plan: Plan, served: number | undefined, ownLast: number | undefined): number {
  return Math.max(served ?? 0, ownLast === undefined ? 0 : ownLast + strideOf(plan));
}

/** Facts of a waiting or running task for the queue's outlook. */
export interface QueuedRun {
  taskId: string;
  accountId: string;
  isRunning: boolean;
  /** Milliseconds of work, of a running one those left; undefined when nothing like it was ever run here. */
  ms: number | undefined;
  /** Tasks its account may run at once. */
  runningLimit: number;
}

export interface Outlook {
  /** Tasks that wait before this one. */
  ahead: number;
  /** Milliseconds until it ends; undefined when that cannot be known. */
  etaMs: number | undefined;
}

/** Runs beyond this many waiting ones are not played through; their end is too far away to be told. */
const playedThrough = 400;

/**
 * Plays the queue through with `slots` runs at once. A moment that depends on a run of unknown length is unknown, and
 * so is all that comes after it.
 * @param runs those running, and those waiting in the order of their turns
 */
export function foresee(runs: readonly QueuedRun[], slots: number): Map<string, Outlook> {
  const waiting = runs.filter((run) => !run.isRunning);
  const outlooks = new Map(
    waiting.map(({ taskId }, ahead): [string, Outlook] => [taskId, { ahead, etaMs: undefined }]),
  );
  const left = waiting.slice(0, playedThrough);
  const busy = runs.filter((run) => run.isRunning).map((run) => ({ run, end: run.ms }));
  const runningOf = (accountId: string) => busy.filter(({ run }) => run.accountId === accountId).length;
  let now = 0;
  while (left.length > 0) {
    const next = busy.length < slots ? left.findIndex((run) => runningOf(run.accountId) < run.runningLimit) : -1;
    const [run] = next < 0 ? [] : left.splice(next, 1);
    if (run) {
      const end = run.ms === undefined ? undefined : now + run.ms;
      busy.push({ run, end });
      outlooks.set(run.taskId, { ahead: outlooks.get(run.taskId)?.ahead ?? 0, etaMs: end });
      continue;
    }
    const ends = busy.map(({ end }) => end);
    if (ends.length === 0 || ends.includes(undefined)) break;
    now = Math.min(...(ends as number[]));
    busy.splice(ends.indexOf(now), 1);
  }
  return outlooks;
}

/** The middle one; of an even number the later of the two. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Key of the parameters that decide on the duration of a run: size and scale. Runs are compared with those of the same
 * key.
 */
export function workloadOf({ quality, scale }: Readonly<Record<string, unknown>>): string {
  const size = quality === '2k' || quality === '4k' ? quality : '';
  return typeof scale === 'number' ? `${size}x${scale}` : size;
}

/** Title and prompt as searches compare them. */
export function wordsOf(title: string, { promptTxt }: Readonly<Record<string, unknown>>): string {
  return [title, typeof promptTxt === 'string' ? promptTxt : ''].filter(Boolean).join('\n').toLowerCase();
}
