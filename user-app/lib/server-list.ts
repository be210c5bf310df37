import { useInfiniteScroll } from 'ahooks';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { shownFailure } from '#shared/domain/failure-words';
import { onReconnect } from './connection';
import { history } from './router';

interface CursorPage<T> {
  list: T[];
  nextCursor: string | null;
  /** Under which it is kept. */
  key?: string | undefined;
}

export interface ServerList<T> {
  /** Rows read so far; undefined until the first page has answered. */
  rows: readonly T[] | undefined;
  hasMore: boolean;
  isLoading: boolean;
  error: Error | undefined;
  loadMore: () => void;
  /** Reads the beginning again. */
  reload: () => void;
  /** Replaces a row that is newer elsewhere. */
  change: (next: (row: T) => T) => void;
  /** Puts rows in another order, takes some out or adds some, as the server has done or is about to do. */
  edit: (next: (rows: readonly T[]) => T[]) => void;
}

/** Lists that are kept for who comes back to them, the ones left last. */
const keptLists = 10;
/** A page grows to its old height while this lasts, milliseconds. */
const growingMs = 1500;

interface KeptList {
  page: CursorPage<unknown>;
  /** Scroll position of the window, pixels. */
  top: number;
}

const shelf = new Map<string, KeptList>();

/** Changes rows of the lists that are kept; undefined takes one out. @param name with which their keys begin */
export function editKeptLists<T>(name: string, next: (row: T) => T | undefined): void {
  for (const [key, kept] of shelf)
    if (key.startsWith(name)) {
      const list = (kept.page.list as T[]).flatMap((row) => next(row) ?? []);
      shelf.set(key, { ...kept, page: { ...kept.page, list } });
    }
}

/**
 * A list of the server read page by page with cursors; it starts afresh when one of `dependsOn` changes.
 * @param keptAs who comes back to the list finds it as it was left, at its place, without a request
 */
export function useServerList<T>(
  load: (cursor: string | undefined) => Promise<CursorPage<T>>,
  dependsOn: readonly unknown[],
  keptAs?: string,
): ServerList<T> {
  const key = keptAs && `${keptAs} ${window.location.pathname} ${JSON.stringify(dependsOn)}`;
  const lastKey = useRef<string>();
  const soughtTop = useRef<number>();
  const read = async (known: CursorPage<T> | undefined): Promise<CursorPage<T>> => {
    const isFirst = key !== undefined && lastKey.current !== key;
    lastKey.current = key;
    const kept = isFirst && history.action === 'POP' ? shelf.get(key) : undefined;
    soughtTop.current = kept?.top;
    if (kept) return kept.page as CursorPage<T>;
    return { ...(await load(known?.nextCursor ?? undefined)), key };
  };
  const { data, loading, loadingMore, error, loadMore, reload, mutate } = useInfiniteScroll<CursorPage<T>>(read, {
    isNoMore: (known) => known?.nextCursor === null,
    reloadDeps: [...dependsOn],
    // Whoever shows the list shows its error; the default would only write it to the console.
    onError: () => undefined,
  });
  useEffect(() => {
    if (!key || data?.key !== key) return;
    shelf.delete(key);
    shelf.set(key, { page: data, top: soughtTop.current ?? window.scrollY });
    for (const oldest of [...shelf.keys()].slice(0, -keptLists)) shelf.delete(oldest);
  }, [key, data]);
  const isThere = key !== undefined && data?.key === key;
  useLayoutEffect(() => (isThere ? keepPlace(key, soughtTop) : undefined), [isThere, key]);
  useEffect(
    () =>
      onReconnect((isInDoubt) => {
        // A write request without a response may have changed any row.
        if (isInDoubt || (error && !data)) reload();
        else if (error) loadMore();
      }),
    [error, data, loadMore, reload],
  );
  return {
    rows: data?.list,
    hasMore: data !== undefined && data.nextCursor !== null,
    isLoading: loading || loadingMore,
    error: error && shownFailure(error),
    loadMore,
    reload,
    change: (next) => data && mutate({ ...data, list: data.list.map(next) }),
    edit: (next) => data && mutate({ ...data, list: next(data.list) }),
  };
}

/** Notes how far the window is scrolled, and first scrolls it to where it was left, while the page grows to its height. */
function keepPlace(key: string, sought: { current: number | undefined }): () => void {
  const { pathname } = window.location;
  const goThere = () => sought.current !== undefined && window.scrollTo({ top: sought.current, behavior: 'instant' });
  const letGo = () => {
    sought.current = undefined;
  };
  const note = () => {
    const kept = shelf.get(key);
    // The page that comes next scrolls while this one is being taken away.
    if (kept && sought.current === undefined && window.location.pathname === pathname) kept.top = window.scrollY;
  };
  goThere();
  const growing = new ResizeObserver(goThere);
  growing.observe(document.body);
  const timer = window.setTimeout(letGo, growingMs);
  const ownWays = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  for (const way of ownWays) window.addEventListener(way, letGo, { passive: true });
  window.addEventListener('scroll', note, { passive: true });
  return () => {
    growing.disconnect();
    window.clearTimeout(timer);
    for (const way of ownWays) window.removeEventListener(way, letGo);
    window.removeEventListener('scroll', note);
  };
}
