import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ShelvedPictures } from '../../../../data/gallery-shelf';

interface Neighbours {
  /** A stretch of the list around the picture, or the picture alone. */
  ids: readonly number[];
  index: number;
  place: { at: number; total: number } | undefined;
}

/** Pictures on both sides that the stage knows, and from how many before the last known one on more is read. */
const reach = 12;
const readAhead = 5;

const never = () => () => undefined;

/** The pictures before and after one in the list it was opened from, also those whose cards are not read yet. */
export function useNeighbours(id: number, shelved: ShelvedPictures | undefined): Neighbours {
  const list = shelved?.list;
  const state = useSyncExternalStore(list?.subscribe ?? never, () => list?.get());
  const at = list?.indexOf(id) ?? -1;
  const count = state?.count ?? 0;
  // The stretch moves in leaps, so that leafing changes it rarely.
  const leap = Math.floor(at / reach);

  useEffect(() => {
    if (!list || at < 0) return;
    list.need(at - 2, at + reach);
    if (at + readAhead >= count) void list.loadMore();
  }, [list, at, count]);

  return useMemo(() => {
    if (!list || at < 0) return { ids: [id], index: 0, place: undefined };
    const first = Math.max(0, (leap - 1) * reach);
    const ids = list.boxes.ids.slice(first, Math.min(count, (leap + 2) * reach));
    return { ids, index: at - first, place: { at, total: Math.max(state?.total ?? 0, count) } };
  }, [list, id, at, leap, count, state?.total]);
}
