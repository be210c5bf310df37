import { getDefaultSortOrder } from '@refinedev/antd';
import type { BaseRecord, GetListResponse } from '@refinedev/core';
import { Button, Checkbox, Grid, Pagination, Skeleton, Table, type TableColumnType, type TableProps } from 'antd';
import type { TableRowSelection } from 'antd/es/table/interface';
import type { ReactNode } from 'react';
import { pageSizes } from '../providers/router.ts';
import { formatNumber, formatTotal } from './format.ts';
import { HeadBox } from './list/head-box.tsx';
import { type Density, type ListLayout, shownColumns } from './list/list-layout.ts';
import type { Selection } from './list/use-selection.ts';
import { Empty, LoadFailure } from './parts.tsx';
import type { ListQuery, ListTable } from './use-list-table.ts';

export interface DataColumn<R> {
  /** Also the name the server sorts by. */
  key: string;
  title: string;
  render: (row: R) => ReactNode;
  width?: number;
  /** Figures stand at the right, one digit under the other. */
  isFigure?: boolean;
  /** The title becomes a button. */
  isSortable?: boolean;
  /** Stays in sight while the others scroll. */
  pinned?: 'left' | 'right';
}

export interface RowProps<R extends BaseRecord> {
  /** Chinese name of the rows, e.g. 账号; for sentences and for screen readers. */
  what: string;
  columns: ReadonlyArray<DataColumn<R>>;
  /** One row as a card, for phones. */
  card: (row: R) => ReactNode;
}

export interface DataTableProps<R extends BaseRecord> extends RowProps<R> {
  table: ListTable<R>;
  emptySentence: string;
  /** Columns as somebody arranged them. */
  layout?: ListLayout;
  /** Rows can be chosen. */
  selection?: Selection<R>;
  /** Name of a row, for screen readers and reports; its id when absent. */
  nameOf?: (row: R) => string;
}

/** A dense table with every state it can be in; cards on phones. */
export function DataTable<R extends BaseRecord>({ table, emptySentence, layout, ...rows }: DataTableProps<R>) {
  const isWide = Grid.useBreakpoint().md ?? true;
  const { tableQuery, sorters, pageSize } = table;
  const lastPageOf = (total: number) => Math.max(1, Math.ceil(total / pageSize));
  const emptyOf = (total: number) =>
    total > 0 ? (
      <Empty
        sentence={`没有第 ${formatNumber(table.currentPage)} 页：一共 ${formatNumber(total)} 条，分 ${formatNumber(lastPageOf(total))} 页。`}
        action={<Button onClick={() => table.setPage(lastPageOf(total), pageSize)}>看最后一页</Button>}
      />
    ) : table.filters.length > 0 ? (
      <Empty
        sentence={`没有符合条件的${rows.what}。`}
        action={<Button onClick={table.clearFilters}>清除筛选</Button>}
      />
    ) : (
      <Empty sentence={emptySentence} />
    );

  return (
    <Loaded what={rows.what} query={tableQuery}>
      {({ data, total, isEstimated = false }) => (
        <>
          <DataRows
            {...rows}
            {...(layout && { columns: shownColumns(rows.columns, layout), density: layout.density })}
            rows={data}
            empty={emptyOf(total)}
            isFetching={tableQuery.isFetching}
            sorters={sorters}
            onChange={(_page, _filters, sorter) => {
              const [first] = [sorter].flat();
              if (first?.order && first.columnKey !== undefined)
                table.setSorters([
                  { field: String(first.columnKey), order: first.order === 'ascend' ? 'asc' : 'desc' },
                ]);
            }}
          />
          {total > 0 && data.length > 0 && (
            <div className="table-foot">
              <span className="quiet figures">{formatTotal(total, isEstimated)}</span>
              <Pagination
                current={table.currentPage}
                pageSize={pageSize}
                total={total}
                size="small"
                simple={!isWide}
                showSizeChanger={isWide}
                pageSizeOptions={pageSizes}
                onChange={table.setPage}
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

interface LoadedProps<R extends BaseRecord> {
  what: string;
  query: ListQuery<R>;
  children: (answer: GetListResponse<R>) => ReactNode;
}

/** Shows a skeleton or the failure until there is an answer; if a refresh fails, the old answer under a notice. */
export function Loaded<R extends BaseRecord>({ what, query, children }: LoadedProps<R>) {
  const { data, error, refetch } = query;
  if (!data) {
    if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
    return (
      <div className="table-waiting" role="status" aria-label={`正在加载${what}`}>
        <Skeleton active title={false} paragraph={{ rows: 10, width: '100%' }} />
      </div>
    );
  }
  return (
    <>
      {error && (
        <p className="stale" role="alert">
          刷新失败：{error.message}。下面是之前的内容。
        </p>
      )}
      {children(data)}
    </>
  );
}

interface AllRowsProps<R extends BaseRecord> extends RowProps<R> {
  rows: readonly R[];
  empty: ReactNode;
  isFetching: boolean;
  density?: Density;
  selection?: Selection<R>;
  nameOf?: (row: R) => string;
  sorters?: ListTable<R>['sorters'];
  onChange?: TableProps<R>['onChange'];
}

/** The rows alone, for lists that are short and have no pages. */
export function DataRows<R extends BaseRecord>(props: AllRowsProps<R>) {
  const { what, rows, columns, card, empty, isFetching, density = 'normal', selection, sorters = [], onChange } = props;
  const { nameOf = (row: R) => String(row.id) } = props;
  const isWide = Grid.useBreakpoint().md ?? true;
  if (isWide) {
    return (
      <Table<R>
        className={`data-table is-${density}`}
        size="small"
        aria-label={what}
        dataSource={rows}
        rowKey="id"
        columns={columns.map((column) => ({
          ...antColumn(column),
          ...(column.isSortable && { sortOrder: getDefaultSortOrder(column.key, sorters) ?? null }),
        }))}
        loading={isFetching && { delay: 300 }}
        pagination={false}
        scroll={{ x: 'max-content' }}
        sticky
        showSorterTooltip={false}
        locale={{ emptyText: empty }}
        {...(onChange && { onChange })}
        {...(selection && { rowSelection: rowSelection(selection, nameOf) })}
      />
    );
  }
  if (rows.length === 0) return empty;
  return (
    <ul className="cards" aria-label={what} aria-busy={isFetching}>
      {rows.map((row) => (
        <li key={row.id} className={selection ? 'is-choosable' : undefined}>
          {selection && (
            <Checkbox
              aria-label={`选择 ${nameOf(row)}`}
              checked={selection.ids.includes(String(row.id))}
              onChange={() => selection.toggle(row)}
            />
          )}
          {card(row)}
        </li>
      ))}
    </ul>
  );
}

/** Choosing by boxes: one, with Shift a stretch, in the heading the whole page; over pages it adds up. */
function rowSelection<R extends BaseRecord>({ ids, rows, choose }: Selection<R>, nameOf: (row: R) => string) {
  const selection: TableRowSelection<R> = {
    selectedRowKeys: ids,
    preserveSelectedRowKeys: true,
    columnWidth: 40,
    fixed: true,
    columnTitle: (box) => <HeadBox box={box} />,
    getCheckboxProps: (row) => ({ 'aria-label': `选择 ${nameOf(row)}` }) as never,
    onChange: (keys, chosen) => {
      const known = new Map([...rows, ...chosen.filter(Boolean)].map((row) => [String(row.id), row]));
      choose(keys.flatMap((key) => known.get(String(key)) ?? []));
    },
  };
  return selection;
}

function antColumn<R>({ key, title, width, isFigure, isSortable, pinned, render }: DataColumn<R>): TableColumnType<R> {
  return {
    key,
    dataIndex: key,
    title,
    ...(width ? { width } : {}),
    ...(isFigure ? { align: 'right', className: 'figures' } : {}),
    ...(pinned ? { fixed: pinned } : {}),
    ...(isSortable ? { sorter: true, sortDirections: ['descend', 'ascend', 'descend'] } : {}),
    render: (_value, row) => render(row),
  };
}
