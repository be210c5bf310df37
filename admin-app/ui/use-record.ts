import { type BaseRecord, type HttpError, useOne } from '@refinedev/core';
import { useRef } from 'react';
import { useOutletContext } from 'react-router';

/** Rows that a list passes to its drawers. */
export interface ListedRows<R> {
  rows: readonly R[];
  isLoading: boolean;
}

/**
 * One record by its own call, whatever the list behind shows: links to it hold under every filter, and it stays when an
 * act takes it out of the list.
 */
export function useRecord<R extends BaseRecord>(resource: string, id: string) {
  const listed = useOutletContext<ListedRows<R> | undefined>();
  const { query } = useOne<R, HttpError>({
    resource,
    id,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  // The listed row stands in when the call fails for another reason than that the record is gone.
  const isGone = query.error?.statusCode === 404 && query.error.reason !== 'request.not_found';
  const known = isGone ? undefined : listed?.rows.find((row) => String(row.id) === id);
  const found = query.data?.data ?? (query.error ? known : undefined);
  const seen = useRef<R>(undefined);
  if (found) seen.current = found;
  const row = found ?? (!isGone && String(seen.current?.id) === id ? seen.current : undefined);
  return { row, isLoading: query.isLoading, error: row ? null : query.error, isGone, refetch: query.refetch };
}
