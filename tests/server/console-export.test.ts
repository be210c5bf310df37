import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { unwrap } from '#shared/contract/coerce';
import { Instant } from '#shared/contract/fields';
import { readTable } from '#shared/domain/csv-table';
import { textOfCell } from '../../mock-server/modules/desk/export/cell.ts';
import { columnsOf } from '../../mock-server/modules/desk/export/columns.ts';
import { csvLine, unguarded } from '../../mock-server/modules/desk/export/csv.ts';
import { type Member, startTestServer, type TestServer } from '../support/server.ts';
import { ordersOf } from '../support/server-orders.ts';
import type { Visitor } from '../support/server-visitor.ts';

const people = 450;
const risky = ['=1+1', '+8', '-2', '@sum', '\tx', '\rx', 'a,"b"\nc', `it's`];
let server: TestServer;
let admin: Visitor;
let facts: Parameters<TestServer['deps']['listExports']['begin']>[4];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('admin');
  await server.deps.store.transact(async (tx) => {
    for (let place = 0; place < people; place++)
      await server.deps.accounts.create(tx, {
        phoneNo: `1370000${String(place).padStart(4, '0')}`,
        nickName: risky[place] ?? `第${place}人`,
      });
  });
  facts = { requestId: 'test', address: '127.0.0.1', userAgent: 'test', isSecure: false } as typeof facts;
});
afterAll(() => server.close());

const get = (visitor: Visitor, path: string) => visitor.fetch(`/api/admin/v1/${path}`);

/** Lines of cells as a spreadsheet reads them. */
function readCsv(text: string): string[][] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  expect(lines.pop()).toEqual([]);
  return lines;
}

async function rowsOfCsv(answer: Response): Promise<Array<Record<string, string>>> {
  expect(answer.status).toBe(200);
  const [head = [], ...lines] = readCsv(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
  );
  return lines.map((line) => Object.fromEntries(head.map((heading, place) => [heading, line[place] ?? ''])));
}

describe('the export of a list', () => {
  it('has every row that the list has, in its order, under Chinese headings, and no formula', async () => {
    const answer = await get(admin, 'accounts/export?format=csv&_sort=createdAt&_order=asc');
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename=accounts-20261120120000\.csv/);
    const rows = await rowsOfCsv(answer);
    const { length } = await allOf('accounts');
    expect(rows).toHaveLength(length);
    expect(new Set(rows.map((row) => row.编号)).size).toBe(length);
    const names = rows.map((row) => row.昵称);
    for (const name of risky) expect(names).toContain(/^[=+\-@\t\r]/.test(name) ? `'${name}` : name);
    expect(rows.find((row) => row.昵称 === '第100人')).toMatchObject({
      手机号: '137****0100',
      创建时间: '2026-11-20 12:00:00',
    });
  });

  it('keeps to the filters of the list and to its search', async () => {
    expect(
      await rowsOfCsv(await get(admin, `accounts/export?format=csv&q=${encodeURIComponent('第10')}`)),
    ).toHaveLength(11);
    expect(await rowsOfCsv(await get(admin, 'accounts/export?format=csv&status=banned'))).toEqual([]);
    for (const [query, name] of [
      ['accounts/export?format=csv&nonsense=1', 'nonsense'],
      ['accounts/export?format=csv&_sort=nowhere', 'nowhere'],
    ] as const) {
      const answer = await get(admin, query);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(name);
    }
    expect((await get(admin, 'accounts/export?format=pdf')).status).toBe(422);
    expect((await get(admin, 'nothing/export?format=csv')).status).toBe(404);
  });

  it('is as of one moment while rows come, change and go', async () => {
    const before = (await allOf('accounts')).map(({ id }) => id);
    const { deps } = server;
    const caller = { kind: 'staff', role: 'admin', accountId: before[0], mustSetUp: [] } as never;
    const { chunks } = await deps.listExports.begin(caller, 'accounts', 'csv', {}, facts);
    let text = '';
    let round = 0;
    for await (const chunk of chunks) {
      text += chunk.toString();
      round++;
      await deps.store.transact(async (tx) => {
        await deps.accounts.create(tx, { nickName: `新来的${round}` });
        const gone = before.filter((_, place) => place % 50 === round);
        await tx
          .updateTable('account')
          .set({ deleted_at: 1, nick_name: '走了' })
          .where('id', 'in', gone as string[])
          // The risky names are looked for again.
          .where('nick_name', 'like', '第%')
          .execute();
      });
    }
    const [head = [], ...lines] = readCsv(text);
    const column = (heading: string) => lines.map((line) => line[head.indexOf(heading)]);
    expect(round).toBeGreaterThan(2);
    expect(column('编号').sort()).toEqual([...before].sort());
    expect(column('昵称').filter((name) => name === '走了' || name?.startsWith('新来的'))).toEqual([]);
    const now = (await allOf('accounts')).map(({ nickName }) => nickName as string);
    expect(now.filter((name) => name.startsWith('新来的'))).toHaveLength(round);
  });

  it('is a workbook too, whose texts are texts', async () => {
    const answer = await get(admin, 'accounts/export?format=xlsx&_sort=createdAt&_order=asc');
    const zip = await JSZip.loadAsync(await answer.arrayBuffer(), { checkCRC32: true });
    const sheet = (await zip.file('xl/worksheets/sheet1.xml')?.async('string')) ?? '';
    expect(sheet.match(/<row /g)).toHaveLength((await allOf('accounts')).length + 1);
    expect(sheet).toContain('<is><t xml:space="preserve">a,"b"\nc</t></is>');
    expect(sheet).not.toContain('<f>');
    expect(Object.keys(zip.files)).toContain('[Content_Types].xml');
  });

  it('stands in the audit with who asked for what, and needs two rights', async () => {
    const finance = await server.staff('finance');
    expect((await get(finance, 'orders/export?format=csv&status=completed')).status).toBe(200);
    expect((await get(finance, 'tasks/export?format=csv')).status).toBe(403);
    expect((await get(await server.staff('support'), 'orders/export?format=csv')).status).toBe(403);
    const kept = await server.deps.store.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'record.export')
      .execute();
    expect(kept.at(-1)).toMatchObject({ actor_id: finance.accountId, subject: 'orders' });
  });
});

describe('the workbook of orders', () => {
  let bytes: Buffer;
  let buyer: Member;
  let amount: number;
  beforeAll(async () => {
    buyer = await server.member();
    ({ amount } = await ordersOf(() => server).buy(buyer));
    bytes = Buffer.from(await (await get(admin, 'orders/export?format=xlsx')).arrayBuffer());
  });

  it('is read by ExcelJS: dates are dates, money has its format, the head stays and columns have widths', async () => {
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(bytes as never);
    const [sheet] = book.worksheets;
    const headings = (sheet?.getRow(1).values ?? []) as string[];
    const cell = (heading: string) => sheet?.getRow(2).getCell(headings.indexOf(heading));
    // Dates in spreadsheets have no time zone: the cell contains the time in China.
    expect(cell('创建时间')?.value).toEqual(new Date('2026-11-20T12:00:00.000Z'));
    expect(cell('创建时间')?.numFmt).toContain('yyyy');
    expect(cell('金额（元）')?.value).toBe(amount / 100);
    expect(cell('金额（元）')?.numFmt).toBe('#,##0.00');
    expect(cell('订单号')?.type).toBe(ExcelJS.ValueType.String);
    expect(cell('状态')?.value).toBe('已完成');
    expect(cell('用户')?.value).toMatch(/（1\d\d\*{4}\d{4}）$/);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    for (const column of sheet?.columns ?? []) expect(column.width).toBeGreaterThanOrEqual(10);
  });

  it('is read by read-excel-file', async () => {
    const [sheet] = await readXlsxFile(bytes);
    const [head = [], first = []] = sheet?.data ?? [];
    const cell = (heading: string) => first[head.indexOf(heading)];
    expect(cell('创建时间')).toEqual(new Date('2026-11-20T12:00:00.000Z'));
    expect([cell('金额（元）'), cell('状态')]).toEqual([amount / 100, '已完成']);
  });

  it.runIf(existsSync('/usr/bin/soffice'))('is read by LibreOffice', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
    await writeFile(path.join(folder, 'orders.xlsx'), bytes);
    const asked = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):44,34,76',
      '--outdir',
    ];
    await promisify(execFile)('soffice', [...asked, folder, path.join(folder, 'orders.xlsx')]);
    const text = await readFile(path.join(folder, 'orders.csv'), 'utf8');
    await rm(folder, { recursive: true });
    expect(text).toContain('2026-11-20 12:00:00');
    expect(text).toContain('已完成');
  });
});

describe('what a file says', () => {
  /** Builds a row from a schema. `place` selects among the values that the schema allows. */
  const sampleOf = (schema: z.ZodType, place: number): unknown => {
    const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
    const inner = (one: unknown) => sampleOf(one as z.ZodType, place);
    switch (def.type) {
      case 'nullable':
      case 'optional':
      case 'default':
        return inner(def.innerType);
      case 'pipe':
        return inner(def.out);
      case 'enum': {
        const values = Object.values(def.entries as object);
        return values[place % values.length];
      }
      case 'literal':
        return (def.values as unknown[])[0];
      case 'union': {
        const options = def.options as z.ZodType[];
        return inner(options[place % options.length]);
      }
      case 'array':
        return [inner(def.element), inner(def.element)];
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape as object)
            .filter(([name]) => name !== '$partial')
            .map(([name, part]) => [name, inner(part)]),
        );
      case 'record':
        return {};
      case 'boolean':
        return place % 2 === 0;
      case 'number':
      case 'int':
        return 1_700_000_000_000;
      default:
        return '文字';
    }
  };

  it('is in Chinese in every list, whatever the rows hold: no names of the wire, no notation, no column twice', () => {
    const faults: string[] = [];
    for (const { name, call } of server.deps.consoleResources) {
      const row = (call.output as unknown as { element: z.ZodType }).element;
      const columns = columnsOf(name, row);
      const heads = columns.map(({ heading }) => heading);
      if (new Set(heads).size < heads.length) faults.push(`${name}: ${heads.join()}`);
      for (const { field, heading } of columns)
        if (!/\p{Script=Han}|SHA|P\d\d/u.test(heading)) faults.push(`${name}.${field}`);
      for (let place = 0; place < 16; place++) {
        const values = sampleOf(row, place) as Record<string, unknown>;
        for (const column of columns) {
          const text = textOfCell(column.read(values));
          if (/[a-z{}[\]"]/.test(text.replace(/ComfyUI|OpenAI/, ''))) faults.push(`${name}.${column.field}: ${text}`);
        }
      }
    }
    expect([...new Set(faults)]).toEqual([]);
  });

  it('of every moment is a date, whatever its field is called', () => {
    const faults = server.deps.consoleResources.flatMap(({ name, call }) => {
      const row = (call.output as unknown as { element: z.ZodObject }).element;
      return columnsOf(name, row)
        .filter(({ field }) => unwrap(row.shape[field] as z.ZodType) === Instant || /(At|Until|From)$/.test(field))
        .filter(({ kind, field, read }) => {
          const cell = read({ [field]: 1_795_724_829_174 });
          return kind !== 'time' || typeof cell !== 'object' || cell === null || !('at' in cell);
        })
        .map(({ field }) => `${name}.${field}`);
    });
    expect(faults).toEqual([]);
  });

  it('of a CSV is guarded where programs would read something else, and our import reads the same again', () => {
    const texts = [
      '=1+1',
      '＝1+1',
      '＋8',
      '－2',
      '＠sum',
      '202611200000001',
      '12345678901',
      "'=1",
      "it's",
      '-',
      'a,"b"',
    ];
    const [line] = readTable(`内容\r\n${texts.map((text) => csvLine([text])).join('')}`).rows.slice(0, 1);
    expect(line?.cells).toEqual(["'=1+1"]);
    const { rows } = readTable(`内容\r\n${texts.map((text) => csvLine([text])).join('')}`);
    expect(rows.map(({ cells: [cell = ''] }) => unguarded(cell))).toEqual(texts);
    expect(csvLine(['202611200000001'])).toContain("'202611200000001");
    expect(csvLine(['12345678901', 12])).toBe('12345678901,12\r\n');
  });
});

async function allOf(resource: string): Promise<Array<Record<string, unknown>>> {
  const found: Array<Record<string, unknown>> = [];
  for (let start = 0; ; start += 200) {
    const page = (await (await get(admin, `${resource}?_start=${start}&_end=${start + 200}`)).json()) as typeof found;
    found.push(...page);
    if (page.length < 200) return found;
  }
}
