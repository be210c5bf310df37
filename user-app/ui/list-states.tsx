import type { ReactNode } from 'react';
import type { ServerList } from '../lib/server-list';
import { Button } from './button';
import { EmptyState } from './empty-state';
import { ListEnd } from './list-end';
import { Waiting } from './waiting';

interface ListStatesProps<T> {
  list: ServerList<T>;
  /** Measure word and name of a row: 个图集. */
  noun: string;
  /** Name of the rows in words of reading and of failing: 订单. */
  name?: string;
  /** Rows, and height of each in px, that stand while nothing has been read. */
  waiting?: { rows: number; height: number };
  /** Stands where there is nothing. */
  empty: ReactNode;
  /** The rows that are read. */
  children: (rows: readonly T[]) => ReactNode;
}

/** A list of the server in each of its states: being read, wrong, empty, full, at its end. */
export function ListStates<T>(props: ListStatesProps<T>) {
  const { list, noun, name = '', waiting = { rows: 2, height: 240 }, empty, children } = props;
  const { rows, error } = list;
  if (!rows)
    return error ? (
      <EmptyState drawing="broken" title={`${name}没有读到`} text={error.message}>
        <Button onClick={list.reload}>重试</Button>
      </EmptyState>
    ) : (
      <Waiting label={`正在读取${name}`} {...waiting} />
    );
  if (rows.length === 0 && !list.hasMore) return <>{empty}</>;
  return (
    <>
      {children(rows)}
      <ListEnd list={list} noun={noun} />
    </>
  );
}
