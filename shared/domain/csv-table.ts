/** Fault of a table, as a Chinese sentence for its author. */
export class TableFault extends Error {}

export interface TableRow {
  /** Of the file, where the row begins, from 1. */
  line: number;
  cells: string[];
}

export interface Table {
  headings: string[];
  rows: TableRow[];
}

const separators = [',', ';', '\t'] as const;

/**
 * The text of a file that a spreadsheet made: UTF-16 where its mark says so, UTF-8 with or without its mark, and else
 * GB18030, which Excel writes in China. Throws {@link TableFault} for what is none of them.
 */
export function textOfTable(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0x50 && second === 0x4b) throw new TableFault('这是 Excel 工作簿，请先在 Excel 里另存为 CSV，再选择');
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw new TableFault('看不懂这个文件的编码，请存为 UTF-8 的 CSV');
}

/**
 * The rows of a CSV text, one by one, empty ones left out: separated by comma, semicolon or tab, whichever its first line
 * has most of; fields in double quotes may hold separators, quotes and line breaks. Throws {@link TableFault} where a
 * quote is never closed.
 */
export function* tableRows(text: string): Generator<TableRow, void> {
  const named = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text);
  const start = named ? named[0].length : text.startsWith('\uFEFF') ? 1 : 0;
  const separator = named?.[1] ?? separatorOf(text, start);
  let line = named ? 2 : 1;
  for (let at = start; at < text.length; ) {
    const cells: string[] = [];
    const row = { line, cells };
    for (;;) {
      const cell = cellAt(text, at, separator, line);
      cells.push(cell.text);
      line += cell.breaks;
      at = cell.end;
      if (text[at] !== separator) break;
      at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
    if (cells.some((cell) => cell.trim() !== '')) yield row;
  }
}

/** The whole table. Throws {@link TableFault} for an empty one and for rows that are longer than its headings. */
export function readTable(text: string): Table {
  const rows: TableRow[] = [];
  let headings: string[] | undefined;
  for (const row of tableRows(text)) {
    if (headings) rows.push(fitted(row, headings.length));
    else headings = row.cells.map((cell) => cell.trim());
  }
  if (!headings || rows.length === 0) throw new TableFault('文件里没有内容：第一行是表头，下面每行一条');
  return { headings, rows };
}

/** A row with as many cells as there are headings. Throws {@link TableFault} where more of them hold something. */
export function fitted({ line, cells }: TableRow, columns: number): TableRow {
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    throw new TableFault(`第 ${line} 行有 ${cells.length} 列，表头只有 ${columns} 列，请检查逗号和引号`);
  return { line, cells: Array.from({ length: columns }, (_, index) => cells[index] ?? '') };
}

function separatorOf(text: string, start: number): string {
  const end = /[\r\n]/.exec(text.slice(start))?.index ?? text.length;
  const first = text.slice(start, start + end).replace(/"[^"]*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

interface Cell {
  text: string;
  end: number;
  breaks: number;
}

/** One cell from a place on, where it ends and how many line breaks it holds. */
function cellAt(text: string, start: number, separator: string, line: number): Cell {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    return { text: text.slice(start, end), end, breaks: 0 };
  }
  let close = start;
  do {
    close = text.indexOf('"', close + 1);
    if (close < 0) throw new TableFault(`第 ${line} 行的引号没有结束`);
    if (text[close + 1] !== '"') break;
    close++;
  } while (close < text.length);
  const quoted = text.slice(start + 1, close).replaceAll('""', '"');
  // Text behind a closing quote still belongs to the cell.
  const rest = cellAt(text, close + 1, separator, line);
  return { text: quoted + rest.text, end: rest.end, breaks: quoted.split('\n').length - 1 + rest.breaks };
}
