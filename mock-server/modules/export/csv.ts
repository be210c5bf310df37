import type { Cell } from './columns.ts';

/** Excel takes a text that begins so for a formula. */
const formula = /^[=+\-@\t\r]/;

/** A line of CSV. Nothing in it is a formula for who opens it: such a text stands behind an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tells Excel that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';
