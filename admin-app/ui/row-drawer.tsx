import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ListDrawer } from './list-drawer.tsx';
import { useListedRow } from './listed-row.ts';
import { Empty } from './parts.tsx';
import { usePageTitle } from './use-page-title.ts';

interface Props<R> {
  list: `/${string}`;
  /** What the rows are, e.g. 退款单. */
  what: string;
  titleOf: (row: R) => string;
  children: (row: R) => ReactNode;
  footer?: (row: R) => ReactNode;
}

/** A drawer over one row of the list behind it. */
export function RowDrawer<R extends { id: string }>({ list, what, titleOf, children, footer }: Props<R>) {
  const { row, isLoading } = useListedRow<R>();
  const title = row ? titleOf(row) : what;
  usePageTitle(title);
  return (
    <ListDrawer list={list} title={title} footer={row && footer?.(row)}>
      {row && children(row)}
      {!row && isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {!row && !isLoading && (
        <Empty sentence={`这份${what}不在当前列表里。`} action={<Link to={list}>查看全部{what}</Link>} />
      )}
    </ListDrawer>
  );
}
