import { type Cell, textOfCell } from './cell.ts';

/**
 * What programs would take for something else than the text it is: a formula, behind full-width signs too, and more
 * digits than they keep. Apostrophes before it count with it, so that what was guarded is read back exactly.
 */
const risky = "'*(?:[=+\\-@\\t\\r＝＋－＠]|\\d{12,}$)";
const needsGuard = new RegExp(`^${risky}`);
const guard = new RegExp(`^'(?=${risky})`);

/** A line of CSV. Nothing in it is a formula for who opens it: such a text stands behind an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A text of our CSV without the apostrophe that guards it. */
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
