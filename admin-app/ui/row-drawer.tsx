import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ListDrawer } from './list-drawer.tsx';
import { useListedRow } from './listed-row.ts';
import { Empty } from './parts.tsx';

interface ListedProps<R> {
  list: `/${string}`;
  /** What the rows are, e.g. 退款单. */
  what: string;
  /** The drawer over the row. */
  children: (row: R) => ReactNode;
}

/** The listed row whose id is in the address; a skeleton while the list loads, a notice if it has no such row. */
export function ListedRow<R extends { id: string }>({ list, what, children }: ListedProps<R>) {
  const { row, isLoading } = useListedRow<R>();
  if (row) return children(row);
  return (
    <ListDrawer list={list} title={what}>
      {isLoading ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Empty sentence={`当前列表里没有要找的${what}。`} action={<Link to={list}>查看全部{what}</Link>} />
      )}
    </ListDrawer>
  );
}

interface Props<R> extends ListedProps<R> {
  titleOf: (row: R) => string;
  footer?: (row: R) => ReactNode;
}

/** A drawer over one row of the list behind it. */
export function RowDrawer<R extends { id: string }>({ list, what, titleOf, children, footer }: Props<R>) {
  return (
    <ListedRow<R> list={list} what={what}>
      {(row) => (
        <ListDrawer list={list} title={titleOf(row)} footer={footer?.(row)}>
          {children(row)}
        </ListDrawer>
      )}
    </ListedRow>
  );
}
