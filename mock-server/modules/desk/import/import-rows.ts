import type { Importable, ImportField } from '#shared/contract/import-desk';
import { normalizePhone } from '#shared/domain/phone';
import { foldNumber } from '#shared/domain/typed';
import { ProductError } from '#shared/errors';
import { textOfCell } from '../export/cell.ts';
import type { Column } from '../export/columns.ts';
import { unguarded } from '../export/csv.ts';

/** A record as exports show it. */
export interface Present {
  version: number;
  name: string;
  cells: Readonly<Record<string, string>>;
}

/** Cells of a row by the names of fields; fields without a column are missing. */
export type RowCells = Readonly<Record<string, string>>;

/** Text of a cell without the guard of exports and the blanks around it. */
export function meant(cell: string): string {
  return unguarded(cell).trim();
}

/** The fields of a record as texts, as an export would write them. */
export function presentOf(row: object, columns: readonly Column[], nameField: string): Present {
  const values = row as Record<string, unknown>;
  return {
    version: Number(values.version),
    name: String(values[nameField] ?? ''),
    cells: Object.fromEntries(columns.map((column) => [column.field, textOfCell(column.read(values))])),
  };
}

/** Fields of a row that say something else than the record does; for a new record those that say anything. */
export function differing(fields: Importable['fields'], cells: RowCells, present: Present | undefined): string[] {
  return Object.keys(fields).filter((name) => {
    const cell = cells[name];
    if (cell === undefined) return false;
    const field = fields[name] as ImportField;
    if (present && field.isForNew && meant(cell) === '') return false;
    const now = present?.cells[name] ?? '';
    return cell !== now && !isSame(field, meant(cell), meant(now));
  });
}

/** Programs write numbers and flags in other ways than ours. */
function isSame(field: ImportField, cell: string, now: string): boolean {
  if (cell === now) return true;
  if (cell === '' || now === '') return false;
  try {
    return valueIn(field, cell) === valueIn(field, now);
  } catch {
    return false;
  }
}

const yes = new Set(['是', 'true', 'yes', '1', '真']);
const no = new Set(['否', 'false', 'no', '0', '假']);

/** The value of a cell: a text, a number, fen, or a flag; null for an empty one. Throws a sentence for who reads it. */
export function valueIn({ kind, heading, canBeEmpty }: ImportField, cell: string): string | number | boolean | null {
  if (cell === '' && !canBeEmpty) throw invalid(`「${heading}」不能为空`);
  if (cell === '') return null;
  if (kind === 'text') return cell;
  if (kind === 'flag') {
    const word = cell.toLowerCase();
    if (yes.has(word)) return true;
    if (no.has(word)) return false;
    throw invalid(`「${heading}」请填 是 或 否`);
  }
  const digits = foldNumber(cell);
  if (kind === 'number') {
    if (!/^\d{1,9}$/.test(digits)) throw invalid(`「${heading}」请填整数`);
    return Number(digits);
  }
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(digits)) throw invalid(`「${heading}」请填金额，最多两位小数`);
  return Math.round(Number(digits) * 100);
}

/** Key that may occur only once in a file; undefined when the row lacks a part of it. */
export function uniqueKey(unique: readonly string[], cells: RowCells): string | undefined {
  const parts = unique.map((name) => meant(cells[name] ?? ''));
  if (parts.length === 0 || parts.includes('')) return undefined;
  return JSON.stringify(parts.map((part, index) => (unique[index] === 'phoneNo' ? normalizePhone(part) : part)));
}

/** A row that cannot be taken, with the sentence that says why. */
export function invalid(sentence: string): ProductError {
  return new ProductError('request.invalid', { fields: { row: [sentence] } });
}

/** Sentence for a refused row: those of its fields, else that of the refusal. */
export function sentenceOf({ fields, message }: ProductError): string {
  const said = Object.values(fields ?? {}).flat();
  return said.length > 0 ? said.join('；') : message;
}
