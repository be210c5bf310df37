import { type BaseRecord, CanAccess, useCan } from '@refinedev/core';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { Outlet } from 'react-router';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { useHotkeys } from './hotkeys.ts';
import { PlusIcon } from './icons.tsx';
import type { BulkVerb } from './list/bulk.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { ColumnsMenu } from './list/columns-menu.tsx';
import { ExportButton } from './list/export-button.tsx';
import { LiveNote } from './list/live-note.tsx';
import { useListLayout } from './list/use-list-layout.ts';
import { type Selection, useSelection } from './list/use-selection.ts';
import { useViews } from './list/use-views.ts';
import { ViewsMenu } from './list/views-menu.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { useAddresses } from './use-addresses.ts';
import { useDrawer } from './use-drawer.ts';
import { type ListFilters, type ListQuery, useListTable } from './use-list-table.ts';
import { usePageTitle } from './use-page-title.ts';
import type { ListedRows } from './use-record.ts';

interface FrameProps<R extends BaseRecord> {
  title: string;
  query: ListQuery<R>;
  /** The main action, e.g. a `CreateButton`. */
  action?: ReactNode;
  /** Further tools of the list, before it. */
  tools?: ReactNode;
  /** A sentence under the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** Heading of a list, what it holds, and the drawers over it. */
export function ListFrame<R extends BaseRecord>({ title, query, action, tools, note, children }: FrameProps<R>) {
  usePageTitle(title);
  useHotkeys([{ keys: 'r', label: '刷新列表', run: () => void query.refetch() }]);
  const listed: ListedRows<R> = { rows: query.data?.data ?? [], isLoading: query.isLoading };
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        <div className="page-actions">
          <RefreshButton query={query} />
          {tools}
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
    Omit<DataTableProps<R>, 'table' | 'layout' | 'selection'> {
  /** Name of the resource on the wire. */
  resource: string;
  /** Search and filters, in their order. */
  filters: (list: ListFilters) => ReactNode;
  /** Acts on many rows at once; rows can be selected if there are any. */
  bulk?: ReadonlyArray<BulkVerb<R>>;
  /** Further things to do with chosen rows, e.g. a gift. */
  bulkMore?: (selection: Selection<R>) => ReactNode;
}

const noVerbs: readonly never[] = [];

/**
 * A list with pages: title, views, columns, search and filters, rows or cards, choosing, paging, drawers. What it asks is
 * in the address.
 */
export function ListPage<R extends BaseRecord>(props: ListProps<R>) {
  const { resource, title, action, note, filters, bulk = noVerbs, bulkMore, ...rows } = props;
  const { list: path } = useAddresses(resource);
  const table = useListTable<R>(resource);
  const views = useViews(resource, path);
  const layout = useListLayout(resource, views.open);
  const selection = useSelection<R>(resource, table, bulk.length > 0 || bulkMore !== undefined);
  const search = useRef<HTMLElement>(null);
  const lastPage = Math.ceil((table.tableQuery.data?.total ?? 0) / table.pageSize);
  const turn = (by: number) => {
    const page = table.currentPage + by;
    if (page >= 1 && page <= lastPage) table.setPage(page, table.pageSize);
  };
  useHotkeys([
    { keys: '/', label: '搜索这个列表', run: () => search.current?.querySelector('input')?.focus() },
    { keys: '[', label: '上一页', run: () => turn(-1) },
    { keys: ']', label: '下一页', run: () => turn(1) },
  ]);
  const { nameOf = (row: R) => String(row.id) } = rows;
  const titleOf = (field: string) => rows.columns.find(({ key }) => key === field)?.title || field;
  return (
    <ListFrame
      title={title}
      query={table.tableQuery}
      action={action}
      note={note}
      tools={
        <>
          <ExportButton resource={resource} title={title} />
          <ColumnsMenu columns={rows.columns} state={layout} />
          <ViewsMenu resource={resource} views={views} layout={layout} titleOf={titleOf} />
        </>
      }
    >
      <search className="filters" ref={search}>
        {filters(table)}
      </search>
      {selection.isWanted && (
        <BulkBar
          resource={resource}
          what={rows.what}
          selection={selection}
          verbs={bulk}
          nameOf={nameOf}
          total={table.tableQuery.data?.total ?? 0}
          more={bulkMore?.(selection)}
        />
      )}
      <LiveNote resource={resource} table={table} />
      <DataTable table={table} layout={layout.layout} {...(selection.isWanted && { selection })} {...rows} />
    </ListFrame>
  );
}

/** Opens the drawer that makes a new one, for who may. */
export function CreateButton({ resource, label }: { resource: string; label: string }) {
  const { open, addresses } = useDrawer(resource);
  const { data: access } = useCan({ resource, action: 'create' });
  const make = () => open(addresses.create);
  useHotkeys(access?.can ? [{ keys: 'n', label, run: make }] : []);
  return (
    <CanAccess resource={resource} action="create">
      <Button type="primary" icon={<PlusIcon />} onClick={make}>
        {label}
      </Button>
    </CanAccess>
  );
}
