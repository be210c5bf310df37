import { Readable } from 'node:stream';
import { type ZipEntry, zipStream } from '../../base/zip-stream.ts';
import { type Cell, spreadsheetDay, spreadsheetDayOf } from './cell.ts';

/** A sheet of Excel holds no more. */
export const mostSheetRows = 1_048_576;
const mostCharacters = 32_767;

/** Heading and kind of a column; the kind decides the width. The format of a cell depends on its value. */
export interface SheetColumn {
  heading: string;
  kind: 'text' | 'number' | 'time' | 'money';
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const part = `${office}/officeDocument/2006/relationships`;
const main = `${office}/spreadsheetml/2006/main`;
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes of `cellXfs` in the styles below. */
const style = { head: 1, time: 2, day: 3, money: 4, text: 5 } as const;
const formats = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>',
  ...[164, 165, 4, 49].map(
    (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
];
const fonts = '<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>';
const styles = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2">${fonts}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Files of a workbook of one sheet, besides the sheet. */
const files: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${part}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${part}"><sheets><sheet name="导出" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${part}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${part}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles,
};

/**
 * Streams a workbook; only one batch of rows is in memory. Texts are never formulas, times are dates in China time,
 * amounts are numbers in yuan. Written here because the streaming library (exceljs) has not been maintained since 2023
 * and the maintained ones hold all rows in memory.
 * @param at modification time of the files in the archive
 */
export function xlsxStream(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>,
  at: Date,
): AsyncGenerator<Buffer> {
  return zipStream(entriesOf(columns, batches), at);
}

async function* entriesOf(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>,
): AsyncGenerator<ZipEntry> {
  for (const [name, text] of Object.entries(files))
    yield { name, chunks: Readable.from([Buffer.from(`${head}${text}`)]), isCompressed: true };
  yield { name: 'xl/worksheets/sheet1.xml', chunks: sheet(columns, batches), isCompressed: true };
}

async function* sheet(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>,
): AsyncGenerator<Buffer> {
  const widths = columns.map(
    (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  );
  yield Buffer.from(
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`,
  );
  const letters = columns.map((_, index) => columnLetters(index));
  let number = 1;
  const line = (cells: readonly Cell[], format: (cell: Cell, place: string) => string): string => {
    const row = number++;
    if (row > mostSheetRows) throw new Error('the list has more rows than a sheet can hold');
    return `<row r="${row}">${cells.map((cell, index) => format(cell, `${letters[index]}${row}`)).join('')}</row>`;
  };
  const headings = columns.map(({ heading }) => heading);
  yield Buffer.from(line(headings, (cell, place) => textCell(String(cell), place, style.head)));
  for await (const rows of batches) yield Buffer.from(rows.map((cells) => line(cells, xlsxCell)).join(''));
  yield Buffer.from('</sheetData></worksheet>');
}

function xlsxCell(cell: Cell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return textCell(cell, place, style.text);
  if ('at' in cell) return `<c r="${place}" s="${style.time}"><v>${spreadsheetDay(cell.at)}</v></c>`;
  if ('day' in cell) return `<c r="${place}" s="${style.day}"><v>${spreadsheetDayOf(cell.day)}</v></c>`;
  return `<c r="${place}" s="${style.money}"><v>${cell.fen / 100}</v></c>`;
}

function textCell(text: string, place: string, format: number): string {
  const shown = escaped(text.slice(0, mostCharacters));
  return `<c r="${place}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

/** Column width in characters of the default font; a Chinese character counts as two. */
function widthOf({ heading, kind }: SheetColumn): number {
  const least = { text: 16, number: 10, time: 20, money: 12 }[kind];
  return Math.max(least, heading.length * 2 + 2);
}

/** Column letters `A` … `Z`, `AA` … of an index from 0. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot hold: control characters but for three, and single surrogates. */
const unfit = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

function escaped(text: string): string {
  return text.replace(unfit, '').replace(/[&<>]/g, (letter) => entities[letter] ?? letter);
}
