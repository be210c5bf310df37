import type { Db } from '../../base/store.ts';
import { placesOf, type StoredId, type TableName, updateStored } from './record-kit.repository.ts';

/** Puts one row at a place among all, and numbers them anew. */
export async function putAt(tx: Db, table: TableName, id: StoredId, place: number): Promise<void> {
  const others = (await placesOf(tx, table)).filter((row) => row.id !== id);
  const at = Math.min(place, others.length);
  const order = [...others.slice(0, at).map((row) => row.id), id, ...others.slice(at).map((row) => row.id)];
  for (const [next, each] of order.entries()) {
    if (others.some((row) => row.id === each && row.place === next)) continue;
    await updateStored(tx, table, each, { place: next } as never);
  }
}

/** The place before another row, or the last one where `beforeId` is null; undefined where there is no such row. */
export async function placeBefore(
  tx: Db,
  table: TableName,
  id: StoredId,
  beforeId: string | null,
): Promise<number | undefined> {
  const others = (await placesOf(tx, table)).filter((row) => row.id !== id);
  if (beforeId === null) return others.length;
  const at = others.findIndex((row) => String(row.id) === beforeId);
  return at < 0 ? undefined : at;
}

/** The place behind the last row. */
export async function placeBehind(tx: Db, table: TableName): Promise<number> {
  return ((await placesOf(tx, table)).at(-1)?.place ?? -1) + 1;
}
