import { useEffect, useRef } from 'react';
import { formatNumber } from '#shared/domain/format';
import type { ServerList } from '../lib/server-list';
import { Button } from './button';
import styles from './list-end.css';

type Reading = Pick<ServerList<unknown>, 'hasMore' | 'isLoading' | 'loadMore'> & { error?: Error | undefined };

/** A ref for the end of a list: more is read when it comes nearer to the view than `margin`. */
export function useReadAtEnd<E extends Element>({ hasMore, isLoading, error, loadMore }: Reading, margin: string) {
  const end = useRef<E>(null);
  const latest = useRef(loadMore);
  latest.current = loadMore;
  const isWanted = hasMore && !isLoading && !error;
  useEffect(() => {
    const element = end.current;
    if (!element || !isWanted) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWanted, margin]);
  return end;
}

/** The end of a list that is read page by page: more is read when it comes near, or by the button. */
export function ListEnd({
  list,
  noun,
}: {
  list: Pick<ServerList<unknown>, 'rows' | 'hasMore' | 'isLoading' | 'error' | 'loadMore'>;
  noun: string;
}) {
  const { rows = [], hasMore, isLoading, error, loadMore } = list;
  const end = useReadAtEnd<HTMLDivElement>(list, '240px');
  return (
    <div ref={end} className={`row justify-center gap-12 mt-16 text-second text-13 ${styles.end}`} role="status">
      {error && <span>{error.message}</span>}
      {hasMore ? (
        <Button size="small" disabled={isLoading} onClick={loadMore}>
          {isLoading ? '正在读取' : error ? '重试' : '加载更多'}
        </Button>
      ) : (
        `共 ${formatNumber(rows.length)} ${noun}，没有更多了`
      )}
    </div>
  );
}
