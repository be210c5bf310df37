import { type BaseRecord, CanAccess } from '@refinedev/core';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { PlusIcon, RefreshIcon } from './icons.tsx';
import { useDrawer } from './use-drawer.ts';
import { type ListFilters, type ListQuery, useListTable } from './use-list-table.ts';
import { usePageTitle } from './use-page-title.ts';
import type { ListedRows } from './use-record.ts';

interface FrameProps<R extends BaseRecord> {
  title: string;
  query: ListQuery<R>;
  /** The main action, e.g. a `CreateButton`. */
  action?: ReactNode;
  /** A sentence under the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** Heading of a list, what it holds, and the drawers over it, which find their row among the listed ones. */
export function ListFrame<R extends BaseRecord>({ title, query, action, note, children }: FrameProps<R>) {
  usePageTitle(title);
  const listed: ListedRows<R> = { rows: query.data?.data ?? [], isLoading: query.isLoading };
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="page-actions">
          <Tooltip title="刷新">
            <Button
              type="text"
              icon={<RefreshIcon />}
              aria-label="刷新列表"
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            />
          </Tooltip>
          {action}
        </div>
      </header>
      {note && <div className="page-note quiet">{note}</div>}
      {children}
      <Outlet context={listed} />
    </div>
  );
}

interface ListProps<R extends BaseRecord>
  extends Pick<FrameProps<R>, 'title' | 'action' | 'note'>,
    Omit<DataTableProps<R>, 'table'> {
  /** Name of the resource on the wire. */
  resource: string;
  /** Search and filters, in their order. */
  filters: (list: ListFilters) => ReactNode;
}

/** A list with pages: title, search and filters, rows or cards, paging, drawers. */
export function ListPage<R extends BaseRecord>({ resource, title, action, note, filters, ...rows }: ListProps<R>) {
  const table = useListTable<R>(resource);
  return (
    <ListFrame title={title} query={table.tableQuery} action={action} note={note}>
      <search className="filters">{filters(table)}</search>
      <DataTable table={table} {...rows} />
    </ListFrame>
  );
}

/** Opens the drawer that makes a new one, for who may. */
export function CreateButton({ resource, list, label }: { resource: string; list: `/${string}`; label: string }) {
  const { open } = useDrawer(list);
  return (
    <CanAccess resource={resource} action="create">
      <Button type="primary" icon={<PlusIcon />} onClick={() => open('create')}>
        {label}
      </Button>
    </CanAccess>
  );
}
