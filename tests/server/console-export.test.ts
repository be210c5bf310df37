import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headings } from '../../mock-server/modules/export/headings.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
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
    expect(sheet.match(/<row>/g)).toHaveLength((await allOf('accounts')).length + 1);
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

  it('names every column of every list', () => {
    const fields = server.deps.consoleResources.flatMap(({ call }) =>
      Object.keys((call.output as unknown as { element: { shape: object } }).element.shape),
    );
    expect([...new Set(fields)].filter((field) => field !== 'version' && !headings[field])).toEqual([]);
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
