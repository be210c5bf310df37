import { Readable } from 'node:stream';
import { type ZipEntry, zipStream } from '../zip-stream.ts';
import type { Cell } from './columns.ts';

/** A sheet of Excel holds no more. */
export const mostSheetRows = 1_048_576;
const mostCharacters = 32_767;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const part = `${office}/officeDocument/2006/relationships`;
const main = `${office}/spreadsheetml/2006/main`;
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What a workbook of one sheet consists of, besides the sheet. */
const files: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${part}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${part}"><sheets><sheet name="导出" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${part}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/**
 * A workbook as a stream: what is in memory is the batch of rows under way. Texts are texts and never formulas. Written
 * here and not by a library: the one that streams (exceljs) has not been kept since 2023, the kept ones hold all rows.
 * @param at the time its files carry
 */
export function xlsxStream(batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>, at: Date): AsyncGenerator<Buffer> {
  return zipStream(entriesOf(batches), at);
}

async function* entriesOf(batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>): AsyncGenerator<ZipEntry> {
  for (const [name, text] of Object.entries(files))
    yield { name, chunks: Readable.from([Buffer.from(`${head}${text}`)]), isCompressed: true };
  yield { name: 'xl/worksheets/sheet1.xml', chunks: sheet(batches), isCompressed: true };
}

async function* sheet(batches: AsyncIterable<ReadonlyArray<readonly Cell[]>>): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
  );
  for await (const rows of batches)
    yield Buffer.from(rows.map((cells) => `<row>${cells.map(xlsxCell).join('')}</row>`).join(''));
  yield Buffer.from('</sheetData></worksheet>');
}

function xlsxCell(cell: Cell): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, mostCharacters))}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What XML has no place for: control characters but for three, and halves of letters. */
const unfit = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

function escaped(text: string): string {
  return text.replace(unfit, '').replace(/[&<>]/g, (letter) => entities[letter] ?? letter);
}
