import { expect, it } from 'vitest';
import { importables } from '#shared/contract/import-desk';
import { guessColumns, readImportFile } from './import-file.ts';

it('knows columns by the headings of exports, each field once', () => {
  const { fields } = importables.products;
  expect(guessColumns(['编号', '名称', '价格 (元)', 'position', '已售', '名称'], fields)).toEqual([
    ...['id', 'title', 'price', 'position', '', ''],
  ]);
  expect(guessColumns(['ID', '类型'], fields)).toEqual(['id', '']);
});

it('reads a file that was chosen, or says why not', async () => {
  const file = (text: string) => new File([text], '热词.csv');
  expect(await readImportFile(file('\uFEFF热词\r\n天台\r\n'))).toMatchObject({
    ...{ name: '热词.csv', headings: ['热词'], rows: [{ line: 2, cells: ['天台'] }] },
  });
  await expect(readImportFile(file(`热词\n${'词\n'.repeat(10_001)}`))).rejects.toThrow('一个文件最多 10,000 行');
  await expect(readImportFile(file('热词\n'))).rejects.toThrow('没有内容');
});
