import { expect, it } from 'vitest';
import { readTable, TableFault, textOfTable } from './csv-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const cellsOf = (text: string) => readTable(text).rows.map(({ cells }) => cells);

it('reads what spreadsheets write: marks, line ends, separators, quotes that hold all of these', () => {
  const excel = textOfTable(utf8('\uFEFF编号,昵称\r\n1,"林 ""工"""\r\n\r\n2,"两\r\n行,一格"\r\n3,\r\n'));
  expect(readTable(excel)).toEqual({
    headings: ['编号', '昵称'],
    rows: [
      { line: 2, cells: ['1', '林 "工"'] },
      { line: 4, cells: ['2', '两\r\n行,一格'] },
      { line: 6, cells: ['3', ''] },
    ],
  });
  expect(cellsOf('a;b\n1,5;2')).toEqual([['1,5', '2']]);
  expect(cellsOf('a\tb\n1\t"x\ty"')).toEqual([['1', 'x\ty']]);
  expect(cellsOf('sep=;\na;b\n1;2,3')).toEqual([['1', '2,3']]);
  expect(cellsOf('a,b\r1,""\r2,""""')).toEqual([
    ['1', ''],
    ['2', '"'],
  ]);
  // Short rows end in empty cells, and empty columns at their end are none.
  expect(cellsOf('a,b\n1\n2,3,,')).toEqual([
    ['1', ''],
    ['2', '3'],
  ]);
});

it('reads Chinese of Excel as it is saved in China, and of UTF-16', () => {
  const gb = Uint8Array.from([0xc8, 0xc8, 0xb4, 0xca, 0x0a, 0xd6, 0xd0, 0xb9, 0xfa]);
  expect(readTable(textOfTable(gb))).toEqual({ headings: ['热词'], rows: [{ line: 2, cells: ['中国'] }] });
  const wide = Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from([0x70ed, 0x0a, 0x8bcd]).buffer)]);
  expect(readTable(textOfTable(wide)).headings).toEqual(['热']);
});

it('says what is wrong with a file', () => {
  const fault = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      if (error instanceof TableFault) return error.message;
    }
    return undefined;
  };
  expect(fault(() => readTable('a,b\n1,"open'))).toBe('第 2 行的引号没有结束');
  expect(fault(() => readTable('a,b\n1,2,3'))).toBe('第 2 行有 3 列，表头只有 2 列，请检查逗号和引号');
  expect(fault(() => readTable('a,b\n\n'))).toContain('没有内容');
  expect(fault(() => textOfTable(Uint8Array.from([0x50, 0x4b, 3, 4])))).toContain('另存为 CSV');
});
