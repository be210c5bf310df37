import type { PendingChange } from '#shared/contract/pending-change';

/** A pending change that waits no longer. */
export type AnsweredChange = PendingChange & { status: Exclude<PendingChange['status'], 'waiting'> };

/**
 * Returns the decisions that the requester has not been shown yet, and the time up to which all of them are shown.
 * @param shownUntil what the last call returned, in milliseconds; null on the first one in a browser, which shows none:
 * the decisions that are there were made before
 */
export function newlyAnswered(changes: readonly AnsweredChange[], me: string, shownUntil: number | null) {
  const newest = Math.max(shownUntil ?? 0, ...changes.map(({ answeredAt }) => answeredAt ?? 0));
  const fresh = changes.filter(
    ({ answeredAt, answeredBy }) => shownUntil !== null && (answeredAt ?? 0) > shownUntil && answeredBy !== me,
  );
  return { fresh, shownUntil: newest };
}
