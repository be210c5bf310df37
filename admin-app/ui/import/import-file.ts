import { type Importable, idHeading, mostImportRows, mostImportText } from '#shared/contract/import-desk';
import { readTable, type Table, TableFault, textOfTable } from '#shared/domain/csv-table';
import { formatNumber } from '../format.ts';

/** A file as it was chosen: its text, which the server reads, and its rows, to look at. */
export interface ImportFile extends Table {
  name: string;
  text: string;
}

/** Bytes of a file; what is larger has too many characters in any encoding. */
const mostBytes = mostImportText * 4;

/** Reads a file that was chosen. Throws a sentence for who chose it. */
export async function readImportFile(file: File): Promise<ImportFile> {
  if (file.size > mostBytes) throw new TableFault('文件太大，请分成几个文件');
  const text = textOfTable(new Uint8Array(await file.arrayBuffer()));
  if (text.length > mostImportText) throw new TableFault('文件太大，请分成几个文件');
  const table = readTable(text);
  if (table.rows.length > mostImportRows)
    throw new TableFault(
      `一个文件最多 ${formatNumber(mostImportRows)} 行，这个有 ${formatNumber(table.rows.length)} 行，请分成几个文件`,
    );
  return { name: file.name, text, ...table };
}

/** Which field each column brings, as its heading says; an empty text for none. Each field is brought once. */
export function guessColumns(headings: readonly string[], fields: Importable['fields']): string[] {
  const names = new Map([
    ['id', 'id'],
    [idHeading, 'id'],
    ...Object.entries(fields).flatMap(([name, { heading }]) => [
      [name.toLowerCase(), name] as const,
      [plain(heading), name] as const,
    ]),
  ]);
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = names.get(plain(heading)) ?? '';
    if (name === '' || taken.has(name)) return '';
    taken.add(name);
    return name;
  });
}

const plain = (heading: string) =>
  heading.normalize('NFKC').replaceAll(/\s/g, '').replace('(元)', '（元）').toLowerCase();
