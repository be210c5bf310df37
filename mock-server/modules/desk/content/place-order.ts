import type { Db } from '../../base/store.ts';
import { placesOf, updateHotWord, updateMaterial } from './content.repository.ts';

type Ordered = 'hot_word' | 'material';

/** Puts one row at a place among all, and numbers them anew. */
export async function putAt(tx: Db, table: Ordered, id: string, place: number): Promise<void> {
  const others = (await placesOf(tx, table)).filter((row) => row.id !== id);
  const at = Math.min(place, others.length);
  const order = [...others.slice(0, at).map((row) => row.id), id, ...others.slice(at).map((row) => row.id)];
  for (const [next, each] of order.entries()) {
    if (others.some((row) => row.id === each && row.place === next)) continue;
    if (table === 'hot_word') await updateHotWord(tx, Number(each), { place: next });
    else await updateMaterial(tx, each, { place: next });
  }
}

/** The place before another row, or the last one; undefined where there is no such row. */
export async function placeBefore(
  tx: Db,
  table: Ordered,
  id: string,
  beforeId: string | null,
): Promise<number | undefined> {
  const others = (await placesOf(tx, table)).filter((row) => row.id !== id);
  if (beforeId === null) return others.length;
  const at = others.findIndex((row) => row.id === beforeId);
  return at < 0 ? undefined : at;
}
