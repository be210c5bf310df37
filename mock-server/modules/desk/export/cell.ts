import { day, startOfDayKey, toChinaTime } from '#shared/domain/time';

/**
 * Value of a cell: `at` is a time in epoch milliseconds, `day` a date (`2026-11-22`), `fen` an amount in fen. Formats
 * with such types write them as date and number.
 */
export type Cell = string | number | null | { at: number } | { day: string } | { fen: number };

/** A cell as text; empty for null. */
export function textOfCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('at' in cell) return toChinaTime(cell.at);
  return 'day' in cell ? cell.day : String(cell.fen / 100);
}

/** Days from 1899-12-30, the epoch of spreadsheets, to 1970-01-01. */
const daysTo1970 = 25_569;
const chinaAhead = 8 / 24;

/** Serial date of spreadsheets: days since 1899-12-30, in China time. */
export function spreadsheetDay(at: number): number {
  return at / day + chinaAhead + daysTo1970;
}

export function spreadsheetDayOf(dayKey: string): number {
  return Math.round(spreadsheetDay(startOfDayKey(dayKey)));
}
