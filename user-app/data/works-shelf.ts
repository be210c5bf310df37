import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { sessionStore } from '#shared/browser/stores';
import { isFinal } from '#shared/domain/task-status';
import { onReconnect } from '../lib/connection';
import { onNews } from '../lib/other-tabs';
import { taskFeed } from './task';
import { readWorksPage, type WorksFilter, type WorksPage } from './works';
import { WorksList, type WorksListState, type WorksOutline } from './works-list';

/** Position in a list. */
export interface ListPlace {
  /** Place of the first work in view. */
  index: number;
  taskId: string | undefined;
  /** Pixels of its row above the edge of the view. */
  offset: number;
}

export interface ShelvedList {
  list: WorksList;
  /** Undefined at the beginning. */
  place: ListPlace | undefined;
}

const mostLists = 10;
const shelf = new Map<string, ShelvedList>();
/** Of session storage: lists of this window as they were when the page was left. */
const sessionKey = 'works-lists';

interface Kept {
  key: string;
  outline: WorksOutline;
  place: ListPlace;
}

function readKept(): Kept[] {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(sessionKey) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

function keepLists() {
  const kept = [...shelf].flatMap<Kept>(([key, { list, place }]) =>
    place ? [{ key, outline: list.outline(), place }] : [],
  );
  try {
    sessionStore.setItem(sessionKey, JSON.stringify(kept.slice(-3)));
  } catch {
    // Storage is full or blocked: after a reload the lists begin at their top.
  }
}

/** Reads a page and follows its unfinished works. */
async function readAndFollow(filter: WorksFilter, cursor: string | null): Promise<WorksPage> {
  const page = await readWorksPage(filter, cursor);
  for (const work of page.list) if (!isFinal(work.status) && work.deletedAt === null) taskFeed.follow(work.taskId);
  return page;
}

function take(key: string, filter: WorksFilter): ShelvedList {
  const known = shelf.get(key);
  const kept = known ? undefined : readKept().find((entry) => entry.key === key);
  const shelved = known ?? {
    list: new WorksList((cursor) => readAndFollow(filter, cursor), kept?.outline),
    place: kept?.place,
  };
  shelf.delete(key);
  shelf.set(key, shelved);
  const [oldest] = shelf.keys();
  if (shelf.size > mostLists && oldest !== undefined) shelf.delete(oldest);
  return shelved;
}

/**
 * The works that fit a filter. Lists of this window are kept with their place; a list seen before is shown at once
 * and brought up to date behind it.
 */
export function useShelvedList(accountId: string | undefined, filter: WorksFilter): ShelvedList {
  const key = `${accountId}:${JSON.stringify(filter)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new filter object of the same words is the same filter
  const shelved = useMemo(() => take(key, filter), [key]);
  const { list } = shelved;

  useEffect(() => {
    if (accountId === undefined) return;
    void list.refreshHead().catch(() => undefined);
    const refresh = () => {
      if (document.visibilityState === 'visible') void list.refreshHead().catch(() => undefined);
    };
    window.addEventListener('focus', refresh);
    const stop = onReconnect((isInDoubt) => {
      if (isInDoubt) forgetOtherLists(list);
      void list.refreshHead().catch(() => undefined);
    });
    const stopNews = onNews((news) => {
      if (news.kind !== 'works') return;
      forgetOtherLists(list);
      list.remove(new Set(news.removed));
      void list.refreshHead().catch(() => undefined);
    });
    return () => {
      window.removeEventListener('focus', refresh);
      stop();
      stopNews();
    };
  }, [accountId, list]);

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') keepLists();
    };
    window.addEventListener('pagehide', keepLists);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('pagehide', keepLists);
      document.removeEventListener('visibilitychange', hide);
    };
  }, []);

  return shelved;
}

/** A part of a list's state; the component renders again only when `pick` gives another value. */
export function useListPart<T>(list: WorksList, pick: (state: WorksListState) => T): T {
  return useSyncExternalStore(list.subscribe, () => pick(list.get()));
}

/** The whole state of a list: the component renders again whenever a page is requested or arrives. */
export function useListState(list: WorksList): WorksListState {
  return useSyncExternalStore(list.subscribe, list.get);
}

/** Drops every list but the one shown after a change that may concern them; they are read anew when next needed. */
export function forgetOtherLists(shown: WorksList): void {
  for (const [key, { list }] of shelf) if (list !== shown) shelf.delete(key);
}

/** Called with every newer state of an unfinished task; those no list knows were started elsewhere. */
export function useWorkEvents(list: WorksList, onEvent: (event: { isKnown: boolean; isEnded: boolean }) => void): void {
  useEffect(
    () =>
      taskFeed.subscribe((task) => {
        const isKnown = list.acceptTask(task);
        onEvent({ isKnown, isEnded: isFinal(task.status) });
      }),
    [list, onEvent],
  );
}
