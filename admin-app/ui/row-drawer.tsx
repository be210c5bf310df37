import type { BaseRecord } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { ListDrawer } from './list-drawer.tsx';
import { Empty, LoadFailure } from './parts.tsx';
import { useAddresses } from './use-addresses.ts';
import { useRecord } from './use-record.ts';

interface RecordProps<R> {
  /** Name of the resource on the wire. */
  resource: string;
  /** Chinese name of the records, e.g. 退款单. */
  what: string;
  /** The drawer over the record. */
  children: (row: R) => ReactNode;
}

/** The record whose id is in the address; a skeleton while it loads, a notice if there is none. */
export function OneRecord<R extends BaseRecord>({ resource, what, children }: RecordProps<R>) {
  const { id = '' } = useParams();
  const addresses = useAddresses(resource);
  const { row, isLoading, error, isGone, refetch } = useRecord<R>(resource, id);
  if (row) return children(row);
  return (
    <ListDrawer resource={resource} title={what} isWaiting>
      {isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {isGone && (
        <Empty
          sentence={`没有找到这条${what}，可能已经删除，或链接不完整。`}
          action={<Link to={addresses.list}>查看全部{what}</Link>}
        />
      )}
      {error && !isGone && <LoadFailure error={error} onRetry={() => void refetch()} />}
    </ListDrawer>
  );
}

interface Props<R> extends RecordProps<R> {
  titleOf: (row: R) => string;
  footer?: (row: R) => ReactNode;
}

/** A drawer over one record of a list. */
export function RowDrawer<R extends BaseRecord>({ resource, what, titleOf, children, footer }: Props<R>) {
  return (
    <OneRecord<R> resource={resource} what={what}>
      {(row) => (
        <ListDrawer resource={resource} title={titleOf(row)} footer={footer?.(row)}>
          {children(row)}
        </ListDrawer>
      )}
    </OneRecord>
  );
}
