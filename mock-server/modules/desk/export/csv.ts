import { type Cell, textOfCell } from './cell.ts';

/**
 * Pattern of texts that spreadsheet programs would change: formulas, also with full-width signs, and numbers with more
 * digits than they store. It includes apostrophes before them, so that guarded texts are read back exactly.
 */
const risky = "'*(?:[=+\\-@\\t\\r＝＋－＠]|\\d{12,}$)";
const needsGuard = new RegExp(`^${risky}`);
const guard = new RegExp(`^'(?=${risky})`);

/** A line of CSV. Nothing in it is a formula for who opens it: such a text stands behind an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Removes the guarding apostrophe from a text of our CSV. */
export function unguarded(text: string): string {
  return text.replace(guard, '');
}

function csvCell(cell: Cell): string {
  const plain = textOfCell(cell);
  if (typeof cell !== 'string') return plain;
  const text = needsGuard.test(plain) ? `'${plain}` : plain;
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tells Excel that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';
