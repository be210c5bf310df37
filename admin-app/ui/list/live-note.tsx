import { type BaseRecord, useDataProvider } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { formatNumber } from '../format.ts';
import type { ListTable } from '../use-list-table.ts';
import { countChanges } from './changes.ts';

const askedEveryMs = 15_000;

/** Asks the same question again while the page is looked at, and says how much has changed; nothing moves by itself. */
export function LiveNote<R extends BaseRecord>({ resource, table }: { resource: string; table: ListTable<R> }) {
  const [count, setCount] = useState(0);
  const provider = useDataProvider()(table.providerName);
  const { tableQuery, currentPage, pageSize, sorters, filters } = table;
  const shown = tableQuery.data;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown stands for what it was asked by
  useEffect(() => {
    setCount(0);
    if (!shown) return;
    let isOver = false;
    const look = async () => {
      if (document.hidden) return;
      const now = await provider
        .getList<R>({ resource, pagination: { currentPage, pageSize }, sorters, filters })
        .catch(() => undefined);
      if (now && !isOver) setCount(countChanges(shown, now));
    };
    const timer = setInterval(() => void look(), askedEveryMs);
    const onSeen = () => void look();
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, [shown, resource]);

  return (
    <div className="live-note" role="status">
      {count > 0 && (
        <Button size="small" loading={tableQuery.isFetching} onClick={() => void tableQuery.refetch()}>
          有 {formatNumber(count)} 条变化，刷新
        </Button>
      )}
    </div>
  );
}
