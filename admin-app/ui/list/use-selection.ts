import { type BaseRecord, useDataProvider } from '@refinedev/core';
import { useEffect, useState } from 'react';
import type { ListTable } from '../use-list-table.ts';

/** Parts of a list's query that choosing all rows needs. */
type Asked<R extends BaseRecord> = Pick<ListTable<R>, 'providerName' | 'filters' | 'sorters'>;

/** So many rows can be chosen at once. */
export const mostSelected = 500;
const readAtOnce = 100;

/** Rows that are chosen, over pages; other filters choose anew. */
export function useSelection<R extends BaseRecord>(resource: string, table: Asked<R>, isWanted: boolean) {
  const [rows, setRows] = useState<ReadonlyMap<string, R>>(new Map());
  const [isReading, setIsReading] = useState(false);
  const provider = useDataProvider()(table.providerName);
  const asked = JSON.stringify(table.filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are other rows
  useEffect(() => setRows(new Map()), [asked, resource]);

  const choose = (chosen: readonly R[]) =>
    setRows(new Map(chosen.slice(0, mostSelected).map((row) => [String(row.id), row])));

  /** All rows that the filters find, up to {@link mostSelected}. */
  const chooseAll = async () => {
    setIsReading(true);
    try {
      const found: R[] = [];
      for (let page = 1; found.length < mostSelected; page += 1) {
        const { data, total } = await provider.getList<R>({
          resource,
          pagination: { currentPage: page, pageSize: readAtOnce },
          sorters: table.sorters,
          filters: table.filters,
        });
        found.push(...data);
        if (data.length === 0 || found.length >= total) break;
      }
      choose(found);
    } finally {
      setIsReading(false);
    }
  };

  return {
    isWanted,
    ids: [...rows.keys()],
    rows: [...rows.values()],
    isReading,
    choose,
    toggle: (row: R) =>
      setRows((now) => {
        const next = new Map(now);
        if (!next.delete(String(row.id)) && next.size < mostSelected) next.set(String(row.id), row);
        return next;
      }),
    keep: (ids: readonly string[]) => setRows((now) => new Map([...now].filter(([id]) => ids.includes(id)))),
    clear: () => setRows(new Map()),
    chooseAll,
  };
}

export type Selection<R extends BaseRecord> = ReturnType<typeof useSelection<R>>;
