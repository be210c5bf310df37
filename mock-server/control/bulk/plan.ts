/** Rows of a large scenario, inserted by SQL: making a million through the services would take hours. */
export interface BulkPlan {
  /** Tables that get most rows: their indexes are made after the rows. */
  tables: readonly string[];
  steps: readonly BulkStep[];
  /** Bytes of disk that the finished template needs, about. */
  bytes: number;
}

/**
 * Statements that are run slice by slice. Their parameters: `:from` and `:to`, the numbers of the rows of a slice
 * without `:to`, and `:now`, milliseconds.
 */
export interface BulkStep {
  /** Chinese words for progress. */
  title: string;
  /** Number of rows of all slices; each row has a number `n` from 0 on. */
  rows: number;
  statements: readonly string[];
}

/** The rows of a slice, as a table `numbers` with the column `n`. */
export const numbers =
  'WITH RECURSIVE numbers (n) AS (SELECT :from UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :to)';

/** SQL for a whole number from 0 up to and without `limit` that looks like chance and is the same for the same `n`. */
export const chance = (salt: number, limit: number, n = 'n'): string =>
  `((${n} + ${salt * 7919}) * 2654435761 % 4294967296 / 64 % ${limit})`;

/** SQL for one of the texts, as by {@link chance}. */
export const pick = (texts: readonly string[], salt: number, n = 'n'): string =>
  `json_extract('${JSON.stringify(texts)}', '$[' || ${chance(salt, texts.length, n)} || ']')`;

/** SQL for the id of a row. @param n its number, as SQL */
export const idOf = (prefix: string, n: string): string => `'${prefix}_' || printf('%010d', ${n})`;

/** An insert of a slice's rows. @param values SQL by column */
export function insert(table: string, values: Readonly<Record<string, string>>, from = 'numbers'): string {
  const columns = Object.keys(values).map((column) => `"${column}"`);
  return `${numbers} INSERT INTO "${table}" (${columns.join(', ')}) SELECT ${Object.values(values).join(', ')} FROM ${from}`;
}
