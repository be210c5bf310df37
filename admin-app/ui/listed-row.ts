import { useRef } from 'react';
import { useOutletContext, useParams } from 'react-router';

/** What a list hands to its drawers. */
export interface ListedRows<R> {
  rows: readonly R[];
  isLoading: boolean;
}

/**
 * The row whose id stands in the address, of records that have no call of their own. It stays when an act takes it out
 * of the filtered list; undefined when the list never had it.
 */
export function useListedRow<R extends { id: string }>(): { row: R | undefined; isLoading: boolean } {
  const { id } = useParams();
  const { rows, isLoading } = useOutletContext<ListedRows<R>>();
  const seen = useRef<R>(undefined);
  const listed = rows.find((row) => row.id === id);
  if (listed) seen.current = listed;
  return { row: listed ?? (seen.current?.id === id ? seen.current : undefined), isLoading };
}
