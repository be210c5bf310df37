import { startOfDayKey, toChinaTime } from '#shared/domain/time';

/** A moment, a day (`2026-11-22`) and an amount in fen are written as what they are where a format knows them. */
export type Cell = string | number | null | { at: number } | { day: string } | { fen: number };

/** A cell as a text that people read; the empty text for nothing. */
export function textOfCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('at' in cell) return toChinaTime(cell.at);
  return 'day' in cell ? cell.day : String(cell.fen / 100);
}

const dayMs = 86_400_000;
/** Days from the beginning of the calendar of spreadsheets to 1970. */
const daysTo1970 = 25_569;
const chinaAhead = 8 / 24;

/** A moment as spreadsheets count it: days since 1899-12-30, on clocks in China. */
export function spreadsheetDay(at: number): number {
  return at / dayMs + chinaAhead + daysTo1970;
}

export function spreadsheetDayOf(day: string): number {
  return Math.round(spreadsheetDay(startOfDayKey(day)));
}
