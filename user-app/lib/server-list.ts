import { useInfiniteScroll } from 'ahooks';
import { useEffect } from 'react';
import { onReconnect } from './connection';

interface CursorPage<T> {
  list: T[];
  nextCursor: string | null;
}

export interface ServerList<T> {
  /** What is read so far; undefined until the first page has answered. */
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

/** A list of the server read page by page with cursors; it starts afresh when one of `dependsOn` changes. */
export function useServerList<T>(
  load: (cursor: string | undefined) => Promise<CursorPage<T>>,
  dependsOn: readonly unknown[],
): ServerList<T> {
  const { data, loading, loadingMore, error, loadMore, reload, mutate } = useInfiniteScroll<CursorPage<T>>(
    (known) => load(known?.nextCursor ?? undefined),
    {
      isNoMore: (known) => known?.nextCursor === null,
      reloadDeps: [...dependsOn],
      // Whoever shows the list shows its error; the default would only write it to the console.
      onError: () => undefined,
    },
  );
  useEffect(() => (error ? onReconnect(data ? loadMore : reload) : undefined), [error, data, loadMore, reload]);
  return {
    rows: data?.list,
    hasMore: data !== undefined && data.nextCursor !== null,
    isLoading: loading || loadingMore,
    error,
    loadMore,
    reload,
    change: (next) => data && mutate({ ...data, list: data.list.map(next) }),
    edit: (next) => data && mutate({ ...data, list: next(data.list) }),
  };
}
