import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileColumnsQuery, namesWithoutKey } from '../../mock-server/invariants/named-files.ts';
import { verifyData } from '../../scripts/lib/verify.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { putBuildingView } from '../support/server-buildings.ts';
import { controlOf } from '../support/server-control.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const { memberWithResult } = controlOf(() => server);
const db = () => server.deps.store.db;
const inFolder = (...parts: string[]) => path.join(server.dataDir, ...parts);
const blob = (sha256: string) => inFolder('files', 'blobs', sha256.slice(0, 2), sha256);
const strange = 'ab'.repeat(32);

async function faults(): Promise<string[]> {
  const found: string[] = [];
  await verifyData(server.dataDir, { onFault: (sentence) => found.push(sentence), patienceMs: 1 });
  return found;
}

async function newestFile(): Promise<string> {
  return (await db().selectFrom('stored_file').select('sha256').executeTakeFirstOrThrow()).sha256;
}

/** Changes a database as nothing in the product can. */
function meddle(name: string, ...statements: string[]): void {
  const connection = new Database(inFolder(name));
  for (const statement of ['PRAGMA foreign_keys = OFF', 'PRAGMA ignore_check_constraints = ON', ...statements])
    connection.exec(statement);
  connection.close();
}

it('finds nothing in the data of a running server, and says how much it saw', async () => {
  await memberWithResult();
  const looked: string[] = [];
  const verified = await verifyData(server.dataDir, {
    onFault: (sentence) => looked.push(sentence),
    onProgress: (what, _done, all) => looked.includes(what) || looked.push(`${what} ${all}`),
    patienceMs: 1,
  });
  const { files } = await db()
    .selectFrom('stored_file')
    .select((select) => select.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow();
  expect(files).toBeGreaterThan(1);
  expect(verified).toMatchObject({ faults: 0, files });
  expect([...new Set(looked)]).toEqual(['数据库 0', '账目 0', '审计 0', `文件 ${files}`]);
});

describe('it sees', () => {
  const plants: Array<[string, RegExp, (sha256: string) => unknown]> = [
    ['a missing file', /^文件 \w{64} 缺失：有记录，没有文件$/, (sha256) => rm(blob(sha256))],
    [
      'a longer file',
      /^文件 \w{64} 大小不符：记录为 \d+ 字节，实际 \d+ 字节$/,
      (sha256) => appendFile(blob(sha256), '1'),
    ],
    [
      'a changed byte',
      /^文件 \w{64} 内容被改动或损坏：校验值不符$/,
      async (sha256) => {
        const bytes = await readFile(blob(sha256));
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        await writeFile(blob(sha256), bytes);
      },
    ],
    [
      'a folder in the place of a file',
      /^文件 \w{64} 读不出：不是普通文件$/,
      async (sha256) => {
        await rm(blob(sha256));
        await mkdir(blob(sha256));
      },
    ],
    [
      'a file without a row',
      /^文件 (ab){32} 没有记录，下次启动时会移到 files-quarantine$/,
      async () => {
        await mkdir(path.dirname(blob(strange)), { recursive: true });
        await writeFile(blob(strange), '1');
      },
    ],
    [
      'a foreign file among ours',
      /^files\/blobs\/notes\.txt 不是本系统的文件$/,
      () => writeFile(inFolder('files', 'blobs', 'notes.txt'), '1'),
    ],
    [
      'a picture whose file has no row',
      /^数据库 zhuhui\.db 的表 image 第 \d+ 行指向表 stored_file 里没有的记录$/,
      (sha256) => meddle('zhuhui.db', `DELETE FROM stored_file WHERE sha256 = '${sha256}'`),
    ],
    [
      'a row of a file that nothing names',
      /^账目不符「每个文件都有用处」：(ab){32}$/,
      () => meddle('zhuhui.db', `INSERT INTO stored_file VALUES ('${strange}', 1, 1)`),
    ],
    [
      'a size that differs between two tables',
      /^账目不符「图片的大小与文件一致」：img_/,
      () => meddle('zhuhui.db', 'UPDATE image SET bytes = bytes + 1'),
    ],
    [
      'books that do not balance',
      /^账目不符「账户余额等于分录之和」：/,
      () => meddle('zhuhui.db', `UPDATE ledger_account SET balance = 777 WHERE role = 'available'`),
    ],
    [
      'a row of the audit that is gone',
      /^审计不完整，第一处问题：/,
      () => meddle('zhuhui.db', 'UPDATE installation SET audit_rows = audit_rows + 1'),
    ],
    [
      'a database whose index does not fit its table',
      /^数据库 later\.db 已损坏：row 2 missing from index byWord$/,
      async () => {
        meddle('later.db', 'CREATE TABLE t (word TEXT)', 'CREATE INDEX byWord ON t (word)');
        meddle('later.db', `INSERT INTO t VALUES ('first'), ('second')`);
        const bytes = await readFile(inFolder('later.db'));
        bytes.write('sECOND', bytes.lastIndexOf('second'));
        await writeFile(inFolder('later.db'), bytes);
      },
    ],
    [
      'a chosen model that is gone',
      /^模型「depth」选用的文件 models\/a\.onnx 不见了$/,
      () => meddle('zhuhui.db', `INSERT INTO model_slot VALUES ('depth', 'file', 'a.onnx', 'x', 1, 'x', 1)`),
    ],
  ];

  it.each(plants)('%s', async (_what, sentence, plant) => {
    await memberWithResult();
    await plant(await newestFile());
    expect(await faults()).toContainEqual(expect.stringMatching(sentence));
  });
});

it('waits for the row of a file that has only just come', async () => {
  await mkdir(path.dirname(blob(strange)), { recursive: true });
  await writeFile(blob(strange), '1');
  const found: string[] = [];
  await verifyData(server.dataDir, {
    onFault: (sentence) => found.push(sentence),
    onProgress: (what) =>
      what === '新文件的记录' && meddle('zhuhui.db', `INSERT INTO stored_file VALUES ('${strange}', 1, 1)`),
    patienceMs: 60_000,
  });
  expect(found).toEqual([]);
});

it('ends with 0, 1 or 2 as a command, each fault on a line', async () => {
  const verify = (dataDir = server.dataDir) => {
    const env = { ...process.env, DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/verify.ts'], { env, encoding: 'utf8' });
    return [status, stdout, stderr];
  };
  await memberWithResult();
  expect(verify()).toEqual([
    0,
    expect.stringMatching(/^数据完整：\d+ 个文件（\d+\.\d MB）、\d+ 项账目、\d+ 条审计，全部相符。\n$/),
    '',
  ]);
  await rm(blob(await newestFile()));
  expect(verify()).toEqual([
    1,
    '',
    expect.stringMatching(/^文件 \w{64} 缺失：有记录，没有文件。\n共 1 处问题；核对了 .+。\n$/),
  ]);
  expect(verify(inFolder('nowhere'))).toEqual([
    2,
    '',
    expect.stringMatching(/^没有找到 .+，无法核对。请用 DATA_DIR 指定数据目录。\n$/),
  ]);
});

describe('columns that name files', () => {
  const speaksOfFiles =
    /(^|_)(sha256|\w*hash\w*|files?|images?|pictures?|photos?|avatar|attachments?|thumb|blob|path|url|video)(_|$)/;

  it('have a foreign key, or their content is listed', () => {
    const connection = new Database(inFolder('zhuhui.db'), { readonly: true });
    const columns = connection
      .prepare(
        `SELECT m.name AS "table", c.name AS "column", c.type, k."table" AS target FROM sqlite_master m
         JOIN pragma_table_info(m.name) c
         LEFT JOIN pragma_foreign_key_list(m.name) k ON k."from" = c.name
         WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`,
      )
      .all() as Array<{ table: string; column: string; type: string; target: string | null }>;
    const keyed = connection.prepare(fileColumnsQuery).all();
    connection.close();
    const named = columns.filter(({ column, type }) => type === 'TEXT' && speaksOfFiles.test(column));
    const listed = (entry: { table: string; column: string }) => namesWithoutKey[entry.table]?.[entry.column];
    const open = named.filter((entry) => entry.target === null && listed(entry) === undefined);
    expect(open.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
    const surplus = Object.entries(namesWithoutKey)
      .flatMap(([table, list]) => Object.keys(list).map((column) => ({ table, column })))
      .filter(({ table, column }) => !named.some((entry) => entry.table === table && entry.column === column));
    expect(surplus).toEqual([]);
    expect(keyed).toEqual(
      expect.arrayContaining([
        { table: 'image', column: 'sha256' },
        { table: 'task_reading', column: 'sha256' },
      ]),
    );
  });

  it('are the only ones that hold the key of a file', async () => {
    server.engine.readPictures();
    const { member, imageId } = await memberWithResult();
    await putBuildingView(server, member, 'house');
    await member.api.chat({ message: '这张图', attachments: [imageId] });
    const connection = new Database(inFolder('zhuhui.db'), { readonly: true });
    const keys = connection.prepare('SELECT sha256 FROM stored_file').pluck().all() as string[];
    const texts = connection
      .prepare(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND c.type = 'TEXT'`,
      )
      .all() as Array<{ table: string; column: string }>;
    const holding = texts.filter(({ table, column }) =>
      keys.some((key) => connection.prepare(`SELECT 1 FROM "${table}" WHERE instr("${column}", ?) > 0`).get(key)),
    );
    // Rows of earlier tries are there only while a task runs.
    const keyed = (connection.prepare(fileColumnsQuery).all() as typeof texts).filter(
      ({ table }) => table !== 'task_try',
    );
    connection.close();
    expect(holding).toHaveLength(7);
    expect(holding).toEqual(expect.arrayContaining([...keyed, { table: 'stored_file', column: 'sha256' }]));
  });
});
