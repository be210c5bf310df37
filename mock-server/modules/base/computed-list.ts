import type { ListCondition, ListRequest } from '#shared/contract/list';
import { searchForms } from '#shared/domain/typed';

type Value = string | number | null;

/** Answers of rows in memory what `readListPage` answers of a table. */
export function pageOfComputed<Row>(
  rows: readonly Row[],
  { offset, limit, sorts, conditions, q }: ListRequest,
  idOf: (row: Row) => string | number,
  isFound?: (row: Row, typed: string) => boolean,
): { list: Row[]; total: number; isEstimated: false } {
  if (q !== undefined && !isFound) throw new Error('This list has no search');
  const read = (row: Row, field: string): Value =>
    field === 'id' ? idOf(row) : plain((row as Record<string, unknown>)[field]);
  const matching = rows.filter(
    (row) =>
      conditions.every((condition) => satisfies(read(row, condition.field), condition)) &&
      (q === undefined || searchForms(q).some((typed) => isFound?.(row, typed))),
  );
  const last = sorts.at(-1)?.order ?? 'desc';
  const sorted = matching.sort((a, b) => {
    for (const { field, order } of [...sorts, { field: 'id', order: last }]) {
      const difference = compare(read(a, field), read(b, field));
      if (difference !== 0) return order === 'asc' ? difference : -difference;
    }
    return 0;
  });
  return { list: sorted.slice(offset, offset + limit), total: matching.length, isEstimated: false };
}

function plain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : Number(value);
}

/** Nothing stands before everything, as in SQLite. */
function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

function satisfies(value: Value, { operator, values }: ListCondition): boolean {
  const stored = values.map((item) => (typeof item === 'boolean' ? Number(item) : item));
  const [first = null, second = null] = stored;
  if (operator === 'null') return (value === null) === (first === 1);
  const isAny = value !== null && stored.some((item) => String(item) === String(value));
  if (operator === 'ne' || operator === 'nin') return !isAny;
  if (operator === 'eq' || operator === 'in') return isAny;
  if (value === null) return false;
  const text = String(value).toLowerCase();
  const sought = String(first).toLowerCase();
  switch (operator) {
    case 'like':
      return text.includes(sought);
    case 'startswith':
      return text.startsWith(sought);
    case 'gt':
      return compare(value, first) > 0;
    case 'gte':
      return compare(value, first) >= 0;
    case 'lt':
      return compare(value, first) < 0;
    case 'lte':
      return compare(value, first) <= 0;
    case 'between':
      return compare(value, first) >= 0 && compare(value, second) <= 0;
  }
}
