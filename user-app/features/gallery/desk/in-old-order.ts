/**
 * Brings pictures that were put in again back to where they stood.
 * @param order all ids before they were taken out
 * @param move brings a picture before another one; before null is at the end
 */
export async function inOldOrder(
  ids: readonly number[],
  order: readonly number[],
  move: (pictureId: number, before: number | null) => Promise<unknown>,
): Promise<void> {
  const taken = new Set(ids);
  // From the end, so that each one finds its neighbour in place.
  for (const [place, pictureId] of [...order.entries()].toReversed())
    if (taken.has(pictureId)) await move(pictureId, order[place + 1] ?? null);
}
