import type { BaseRecord } from '@refinedev/core';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ColumnsMenu } from './list/columns-menu.tsx';
import { ExportButton } from './list/export-button.tsx';
import { LiveNote } from './list/live-note.tsx';
import { useListLayout } from './list/use-list-layout.ts';
import { RefreshButton } from './refresh-button.tsx';
import { type ListFilters, useListTable } from './use-list-table.ts';

interface Props<R extends BaseRecord> extends Omit<DataTableProps<R>, 'table' | 'layout' | 'selection'> {
  /** Name of the resource on the wire. */
  resource: string;
  title: string;
  /** Fixed filters, e.g. the account whose page it stands on. */
  fixed: Readonly<Record<string, string>>;
  filters?: (list: ListFilters) => ReactNode;
  /** The main action. */
  action?: ReactNode;
  /** Stands around the rows and knows them, e.g. to ask for what belongs to all of them at once. */
  frame?: (rows: readonly R[], list: ReactNode) => ReactNode;
}

/** A list as a part of a page: its heading, filters, rows or cards, pages and file. What it asks is in the address. */
export function ListPart<R extends BaseRecord>({ resource, title, fixed, filters, action, frame, ...rows }: Props<R>) {
  const only = Object.entries(fixed).map(([field, value]) => ({ field, operator: 'eq' as const, value }));
  const table = useListTable<R>(resource, undefined, only);
  const layout = useListLayout(resource, undefined);
  const { tableQuery } = table;
  const list = <DataTable table={table} layout={layout.layout} {...rows} />;
  return (
    <section aria-label={title}>
      <header className="page-head">
        <h2>{title}</h2>
        <div className="page-actions">
          <RefreshButton query={tableQuery} />
          <ExportButton resource={resource} title={title} fixed={fixed} />
          <ColumnsMenu columns={rows.columns} state={layout} />
          {action}
        </div>
      </header>
      {filters && <search className="filters">{filters(table)}</search>}
      <LiveNote resource={resource} table={{ ...table, filters: [...only, ...table.filters] }} />
      {frame ? frame(tableQuery.data?.data ?? [], list) : list}
    </section>
  );
}
