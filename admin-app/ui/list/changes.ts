interface Listed {
  id?: unknown;
}

interface Answer {
  data: readonly Listed[];
  total: number;
}

/**
 * Number of rows of a list that are new, changed or gone between two answers to the same query. Changes on other pages
 * show in the total alone.
 */
export function countChanges(before: Answer, now: Answer): number {
  const known = new Map(before.data.map((row) => [String(row.id), JSON.stringify(row)]));
  const isOther = (row: Listed) => known.get(String(row.id)) !== JSON.stringify(row);
  const here = now.data.filter(isOther).length;
  return Math.max(here, Math.abs(now.total - before.total));
}
